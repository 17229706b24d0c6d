#include "genres/sokoban/solve/any/turns.hpp"

#include "genres/sokoban/solve/any/corral_filter.hpp"
#include "genres/sokoban/solve/any/portfolio.hpp"

namespace nazo::sokoban {

std::unique_ptr<CorralFilter> corral_filter(const Board& board, Meter& meter) {
  if (board.squares() > any::most_squares) return nullptr;
  if (board.squares() > any::most_squares_at_ease) return any::filter_for_large(board, meter);
  return std::make_unique<any::Filter<any::most_squares_at_ease / 64>>(board, meter);
}

namespace any {

Outcome take_turns(const Board& board, const Budget& budget, Effort effort) {
  if (board.squares() > most_squares_at_ease) return take_turns_on_large(board, budget, effort);
  return Portfolio<most_squares_at_ease / 64>(board, budget, effort).run();
}

}  // namespace any

}  // namespace nazo::sokoban
