// Any solution of a level, for boards too large to be proved anything about.
#pragma once

#include "base/budget.hpp"
#include "genres/sokoban/board.hpp"
#include "genres/sokoban/optimal.hpp"

namespace nazo::sokoban {

/// Boards with more squares than this are only tried as proofs are.
inline constexpr int most_squares_for_any = 1024;

/// A short proof first; then searches through carries of boxes in the space of features (any/portfolio.hpp) in turns.
[[nodiscard]] Outcome any_solution(const Board& board, const Budget& budget);

}  // namespace nazo::sokoban
