// Any solution of a level, for boards too large to be proved anything about.
#pragma once

#include "base/budget.hpp"
#include "genres/sokoban/board.hpp"
#include "genres/sokoban/optimal.hpp"

namespace nazo::sokoban {

[[nodiscard]] Outcome any_solution(const Board& board, const Budget& budget);

}  // namespace nazo::sokoban
