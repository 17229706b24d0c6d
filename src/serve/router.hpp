// Routes: a method and a path with {names} in it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nazo::serve {

using PathWords = std::map<std::string, std::string, std::less<>>;

/// The values of the {names} if the path fits the pattern. Each name stands for one non-empty part between slashes,
/// decoded.
[[nodiscard]] std::optional<PathWords> match(std::string_view pattern, std::string_view path);

}  // namespace nazo::serve
