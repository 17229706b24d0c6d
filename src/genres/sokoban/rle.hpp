// Run lengths: a count before a character repeats it, a count before a parenthesis repeats the group ("3#|#2-$#",
// "4(rU)").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/text.hpp"

namespace nazo::sokoban {

/// Writes the runs of a text out and appends them to `out`. Blanks are skipped; any other character must be one of
/// `allowed`. Errors carry the column (from 1). No more than `longest` characters are written.
[[nodiscard]] Result<void> expand_runs(std::string_view text, std::string_view allowed, std::size_t longest,
                                       std::string& out);

/// Could this be a board in run lengths? It has no blanks, only squares, counts, '|' and parentheses, and at least one
/// count or '|'.
[[nodiscard]] bool looks_like_runs(std::string_view text);

/// The rows of marks of a board in run lengths.
[[nodiscard]] Result<std::vector<std::vector<std::uint8_t>>> rows_of_runs(const Line& line);

}  // namespace nazo::sokoban
