// CSV (RFC 4180, UTF-8): cells and rows, both ways without loss.
//
// A text that a spreadsheet would take for a formula (it begins with = + - @, a tab or a carriage return) is written
// with an apostrophe before it, as spreadsheets themselves mark a text, and read back without. So is one that begins
// with an apostrophe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace nazo {

/// A text as a cell. An empty text is "", so that it differs from an empty cell (nothing).
[[nodiscard]] std::string csv_cell(std::string_view text);

struct CsvCell {
  std::string text;
  bool quoted = false;
};
struct CsvRow {
  std::size_t line = 0;  ///< where it begins
  std::vector<CsvCell> cells;
};
/// Splits a CSV text into rows; quoted cells may hold line ends. An unfinished quote is an error with its line.
[[nodiscard]] Result<std::vector<CsvRow>> csv_rows(std::string_view text);

}  // namespace nazo
