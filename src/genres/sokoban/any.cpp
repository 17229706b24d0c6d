#include "genres/sokoban/any.hpp"

namespace nazo::sokoban {

Outcome any_solution(const Board& board, const Budget& budget) { return fewest_pushes(board, budget); }

}  // namespace nazo::sokoban
