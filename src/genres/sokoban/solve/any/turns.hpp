// The portfolio of searches (portfolio.hpp) behind a plain function: its templates are built in two files of their own.
#pragma once

#include "base/budget.hpp"
#include "genres/sokoban/rules/board.hpp"
#include "genres/sokoban/solve/corral_filter.hpp"
#include "genres/sokoban/solve/optimal.hpp"

namespace nazo::sokoban::any {

/// Boards with more squares than this use sets of many words.
inline constexpr int most_squares_at_ease = 192;
/// Boards with more squares than this are not tried.
inline constexpr int most_squares = 1024;

[[nodiscard]] Outcome take_turns(const Board& board, const Budget& budget, Effort effort = {});
[[nodiscard]] Outcome take_turns_on_large(const Board& board, const Budget& budget, Effort effort = {});
[[nodiscard]] std::unique_ptr<CorralFilter> filter_for_large(const Board& board, Meter& meter);

}  // namespace nazo::sokoban::any
