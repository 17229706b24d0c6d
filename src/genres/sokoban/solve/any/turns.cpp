#include "genres/sokoban/solve/any/turns.hpp"

#include "genres/sokoban/solve/any/portfolio.hpp"

namespace nazo::sokoban::any {

Outcome take_turns(const Board& board, const Budget& budget, Effort effort) {
  if (board.squares() > most_squares_at_ease) return take_turns_on_large(board, budget, effort);
  return Portfolio<most_squares_at_ease / 64>(board, budget, effort).run();
}

}  // namespace nazo::sokoban::any
