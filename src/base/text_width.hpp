// How wide a text is: in columns of a terminal, which also tell how much room a drawing must leave for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nazo {

/// Columns a text takes on a terminal: East Asian wide characters take two, escape sequences none.
[[nodiscard]] std::size_t display_width(std::string_view text);
/// Padded with blanks to a width on a terminal.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width, bool right = false);

/// Lines of at most so many columns, broken at blanks and between wide characters. A word that is longer has a line of
/// its own: nothing is cut.
[[nodiscard]] std::vector<std::string> broken_lines(std::string_view text, std::size_t columns);

}  // namespace nazo
