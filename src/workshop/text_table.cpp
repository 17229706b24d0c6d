#include "workshop/text_table.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo {

std::vector<std::string> table_lines(const std::vector<std::string>& head, std::vector<std::vector<std::string>> rows) {
  for (auto& row : rows)
    for (std::string& cell : row) cell = printable(cell);
  const std::size_t columns = head.size();
  std::vector<std::size_t> widths(columns);
  std::vector<bool> numeric(columns, !rows.empty());
  for (std::size_t c = 0; c < columns; ++c) {
    widths[c] = display_width(head[c]);
    for (const auto& row : rows) {
      widths[c] = std::max(widths[c], display_width(row[c]));
      const bool number =
          row[c].empty() || row[c] == "–" || row[c].find_first_not_of("0123456789.,+-±% ×…e") == std::string::npos;
      numeric[c] = numeric[c] && number;
    }
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string out;
    for (std::size_t c = 0; c < columns; ++c) {
      out += c + 1 == columns && !numeric[c] ? cells[c] : padded(cells[c], widths[c], numeric[c]);
      if (c + 1 < columns) out += "  ";
    }
    while (out.ends_with(' ')) out.pop_back();
    return out;
  };
  std::vector<std::string> lines{line(head)};
  for (const auto& row : rows) lines.push_back(line(row));
  return lines;
}

}  // namespace nazo
