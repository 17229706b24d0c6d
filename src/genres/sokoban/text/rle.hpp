// Run lengths: a count before a character repeats it, a count before a parenthesis repeats the group ("3#|#2-$#",
// "4(rU)").
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/text.hpp"
#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban {

/// How long a text is when its runs are written out. Blanks are skipped; any other character must be one of `allowed`,
/// and there may be no more than `longest`. Errors carry the column (from 1).
[[nodiscard]] Result<std::size_t> length_of_runs(std::string_view text, std::string_view allowed, std::size_t longest);

/// Writes the runs of such a text out.
[[nodiscard]] Result<std::string> expand_runs(std::string_view text, std::string_view allowed, std::size_t longest);

/// Could this be a board in run lengths? It has no blanks, only squares, counts, '|' and parentheses, and at least one
/// count or '|'.
[[nodiscard]] bool looks_like_runs(std::string_view text);

/// The rows of marks of a board in run lengths.
[[nodiscard]] Result<detail::Rows> rows_of_runs(const Line& line);

}  // namespace nazo::sokoban
