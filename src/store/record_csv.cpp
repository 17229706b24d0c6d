// The CSV half of record_text.hpp.
#include <algorithm>
#include <array>

#include "base/json.hpp"
#include "base/text.hpp"
#include "store/record_text.hpp"

namespace nazo::store {
namespace {

template <std::size_t... i>
Record empty_record(std::size_t type, std::index_sequence<i...>) {
  Record record;
  ((type == i ? void(record.emplace<i>()) : void()), ...);
  return record;
}

std::optional<std::size_t> type_index(std::string_view type) {
  for (std::size_t i = 0; i < record_types().size(); ++i)
    if (record_types()[i] == type) return i;
  return std::nullopt;
}

/// The columns: the fields of an empty record, without its type.
std::vector<std::string> columns_of(std::size_t type) {
  const Value value = to_value(empty_record(type, all_record_types));
  std::vector<std::string> names;
  for (const auto& [name, field] : *value.fields())
    if (name != "type") names.push_back(name);
  return names;
}

/// Cells that hold JSON: objects, lists, numbers, true and false. All others are texts.
bool is_text_column(std::string_view column) {
  static constexpr std::array texts{"key",   "genre", "puzzle", "title",   "solution", "source",   "player",
                                    "study", "order", "keep",   "outcome", "puzzle_x", "puzzle_y", "model",
                                    "kind",  "note",  "target", "marks",   "state"};
  return std::ranges::find(texts, column) != texts.end();
}

/// Sorted, without the columns that files of older programs do not have.
void without_later(std::vector<std::string>& columns) {
  static constexpr std::array later{"marks", "before", "state", "simulated", "figures"};
  const bool player = std::ranges::find(columns, "created") != columns.end() && columns.size() == 3;
  if (!player) std::erase_if(columns, [&](const std::string& name) { return std::ranges::count(later, name) > 0; });
  std::ranges::sort(columns);
}

/// null is an empty cell; numbers, objects and lists are JSON.
std::string cell_of(const Value& value) {
  if (value.is_null()) return {};
  if (const std::string* text = value.string()) return csv_cell(*text);
  const std::string json = value.json();
  return real_of(json) ? json : csv_cell(json);
}

}  // namespace

std::string csv_header(std::string_view type) {
  const auto index = type_index(type);
  return index ? join(columns_of(*index), ",") : std::string();
}

std::string csv_line(const Record& record) {
  const Value value = to_value(record);
  std::string line;
  bool first = true;
  for (const auto& [name, field] : *value.fields()) {
    // Whether a puzzle is listed stands only in JSON Lines: the columns of CSV are those that they have always been.
    if (name == "type" || name == "listed") continue;
    if (!first) line += ',';
    first = false;
    line += cell_of(field);
  }
  return line;
}

Result<std::string> csv_type(const CsvRow& header) {
  std::vector<std::string> found;
  for (const CsvCell& cell : header.cells) found.push_back(cell.text);
  without_later(found);
  for (std::size_t i = 0; i < record_types().size(); ++i) {
    std::vector<std::string> wanted = columns_of(i);
    without_later(wanted);
    if (found == wanted) return record_types()[i];
  }
  return fail_at(header.line, 0, cat("CSV: the columns are not those of ", join(record_types(), ", ")));
}

Result<Record> from_csv(std::string_view type, const CsvRow& header, const CsvRow& row) {
  if (row.cells.size() != header.cells.size())
    return fail(cat("expected ", header.cells.size(), " cells, found ", row.cells.size()));
  Value value = Value::object();
  value.set("type", type);
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const auto& [text, quoted] = row.cells[i];
    const std::string& column = header.cells[i].text;
    if (text.empty() && !quoted) continue;
    if (is_text_column(column)) {
      value.set(column, text);
      continue;
    }
    auto parsed = parse_json(text);
    if (!parsed) return fail(cat("column '", column, "': ", parsed.error().message));
    value.set(column, *std::move(parsed));
  }
  return from_value(value);
}

}  // namespace nazo::store
