// The XML format of webpbn.com, black and white only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "genres/nonogram/text/text.hpp"

namespace nazo::nonogram {

/// Not in the browser build, which has no XML parser: there it is an error.
[[nodiscard]] Result<std::vector<Sheet>> read_xml(std::string_view text);
[[nodiscard]] std::string write_xml(const Sheet& sheet);

}  // namespace nazo::nonogram
