#include "genres/sokoban/solve/optimal.hpp"

#include "genres/sokoban/solve/prover.hpp"
#include "genres/sokoban/solve/refine.hpp"

namespace nazo::sokoban {

namespace {

template <int W>
Outcome prove(const Board& board, const Budget& budget, Counted counted) {
  Prover<W> prover(board, budget, counted);
  Outcome outcome = prover.run();
  if (counted == Counted::pushes) Refiner<W>(prover).run(outcome);
  return outcome;
}

/// Is the sum of all boxes' distances always told from "no assignment"?
bool bounds_are_exact(const Board& board) {
  return board.count() * std::size_t{board.farthest()} < std::size_t{Assignment::impossible};
}

bool is_too_large(const Board& board) {
  return board.live_squares() > Board::most_live_squares || board.count() > most_boxes_to_prove ||
         !board.has_distances() || !bounds_are_exact(board);
}

Outcome prove(const Board& board, const Budget& budget, Counted counted) {
  if (board.hopeless()) return {.status = Status::unsolvable};
  if (is_too_large(board)) return {.limit = Limit::memory};
  const int live = board.live_squares();
  if (live <= 64) return prove<1>(board, budget, counted);
  if (live <= 128) return prove<2>(board, budget, counted);
  if (live <= 256) return prove<4>(board, budget, counted);
  return prove<16>(board, budget, counted);
}

}  // namespace

Outcome fewest_pushes(const Board& board, const Budget& budget) { return prove(board, budget, Counted::pushes); }
Outcome fewest_moves(const Board& board, const Budget& budget) { return prove(board, budget, Counted::moves); }

}  // namespace nazo::sokoban
