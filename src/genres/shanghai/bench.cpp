#include "genres/shanghai/bench.hpp"

#include "genres/shanghai/analyse/space.hpp"
#include "genres/shanghai/generate/deal.hpp"
#include "genres/shanghai/rules/layouts.hpp"
#include "genres/shanghai/solve/solve.hpp"

namespace nazo::shanghai {

namespace {

/// Item `number` of `nazo generate shanghai --seed 1`, solvable or not.
Board shuffled(std::string_view layout, std::uint64_t number) {
  Rng rng(1, number);
  const Layout& slots = *find_layout(layout);
  return shuffled_board(slots, *choose_faces(slots.size(), 0, 4, rng), Seen::all, rng);
}

/// Nodes for deciding so many shuffled turtles.
std::uint64_t decide_turtles(std::uint64_t count) {
  std::uint64_t nodes = 0;
  for (std::uint64_t i = 0; i < count; ++i) nodes += decide(shuffled("turtle", i), {}).nodes;
  return nodes;
}

/// A sum over so many turtles dealt backwards, each looked at.
std::uint64_t deal_turtles(std::uint64_t count) {
  const Layout& turtle = *find_layout("turtle");
  const ReverseDealer dealer(turtle);
  std::vector<SlotPair> moves;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Rng rng(1, i);
    const auto faces = choose_faces(turtle.size(), 0, 4, rng);
    const auto board = dealer.deal(*faces, Seen::all, rng, moves);
    if (board) sum += static_cast<std::uint64_t>(moves.front().first.column + board->tiles.front().slot.row);
  }
  return sum;
}

}  // namespace

std::vector<BenchTask> bench_tasks() {
  return {{"decide-turtle", [] { return decide_turtles(200); }},
          {"deal-turtle", [] { return deal_turtles(5000); }},
          {"space-gate", [] { return explore_space(shuffled("gate", 3), {})->states; }}};
}

}  // namespace nazo::shanghai
