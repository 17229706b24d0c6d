// The solvers against an independent one, and against values known from elsewhere.
#include "genres/sokoban/solve/solve.hpp"

#include <gtest/gtest.h>

#include "genres/sokoban/generate/walk.hpp"
#include "genres/sokoban/solve/any.hpp"
#include "genres/sokoban/solve/field.hpp"
#include "genres/sokoban/solve/prover.hpp"
#include "oracle.hpp"
#include "random_level.hpp"

namespace nazo::sokoban {
namespace {

Cost cost_of(const oracle::Best& best) { return {best.pushes, best.box_changes, best.moves}; }

/// A solver's solution replays and costs exactly what the oracle says; unsolvable levels are called so.
void expect_best(const Level& level, const std::optional<oracle::Best>& truth, Status status, const std::string& lurd,
                 const std::string& who) {
  ASSERT_EQ(status, truth ? Status::solved : Status::unsolvable) << who << "\n" << write_level(level);
  if (!truth) return;
  const Replay played = replay(level, lurd);
  ASSERT_TRUE(played.solves) << who << "\n" << write_level(level) << lurd;
  EXPECT_EQ(played.cost, cost_of(*truth)) << who << "\n" << write_level(level) << lurd;
}

TEST(Solve, FieldAndProofAgreeWithTheOracleOnRandomLevels) {
  int solvable = 0, unsolvable = 0;
  for (std::uint64_t i = 0; i < 2500; ++i) {
    const Level level = to_level(random_small(11, i, 1 + static_cast<int>(i % 3)));
    if (solved(level)) continue;
    const auto truth = oracle::solve(level);
    (truth ? solvable : unsolvable) += 1;
    const Answer by_field = *solve(level, Aim::pushes, {});
    EXPECT_EQ(by_field.method, "field");
    expect_best(level, truth, by_field.status, by_field.lurd, "field");
    const Board board(level);
    const Outcome by_proof = fewest_pushes(board, {});
    expect_best(level, truth, by_proof.status,
                by_proof.status == Status::solved ? *lurd_of(board, by_proof.pushes) : std::string(), "proof");
    if (by_proof.status == Status::solved) {
      EXPECT_TRUE(by_proof.proved.pushes && by_proof.proved.box_changes && by_proof.proved.moves);
    }
  }
  EXPECT_GT(solvable, 200) << "the comparison must see both kinds";
  EXPECT_GT(unsolvable, 200);
}

TEST(Solve, FieldAndProofAgreeOnLargerLevels) {
  int solvable = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Level level = to_level(random_small<Grid8>(12, i, 2 + static_cast<int>(i % 4), 14, 30, 7));
    const Answer by_field = *solve(level, Aim::pushes, {});
    const Board board(level);
    const Outcome by_proof = fewest_pushes(board, {});
    ASSERT_EQ(by_field.status, by_proof.status) << write_level(level);
    if (by_field.status != Status::solved) continue;
    ++solvable;
    EXPECT_EQ(replay(level, by_field.lurd).cost, replay(level, *lurd_of(board, by_proof.pushes)).cost)
        << write_level(level);
  }
  EXPECT_GT(solvable, 100);
}

/// Every level the walk hands out has exactly the pushes it says, by a breadth-first search that shares no code with
/// it.
TEST(Solve, GeneratedLevelsAgreeWithAnIndependentBreadthFirstSearch) {
  WalkOrder order;
  order.most_levels = 10;
  Walker<Grid6> walker(order);
  WalkCounts counts;
  int compared = 0;
  for (std::uint64_t i = 0; compared < 520; ++i) {
    Rng rng(21, i);
    for (const Found<Grid6>& found : walker.walk(rng, counts)) {
      const Level level = to_level(found.level);
      ASSERT_EQ(oracle::fewest_pushes(level), found.measures.pushes) << write_level(level);
      const Answer answer = *solve(level, Aim::pushes, {});
      ASSERT_EQ(answer.cost.pushes, found.measures.pushes);
      ASSERT_EQ(answer.cost.box_changes, found.measures.box_changes) << write_level(level);
      ASSERT_EQ(found.measures.detour, found.measures.pushes - manhattan_matching(level));
      if (compared++ % 40 != 0) continue;
      ASSERT_EQ(cost_of(*oracle::solve(level)), answer.cost) << write_level(level);
    }
  }
}

TEST(Solve, FewestMovesAgreeWithTheOracle) {
  int solvable = 0;
  for (std::uint64_t i = 0; i < 800; ++i) {
    const Level level = to_level(random_small(13, i, 1 + static_cast<int>(i % 3)));
    const auto truth = oracle::fewest_moves(level);
    const Answer answer = *solve(level, Aim::moves, {});
    ASSERT_EQ(answer.status, truth ? Status::solved : Status::unsolvable) << write_level(level);
    if (!truth) continue;
    ++solvable;
    EXPECT_EQ(replay(level, answer.lurd).cost.moves, *truth) << write_level(level);
    EXPECT_TRUE(answer.proved.moves);
  }
  EXPECT_GT(solvable, 80);
}

TEST(Solve, AnySolutionAgreesAboutSolvability) {
  for (std::uint64_t i = 0; i < 600; ++i) {
    const Level level = to_level(random_small(14, i, 1 + static_cast<int>(i % 4), 9, 20, 6));
    const Answer truth = *solve(level, Aim::pushes, {});
    const Board board(level);
    const Outcome any = any_solution(board, {.seconds = 20});
    ASSERT_EQ(any.status, truth.status) << write_level(level);
    if (any.status == Status::solved) {
      EXPECT_TRUE(replay(level, *lurd_of(board, any.pushes)).solves) << write_level(level);
    }
  }
}

/// Pruning to PI-corrals keeps the fewest pushes but may lose the fewest box changes; this level shows it (2, not 3).
TEST(Solve, BoxChangesOfTheWitnessAgainstCorralPruning) {
  const auto level = read_level(
      "########\n"
      "###    #\n"
      "##@#  ##\n"
      "## * $##\n"
      "## .#.##\n"
      "## $  ##\n"
      "##    ##\n"
      "########\n");
  ASSERT_TRUE(level);
  const Board board(*level);
  const Outcome proof = fewest_pushes(board, {});
  ASSERT_EQ(proof.status, Status::solved);
  const Cost cost = replay(*level, *lurd_of(board, proof.pushes)).cost;
  EXPECT_EQ(cost.pushes, 4);
  EXPECT_EQ(cost.box_changes, 2);
  EXPECT_EQ(solve(*level, Aim::best, {})->cost, cost);
}

/// A quarter of a million positions, one after another far apart: the bound must not lose itself on the way.
TEST(Solve, LongSearchesForTheFewestMovesEnd) {
  const auto level = read_level(
      "#########\n"
      "#  .  # #\n"
      "# $     #\n"
      "#. **   #\n"
      "# $@ $ ##\n"
      "# ## * #\n"
      "#### .##\n"
      "   ####\n");
  ASSERT_TRUE(level);
  const Answer answer = *solve(*level, Aim::moves, {.seconds = 60});
  ASSERT_EQ(answer.status, Status::solved);
  EXPECT_TRUE(answer.proved.moves);
  EXPECT_EQ(answer.cost.moves, 34) << "as the oracle says, which takes its time";
}

TEST(Solve, ClosedRoomsDecide) {
  // A box off goal where nobody comes.
  const auto lost = read_level("#########\n#@ $.#$.#\n#########\n");
  ASSERT_TRUE(lost);
  EXPECT_EQ(solve(*lost, Aim::best, {})->status, Status::unsolvable);
  // On its goal it does no harm.
  const auto kept = read_level("#########\n#@ $.#* #\n#########\n");
  ASSERT_TRUE(kept);
  EXPECT_EQ(solve(*kept, Aim::best, {})->cost, (Cost{1, 1, 2}));
}

TEST(Solve, BudgetsAreKept) {
  std::string text = std::string(200, '#') + "\n";
  for (int r = 0; r < 198; ++r) {
    std::string row(200, ' ');
    row.front() = row.back() = '#';
    if (r % 4 == 1)
      for (std::size_t c = 10; c < 190; c += 3) row[c] = '$';
    if (r % 4 == 3)
      for (std::size_t c = 11; c < 191; c += 3) row[c] = '.';
    if (r == 0) row[1] = '@';
    text += row + "\n";
  }
  text += std::string(200, '#') + "\n";
  const auto level = read_level(text);
  ASSERT_TRUE(level);
  const int boxes = level->count(box), goals = level->count(goal);
  Level even = *level;
  for (std::size_t i = even.cells.size(); i-- > 0 && even.count(box) > std::min(boxes, goals);)
    if (even.cells[i] == box) even.cells[i] = nothing;
  for (std::size_t i = even.cells.size(); i-- > 0 && even.count(goal) > std::min(boxes, goals);)
    if (even.cells[i] == goal) even.cells[i] = nothing;
  ASSERT_TRUE(faults(even).empty());
  const Answer answer = *solve(even, Aim::best, {.seconds = 1, .bytes = std::uint64_t{64} << 20});
  EXPECT_NE(answer.status, Status::unsolvable);
  if (answer.status == Status::unknown) {
    EXPECT_NE(answer.limit, Limit::none);
  }
}

TEST(Solve, CorralsKeepTheFewestPushes) {
  int solvable = 0, unsolvable = 0;
  for (std::uint64_t i = 0; i < 900; ++i) {
    const Small<Grid6> small = random_small(47, i, 2 + static_cast<int>(i % 3), 12, 22, 6);
    Field<Grid6> field;
    const Level level = to_level(small);
    const Board board(level);
    if (field.explore(small.floor, small.goals, 20'000) != Explored::all || solved(level) || board.hopeless()) continue;
    const auto* const start = field.find(small.boxes, keeper_region(small));
    using Rules = Prover<1>::Rules;
    const Outcome outcome = Prover<1>(board, {}, Counted::pushes, Rules::one_solution).run();
    EXPECT_EQ(outcome.status, start != nullptr ? Status::solved : Status::unsolvable) << write_level(level);
    (start != nullptr ? solvable : unsolvable) += 1;
    if (start == nullptr || outcome.status != Status::solved) continue;
    EXPECT_EQ(outcome.pushes.size(), start->depth) << write_level(level);
    EXPECT_FALSE(outcome.proved.box_changes);
    EXPECT_TRUE(replay(level, *lurd_of(board, outcome.pushes)).solves);
  }
  EXPECT_GT(solvable, 40);
  EXPECT_GT(unsolvable, 40);
}

/// On boards that are their own image positions are looked at for all their images, and nothing of the proof is lost;
/// nor is it when the search begins where another one has come to.
TEST(Solve, ImagesAndBoundsKeepTheFewestPushes) {
  int solved_levels = 0, unsolvable = 0;
  std::uint64_t plain_nodes = 0, nodes = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(48, i);
    Plan plan;
    plan.least_area = 16;
    plan.most_area = 26;
    plan.likeness = i % 2 == 0 ? Likeness::mirror : Likeness::rotation;
    Small<Grid6> level;
    level.floor = grown_outline<Grid6>(plan, rng);
    const auto pick = [&](Grid6::Bits set) {
      for (auto n = rng.below(static_cast<std::uint64_t>(Grid6::count(set))); n > 0; --n) set &= set - 1;
      return set & (~set + 1);
    };
    while (Grid6::count(level.goals) < 3) level.goals |= with_image<Grid6>(pick(level.floor), plan);
    while (Grid6::count(level.boxes) < Grid6::count(level.goals)) level.boxes |= pick(level.floor & ~level.boxes);
    level.keeper = Grid6::lowest(pick(level.floor & ~level.boxes));
    Field<Grid6> field;
    if (field.explore(level.floor, level.goals, 100'000) != Explored::all) continue;
    if (i % 4 < 3) {  // one that can be solved
      const auto& state = field.states()[rng.below(field.states().size())];
      level.boxes = state.boxes;
      level.keeper = Grid6::lowest(state.region);
    }
    const Level text = to_level(level);
    const Board board(text);
    if (solved(text) || board.hopeless() || board.squares() != Grid6::count(level.floor)) continue;
    ASSERT_FALSE(Images(board).maps().empty()) << write_level(text);
    using Rules = Prover<1>::Rules;
    Prover<1> prover(board, {}, Counted::pushes, Rules::one_solution);
    const Outcome outcome = prover.run();
    nodes += outcome.stats.nodes;
    plain_nodes += Prover<1>(board, {}, Counted::pushes).run().stats.nodes;
    const auto* const start = field.find(level.boxes, keeper_region(level));
    ASSERT_EQ(outcome.status, start == nullptr ? Status::unsolvable : Status::solved) << write_level(text);
    if (start == nullptr) {
      ++unsolvable;
      continue;
    }
    ++solved_levels;
    EXPECT_EQ(outcome.pushes.size(), start->depth) << write_level(text);
    EXPECT_TRUE(replay(text, *lurd_of(board, outcome.pushes)).solves) << write_level(text);
    EXPECT_EQ(prover.least(), static_cast<int>(start->depth));
    const Outcome again = Prover<1>(board, {}, Counted::pushes, Rules::one_solution, prover.least()).run();
    EXPECT_EQ(again.pushes.size(), start->depth) << write_level(text);
  }
  EXPECT_GT(solved_levels, 30);
  EXPECT_GT(unsolvable, 5);
  EXPECT_LT(nodes, plain_nodes);
}

}  // namespace
}  // namespace nazo::sokoban
