// Plain tables for experiments: columns aligned, numbers right.
#pragma once

#include <string>
#include <vector>

namespace nazo {

/// Columns a text takes on a terminal: East Asian wide characters take two, escape sequences none.
[[nodiscard]] std::size_t display_width(std::string_view text);
/// Padded with blanks to a width on a terminal.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width, bool right = false);

/// Lines of a table with a heading. A column whose cells all look like numbers is set right.
[[nodiscard]] std::vector<std::string> table_lines(const std::vector<std::string>& head,
                                                   std::vector<std::vector<std::string>> rows);

}  // namespace nazo
