#include "genres/sokoban/optimal.hpp"

#include "genres/sokoban/prover.hpp"
#include "genres/sokoban/refine.hpp"

namespace nazo::sokoban {

namespace {

template <int W>
Outcome prove(const Board& board, const Budget& budget, Counted counted) {
  Prover<W> prover(board, budget, counted);
  Outcome outcome = prover.run();
  if (counted == Counted::pushes) Refiner<W>(prover).run(outcome);
  return outcome;
}

Outcome prove(const Board& board, const Budget& budget, Counted counted) {
  Outcome outcome;
  if (board.hopeless()) {
    outcome.status = Status::unsolvable;
    return outcome;
  }
  int live = 0;
  for (int s = 0; s < board.squares(); ++s) live += board.live(static_cast<Square>(s)) ? 1 : 0;
  if (live > most_live_squares || board.count() > most_boxes_to_prove || !board.has_distances()) {
    outcome.limit = Limit::memory;
    return outcome;
  }
  if (live <= 64) return prove<1>(board, budget, counted);
  if (live <= 128) return prove<2>(board, budget, counted);
  if (live <= 256) return prove<4>(board, budget, counted);
  return prove<16>(board, budget, counted);
}

}  // namespace

Outcome fewest_pushes(const Board& board, const Budget& budget) { return prove(board, budget, Counted::pushes); }
Outcome fewest_moves(const Board& board, const Budget& budget) { return prove(board, budget, Counted::moves); }

}  // namespace nazo::sokoban
