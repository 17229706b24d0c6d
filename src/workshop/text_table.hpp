// Plain tables for experiments: columns aligned, numbers right.
#pragma once

#include <string>
#include <vector>

#include "base/text_width.hpp"

namespace nazo {

/// Lines of a table with a heading. A column whose cells all look like numbers is set right.
[[nodiscard]] std::vector<std::string> table_lines(const std::vector<std::string>& head,
                                                   std::vector<std::vector<std::string>> rows);

}  // namespace nazo
