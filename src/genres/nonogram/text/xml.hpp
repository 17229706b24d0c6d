// The XML format of webpbn.com.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "genres/nonogram/colour/text.hpp"
#include "genres/nonogram/text/text.hpp"

namespace nazo::nonogram {

/// Not in the browser build, which has no XML parser: there it is an error.
[[nodiscard]] Result<std::vector<Sheet>> read_xml(std::string_view text);
/// The same, with puzzles in colours among them.
using AnySheet = std::variant<Sheet, colour::Sheet>;
[[nodiscard]] Result<std::vector<AnySheet>> read_any_xml(std::string_view text);
[[nodiscard]] std::string write_xml(const Sheet& sheet);

}  // namespace nazo::nonogram
