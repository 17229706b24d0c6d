#include "genres/sokoban/any.hpp"

#include <algorithm>

#include "genres/sokoban/any/turns.hpp"

namespace nazo::sokoban {

namespace {

/// States of a proof that are tried first: a level that small is solved, or proved to have no solution, sooner that way.
constexpr std::uint64_t proof_nodes = 50'000;

/// Adds what an earlier attempt cost.
Outcome with_costs_of(const Outcome& earlier, Outcome outcome) {
  outcome.stats.nodes += earlier.stats.nodes;
  outcome.stats.expanded += earlier.stats.expanded;
  outcome.stats.duplicates += earlier.stats.duplicates;
  outcome.stats.peak_bytes = std::max(outcome.stats.peak_bytes, earlier.stats.peak_bytes);
  return outcome;
}

}  // namespace

Outcome any_solution(const Board& board, const Budget& budget) {
  Meter meter(budget);
  const auto rest = [&](std::uint64_t used) {
    Budget left = meter.rest();
    if (budget.nodes != Budget::unlimited) left.nodes = budget.nodes > used ? budget.nodes - used : 0;
    return left;
  };
  Budget proof = budget;
  proof.nodes = std::min(proof.nodes, proof_nodes);
  Outcome outcome = fewest_pushes(board, proof);
  if (outcome.status != Status::unknown || board.squares() > any::most_squares) return outcome;
  if (outcome.limit != Limit::nodes && outcome.limit != Limit::memory) return outcome;
  outcome = with_costs_of(outcome, any::take_turns(board, rest(outcome.stats.nodes)));
  if (outcome.status == Status::solved || outcome.limit != Limit::none) return outcome;
  // None of the searches knows how to go on: their rules of thumb found no way. The proof has none.
  return with_costs_of(outcome, fewest_pushes(board, rest(outcome.stats.nodes)));
}

}  // namespace nazo::sokoban
