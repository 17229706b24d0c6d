#include "genres/sokoban/solve/any.hpp"

#include <algorithm>

#include "genres/sokoban/solve/any/turns.hpp"

namespace nazo::sokoban {

namespace {

/// States of a proof that are tried first: a level that small is solved, or proved to have no solution, sooner that
/// way.
constexpr std::uint64_t first_proof_nodes = 50'000;

/// Adds what an earlier attempt cost.
Outcome with_costs_of(const Outcome& earlier, Outcome outcome) {
  outcome.stats.nodes += earlier.stats.nodes;
  outcome.stats.expanded += earlier.stats.expanded;
  outcome.stats.duplicates += earlier.stats.duplicates;
  outcome.stats.peak_bytes = std::max(outcome.stats.peak_bytes, earlier.stats.peak_bytes);
  return outcome;
}

}  // namespace

Outcome any_solution(const Board& board, const Budget& budget, Effort effort) {
  Meter meter(budget);
  // Is there something left after this attempt, for which another one might be made?
  const auto goes_on = [&](Outcome& outcome, std::uint64_t used_nodes) {
    if (outcome.status != Status::unknown) return false;
    if (meter.spend(used_nodes) && meter.check()) return true;
    outcome.limit = meter.limit();
    return false;
  };
  Budget proof = budget;
  proof.nodes = std::min(proof.nodes, first_proof_nodes);
  Outcome outcome = fewest_pushes(board, proof);
  if (!goes_on(outcome, outcome.stats.nodes)) return outcome;
  if (board.squares() <= any::most_squares) {
    const Outcome turns = any::take_turns(board, meter.rest(), effort);
    outcome = with_costs_of(outcome, turns);
    if (!goes_on(outcome, turns.stats.nodes) || outcome.limit != Limit::none) return outcome;
  }
  // None of the searches knows how to go on: their rules of thumb found no way. The proof has none.
  return with_costs_of(outcome, fewest_pushes(board, meter.rest()));
}

}  // namespace nazo::sokoban
