#include "genres/sokoban/bench.hpp"

#include "genres/sokoban/generate/outline.hpp"
#include "genres/sokoban/generate/walk.hpp"
#include "genres/sokoban/rules/small.hpp"
#include "genres/sokoban/solve/any/turns.hpp"
#include "genres/sokoban/solve/field_solution.hpp"
#include "genres/sokoban/solve/optimal.hpp"
#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban {

namespace {

/// States of 2,000 fields on random outlines.
std::uint64_t fields() {
  const Plan plan;
  Field<Grid6> field;
  std::uint64_t states = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Rng rng(1, i);
    const auto floor = grown_outline<Grid6>(plan, rng);
    Grid6::Bits goals = 0;
    while (Grid6::count(goals) < 3) goals |= floor & bit<Grid6>(static_cast<int>(rng.below(64)));
    field.explore(floor, goals, 1'000'000);
    states += field.states().size();
  }
  return states;
}

/// Positions looked at by 40 walks, levels counted a thousandfold so that both show in the signature.
std::uint64_t walks() {
  WalkOrder order;
  Walker<Grid6> walker(order);
  WalkCounts counts;
  std::uint64_t levels = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    Rng rng(1, i);
    levels += walker.walk(rng, counts).size();
  }
  return counts.states + 1000 * levels;
}

/// Nodes of proofs on random boards of 8×8 squares inside, five boxes, at most 40,000 nodes each.
std::uint64_t proofs() {
  Plan plan;
  plan.width = plan.height = 8;
  plan.least_area = plan.most_area = 45;
  std::uint64_t nodes = 0;
  for (std::uint64_t i = 0; i < 6; ++i) {
    Rng rng(3, i);
    Small<Grid8> level;
    level.floor = grown_outline<Grid8>(plan, rng);
    while (Grid8::count(level.goals) < 5) level.goals |= level.floor & bit<Grid8>(static_cast<int>(rng.below(64)));
    while (Grid8::count(level.boxes) < 5) level.boxes |= level.floor & bit<Grid8>(static_cast<int>(rng.below(64)));
    level.keeper = Grid8::lowest(level.floor & ~level.boxes);
    const Board board(to_level(level));
    nodes += fewest_pushes(board, {.nodes = 40'000}).stats.nodes;
  }
  return nodes;
}

/// Nodes of the search for any solution on two floors of boxes behind a narrow door.
std::uint64_t turns() {
  const auto level = read_level(
      "####################\n"
      "#     #     ##     #\n"
      "# $ $ # $ $ ##  ...#\n"
      "#  $    $       ...#\n"
      "# $ $ # $ $ ##  ...#\n"
      "#  $  #  $  ##  ...#\n"
      "#  @  #     ##     #\n"
      "####################\n");
  return level ? any::take_turns(Board(*level), {.nodes = 6000}).stats.nodes : 0;
}

}  // namespace

std::vector<BenchTask> bench_tasks() {
  return {{"fields", fields}, {"walks", walks}, {"proofs", proofs}, {"turns", turns}};
}

}  // namespace nazo::sokoban
