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
  static constexpr std::array texts{"key",      "genre", "puzzle", "title", "solution", "source",
                                    "player",   "study", "order",  "keep",  "outcome",  "puzzle_x",
                                    "puzzle_y", "model", "kind",   "note",  "target"};
  return std::ranges::find(texts, column) != texts.end();
}

std::string csv_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out += '"';
}

std::string csv_cell(const Value& value) {
  if (value.is_null()) return {};
  const std::string* string = value.string();
  const std::string text = string != nullptr ? *string : value.json();
  const bool plain =
      !text.empty() && text.find_first_of("\",\r\n") == std::string::npos && text.front() != ' ' && text.back() != ' ';
  return plain ? text : csv_quoted(text);
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
    if (name == "type") continue;
    if (!first) line += ',';
    first = false;
    line += csv_cell(field);
  }
  return line;
}

Result<std::vector<CsvRow>> csv_rows(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<CsvRow> rows;
  std::size_t line = 1, at = 0;
  while (at < text.size()) {
    CsvRow row{line, {}};
    for (bool more = true; more;) {
      CsvCell cell;
      if (at < text.size() && text[at] == '"') {
        cell.quoted = true;
        const std::size_t opened = line;
        for (++at;; ++at) {
          if (at >= text.size()) return fail_at(opened, 0, "CSV: a quote that is never closed");
          if (text[at] == '"') {
            if (at + 1 < text.size() && text[at + 1] == '"')
              ++at;
            else
              break;
          }
          if (text[at] == '\n') ++line;
          cell.text += text[at];
        }
        ++at;
        if (at < text.size() && text[at] != ',' && text[at] != '\n' && text[at] != '\r')
          return fail_at(line, 0, "CSV: text after a closing quote");
      } else {
        while (at < text.size() && text[at] != ',' && text[at] != '\n' && text[at] != '\r') cell.text += text[at++];
      }
      row.cells.push_back(std::move(cell));
      more = at < text.size() && text[at] == ',';
      if (more) ++at;
    }
    if (at < text.size() && text[at] == '\r') ++at;
    if (at < text.size() && text[at] == '\n') ++at;
    ++line;
    if (row.cells.size() > 1 || row.cells[0].quoted || !row.cells[0].text.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

Result<std::string> csv_type(const CsvRow& header) {
  std::vector<std::string> found;
  for (const CsvCell& cell : header.cells) found.push_back(cell.text);
  std::ranges::sort(found);
  for (std::size_t i = 0; i < record_types().size(); ++i) {
    std::vector<std::string> wanted = columns_of(i);
    std::ranges::sort(wanted);
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
