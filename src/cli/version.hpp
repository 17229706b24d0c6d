// Which nazo this is; cmake/version.cmake writes the rest.
#pragma once

#include <string_view>

namespace nazo::cli {

[[nodiscard]] std::string_view version();  ///< as in CHANGELOG.md
[[nodiscard]] std::string_view commit();   ///< empty if it was not built from a repository

}  // namespace nazo::cli
