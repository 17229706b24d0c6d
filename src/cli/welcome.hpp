// `nazo` alone on a terminal: what one could do next, by a number.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/cli.hpp"

namespace nazo::cli {

/// Runs `nazo WORDS…`.
using RunWords = std::function<int(const std::vector<std::string>&)>;

/// Shows the ways there are, reads a number and goes that way; says the command first, so that it can be typed the next
/// time. An empty line leaves. Returns the exit code of what was run.
[[nodiscard]] int welcome(const Streams& streams, Catalog genres, const RunWords& run);

}  // namespace nazo::cli
