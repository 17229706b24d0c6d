#include "workshop/puzzle_rows.hpp"

#include <algorithm>
#include <array>

#include "base/csv.hpp"
#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo {

namespace {

constexpr std::array own_columns{"id",    "genre", "puzzle",  "title", "solution",
                                 "exact", "limit", "partial", "seed",  "index"};
/// Of them those that are words, whatever they look like.
constexpr std::array worded_columns{"id", "genre", "puzzle", "title", "solution", "limit"};

/// Numbers, truth values and lists as such; what else there is stays text.
Value feature_value(const CsvCell& cell) {
  if (!cell.quoted || cell.text.starts_with('['))
    if (auto value = parse_json(cell.text)) return *std::move(value);
  return cell.text;
}

}  // namespace

bool looks_like_puzzle_rows(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const auto header = csv_rows(first);
  if (!header || header->size() != 1) return false;
  const auto& cells = header->front().cells;
  return cells.size() > 1 && std::ranges::find(cells, "puzzle", &CsvCell::text) != cells.end();
}

Result<std::vector<PuzzleRow>> puzzle_rows(std::string_view text) {
  NAZO_TRY(rows, csv_rows(text));
  std::vector<PuzzleRow> out;
  const std::vector<CsvCell>& header = rows.front().cells;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const std::vector<CsvCell>& cells = rows[r].cells;
    if (cells.size() != header.size())
      return fail_at(rows[r].line, 1, cat("expected ", header.size(), " cells, found ", cells.size()));
    PuzzleRow row{.line = rows[r].line};
    Value features = Value::object();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (cells[c].text.empty() && !cells[c].quoted) continue;
      const bool own = std::ranges::find(own_columns, header[c].text) != own_columns.end();
      const bool words = std::ranges::find(worded_columns, header[c].text) != worded_columns.end();
      (own ? row.object : features).set(header[c].text, words ? Value(cells[c].text) : feature_value(cells[c]));
    }
    if (!features.fields()->empty()) row.object.set("features", std::move(features));
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace nazo
