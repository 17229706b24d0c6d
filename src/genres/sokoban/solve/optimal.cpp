#include "genres/sokoban/solve/optimal.hpp"

#include "genres/sokoban/solve/prover.hpp"
#include "genres/sokoban/solve/refine.hpp"

namespace nazo::sokoban {

namespace {

/// Proofs of more nodes than this, or without limit, are made in two steps.
constexpr std::uint64_t nodes_of_one_step = 1'000'000;
/// What the first step may use of the nodes and the time.
constexpr double first_share = 0.25;

/// Fewest pushes, box changes and moves; `least` becomes the pushes that every solution takes at least.
template <int W>
Outcome prove_everything(const Board& board, const Budget& budget, int& least) {
  Prover<W> prover(board, budget, Counted::pushes);
  Outcome outcome = prover.run();
  Refiner<W>(prover).run(outcome);
  least = prover.least();
  return outcome;
}

/// Where the proof of everything takes too long, fewest pushes alone: the second search begins at the pushes the first
/// one came to.
template <int W>
Outcome prove_pushes(const Board& board, const Budget& budget) {
  Meter meter(budget);
  Budget first = budget;
  const bool two_steps = budget.nodes > nodes_of_one_step;
  if (two_steps) first.seconds *= first_share;
  if (two_steps && budget.nodes != Budget::unlimited)
    first.nodes =
        std::max(nodes_of_one_step, static_cast<std::uint64_t>(first_share * static_cast<double>(budget.nodes)));
  int least = 0;
  Outcome outcome = prove_everything<W>(board, first, least);
  const bool may_go_on = outcome.status == Status::unknown && outcome.limit != Limit::stopped && two_steps;
  if (!may_go_on || !meter.spend(outcome.stats.nodes) || !meter.check()) return outcome;
  using Rules = typename Prover<W>::Rules;
  Budget rest = meter.rest();
  rest.bytes -= rest.bytes / 4;  // the corrals' part
  Outcome second = Prover<W>(board, rest, Counted::pushes, Rules::one_solution, least).run();
  second.stats.nodes += outcome.stats.nodes;
  second.stats.expanded += outcome.stats.expanded;
  second.stats.duplicates += outcome.stats.duplicates;
  second.stats.peak_bytes = std::max(second.stats.peak_bytes, outcome.stats.peak_bytes);
  return second;
}

template <int W>
Outcome prove(const Board& board, const Budget& budget, Counted counted) {
  if (counted == Counted::pushes) return prove_pushes<W>(board, budget);
  return Prover<W>(board, budget, counted).run();
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
