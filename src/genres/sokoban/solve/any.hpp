// Any solution of a level, for boards too large to be proved anything about.
#pragma once

#include "base/budget.hpp"
#include "genres/sokoban/rules/board.hpp"
#include "genres/sokoban/solve/optimal.hpp"

namespace nazo::sokoban {

/// A short proof first; then searches through carries of boxes in the space of features (any/portfolio.hpp) in turns,
/// on boards of up to 1,024 squares; at last, where these do not know how to go on, a proof with all that is left.
[[nodiscard]] Outcome any_solution(const Board& board, const Budget& budget, Effort effort = {});

}  // namespace nazo::sokoban
