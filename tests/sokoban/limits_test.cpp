// Where something can be full or cut: each part of the solvers and generators by itself, with little room.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>

#include "base/stamps.hpp"
#include "genres/sokoban/analyse/features.hpp"
#include "genres/sokoban/analyse/space.hpp"
#include "genres/sokoban/generate/trim.hpp"
#include "genres/sokoban/genre.hpp"
#include "genres/sokoban/solve/any.hpp"
#include "genres/sokoban/solve/any/turns.hpp"
#include "genres/sokoban/solve/assignment.hpp"
#include "genres/sokoban/solve/solve.hpp"
#include "genres/sokoban/text/text.hpp"
#include "random_level.hpp"

namespace nazo::sokoban {
namespace {

/// Budgets from nothing to plenty, one limit at a time.
std::vector<Budget> budgets() {
  std::vector<Budget> all;
  for (std::uint64_t bytes = 0; bytes < 4'000'000; bytes = 2 * bytes + 7) all.push_back({.bytes = bytes});
  for (std::uint64_t nodes = 0; nodes < 5000; nodes = 2 * nodes + 1) all.push_back({.nodes = nodes});
  for (const double seconds : {0.0, 1e-6, 1e-5, 1e-4}) all.push_back({.seconds = seconds});
  return all;
}

struct Solver {
  std::string name;
  std::function<Outcome(const Board&, const Budget&)> run;
  bool proves = true;  ///< it decides every small level if it is given enough
};

std::vector<Solver> solvers() {
  return {{"pushes", fewest_pushes},
          {"moves", fewest_moves},
          {"any", [](const Board& board, const Budget& budget) { return any_solution(board, budget); }},
          {"any with threads",
           [](const Board& board, const Budget& budget) {
             return any_solution(board, budget, {.threads = 2, .shorten = true});
           }},
          {"turns", [](const Board& board, const Budget& budget) { return any::take_turns(board, budget); }, false},
          {"turns on large boards",
           [](const Board& board, const Budget& budget) { return any::take_turns_on_large(board, budget); }, false}};
}

/// Levels that take a search: solvable ones from far out in their fields, others as chance has it.
Level searched_level(std::uint64_t item) {
  Small<Grid8> level = random_small<Grid8>(71, item, 3 + static_cast<int>(item % 3), 16, 26, 7);
  Field<Grid8> field;
  field.explore(level.floor, level.goals, 20'000);
  if (item % 3 != 0) {
    const auto& far_out = field.states().back();
    level.boxes = far_out.boxes;
    level.keeper = Grid8::lowest(far_out.region);
  }
  return to_level(level);
}

TEST(Limits, NoSolverSaysWhatItHasNotProved) {
  int decided = 0, undecided = 0, solvable = 0;
  for (std::uint64_t i = 0; i < 24; ++i) {
    const Level level = searched_level(i);
    if (solved(level)) continue;
    const Board board(level);
    const Status truth = fewest_pushes(board, {}).status;
    ASSERT_NE(truth, Status::unknown);
    solvable += truth == Status::solved ? 1 : 0;
    for (const Solver& solver : solvers())
      for (const Budget& budget : budgets()) {
        const Outcome outcome = solver.run(board, budget);
        const std::string where = solver.name + " on\n" + write_level(level);
        if (outcome.status == Status::unknown) {
          ++undecided;
          EXPECT_TRUE(outcome.limit != Limit::none || !solver.proves) << where;
          continue;
        }
        ++decided;
        ASSERT_EQ(outcome.status, truth) << where << "bytes " << budget.bytes << " nodes " << budget.nodes;
      }
  }
  EXPECT_GT(solvable, 5);
  EXPECT_LT(solvable, 20);
  EXPECT_GT(decided, 300);
  EXPECT_GT(undecided, 300);
}

/// Whatever a search was doing when its time ran out, making its very first node among it, it ends in one piece.
TEST(Limits, ASearchMayBeCutAtAnyMoment) {
  for (std::uint64_t i = 0; i < 8; ++i) {
    const Level level = searched_level(i);
    if (solved(level)) continue;
    const Board board(level);
    const Status truth = fewest_pushes(board, {}).status;
    for (const Solver& solver : solvers())
      for (int step = 0; step < 60; ++step) {
        const Outcome outcome = solver.run(board, {.seconds = step * 10e-6});
        if (outcome.status == Status::unknown) continue;
        ASSERT_EQ(outcome.status, truth) << solver.name;
      }
  }
}

/// A board that was cut says so; one that was not is the same as without limits.
TEST(Limits, BoardsAreWholeOrSayThatTheyAreNot) {
  const Level level = searched_level(1);
  const Board whole(level);
  ASSERT_EQ(whole.limit(), Limit::none);
  ASSERT_TRUE(whole.has_distances());
  const Board late(level, {.seconds = 0});
  EXPECT_EQ(late.limit(), Limit::time);
  const Board poor(level, {.bytes = 10});
  EXPECT_EQ(poor.limit(), Limit::none);
  EXPECT_FALSE(poor.has_distances());
  EXPECT_EQ(fewest_pushes(poor, {}).limit, Limit::memory);
  for (int s = 0; s < whole.squares(); ++s)
    EXPECT_EQ(whole.live(static_cast<Square>(s)), poor.live(static_cast<Square>(s)));
}

/// A solution of more moves than the proof can count is not denied.
TEST(Limits, SolutionsThatCostTooMuchAreNotCalledImpossible) {
  // A corridor that winds down 199 rows of 201 squares, with the box at its end.
  constexpr int rows = 199, width = 203;
  const std::string walls(width, '#');
  std::string text = walls + "\n";
  for (int row = 0; row < rows; ++row) {
    std::string line = "#" + std::string(width - 2, ' ') + "#";
    if (row == 0) line[1] = '@';
    if (row == rows - 1) line.replace(width - 3, 2, "$.");
    std::string below = walls;
    if (row < rows - 1) below[row % 2 == 0 ? width - 2 : 1] = ' ';
    text += line + "\n" + below + "\n";
  }
  const auto level = read_level(text);
  ASSERT_TRUE(level) << level.error().text();
  const auto moves = solve(*level, Aim::moves, {});
  ASSERT_TRUE(moves);
  EXPECT_EQ(moves->status, Status::unknown);
  EXPECT_EQ(moves->limit, Limit::memory);
  const auto pushes = solve(*level, Aim::pushes, {});
  ASSERT_TRUE(pushes);
  EXPECT_EQ(pushes->status, Status::solved);
  EXPECT_GT(pushes->cost.moves, 32'767);
}

/// The bound is kept up to date over any number of positions, however they follow one another.
TEST(Limits, TheAssignmentStaysTrueForEver) {
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
  const Board board(*level);
  std::vector<Square> live;
  for (int s = 0; s < board.squares(); ++s)
    if (board.live(static_cast<Square>(s))) live.push_back(static_cast<Square>(s));
  Rng rng(72, 0);
  Assignment kept(board);
  int impossible = 0;
  for (int i = 0; i < 20'000; ++i) {
    for (std::size_t n = 0; n < board.count(); ++n) std::swap(live[n], live[n + rng.below(live.size() - n)]);
    const std::span<const Square> boxes(live.data(), board.count());
    const int bound = kept.set(boxes);
    impossible += bound >= Assignment::impossible ? 1 : 0;
    if (i % 50 != 0) continue;
    Assignment fresh(board);
    ASSERT_EQ(bound, fresh.set(boxes)) << "position " << i;
  }
  EXPECT_GT(impossible, 1000) << "those without an assignment are what moves the potentials";
}

TEST(Limits, MarksAreWipedHoweverManyRoundsThereWere) {
  Stamps<4, std::uint8_t> marks(3);
  for (int round = 0; round < 1000; ++round) {
    marks.clear();
    for (std::size_t square = 0; square < 3; ++square) {
      EXPECT_FALSE(marks.has(square)) << round;
      EXPECT_EQ(marks.flags(square), 0u) << round;
    }
    marks.mark(1, 5);
    EXPECT_TRUE(marks.has(1));
    EXPECT_EQ(marks.flags(1), 5u);
    marks.mark(static_cast<std::size_t>(round % 3), 15);
  }
}

TEST(Limits, FieldsAreCompleteOrSayWhyNot) {
  int complete = 0, without_room = 0, cut = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const Small<Grid6> level = random_small(73, i, 3, 12, 24, 6);
    Field<Grid6> whole, part;
    ASSERT_EQ(whole.explore(level.floor, level.goals, 1'000'000), Explored::all);
    for (const Budget& budget : budgets()) {
      Meter meter(budget);
      const Explored explored = part.explore(level.floor, level.goals, 1'000'000, {meter, budget.bytes});
      complete += explored == Explored::all ? 1 : 0;
      without_room += explored == Explored::no_room ? 1 : 0;
      cut += explored == Explored::cut ? 1 : 0;
      EXPECT_EQ(explored == Explored::cut, meter.limit() != Limit::none);
      EXPECT_LE(part.bytes(), std::max<std::uint64_t>(budget.bytes, 20'000))
          << "a table and some states are always there";
      if (explored != Explored::all) continue;
      ASSERT_EQ(part.states().size(), whole.states().size());
      for (std::size_t s = 0; s < part.states().size(); ++s) ASSERT_EQ(part.states()[s].depth, whole.states()[s].depth);
    }
    if (whole.states().size() < 100) continue;
    EXPECT_EQ(part.explore(level.floor, level.goals, 20), Explored::too_many);
  }
  EXPECT_GT(complete, 300);
  EXPECT_GT(without_room, 300);
  EXPECT_GT(cut, 100);
}

TEST(Limits, UselessFloorIsNamedWholeOrNotAtAll) {
  int named = 0, refused = 0;
  for (std::uint64_t i = 0; i < 12; ++i) {
    Small<Grid6> level = random_small(74, i, 3, 16, 24, 6);
    Field<Grid6> field;
    ASSERT_EQ(field.explore(level.floor, level.goals, 1'000'000), Explored::all);
    level.boxes = field.states().back().boxes;
    level.keeper = Grid6::lowest(field.states().back().region);
    Meter unlimited{Budget{}};
    const auto truth = useless_floor(field, level, {unlimited});
    ASSERT_TRUE(truth);
    for (const Budget& budget : budgets()) {
      Meter meter(budget);
      const auto found = useless_floor(field, level, {meter, budget.bytes});
      if (found) {
        ++named;
        EXPECT_EQ(*found, *truth);
      } else {
        ++refused;
        EXPECT_NE(found.error().limit, Limit::none);
      }
    }
  }
  EXPECT_GT(named, 20);
  EXPECT_GT(refused, 20);
}

/// Of several best solutions the solvers find different ones: what follows from one of them is exact only if it is the
/// one that is found without limits.
TEST(Limits, ExactFeaturesAreThoseOfAnUnlimitedRun) {
  const std::vector<std::string> wanted{"pushes", "detour_assigned", "trajectory_crossings", "wasted_area"};
  int exact = 0, others = 0;
  for (const std::uint64_t item : {11U, 49U, 56U, 65U, 68U}) {
    const Level level = searched_level(item);
    const auto full = analyze(level, wanted, {});
    ASSERT_TRUE(full && full->exact);
    for (const Budget& budget : budgets()) {
      const auto part = analyze(level, wanted, budget);
      ASSERT_TRUE(part);
      const bool same = part->features.json() == full->features.json();
      const bool known = !part->features.find("pushes")->is_null();
      EXPECT_TRUE(same || !part->exact) << write_level(level) << part->features.json() << full->features.json();
      exact += part->exact ? 1 : 0;
      others += known && !same ? 1 : 0;
    }
  }
  EXPECT_GT(exact, 5);
  EXPECT_GT(others, 0) << "the levels were chosen for that";
}

TEST(Limits, SpacesOfClosedRoomsAreCountedAndAllLost) {
  const auto uneven = read_level("#########\n#@ $ .#$#\n#  *  #.#\n#########\n");
  ASSERT_TRUE(uneven);
  const auto analysis = analyze(*uneven, {}, {});
  ASSERT_TRUE(analysis);
  EXPECT_TRUE(analysis->exact);
  EXPECT_EQ(analysis->features.find("dead_end_share")->number(), 1);
  EXPECT_GT(analysis->features.find("states")->number(), 1);
}

// ── generators ──

std::vector<std::map<std::string, std::string>> orders() {
  return {{{"per-walk", "3"}},
          {{"per-walk", "3"}, {"boxes", "5"}, {"size", "10x10"}, {"most-states", "50000000"}},
          {{"method", "paper"}},
          {{"method", "paper"}, {"repair", "true"}, {"boxes", "4"}, {"size", "9x9"}}};
}

std::string shown(const Batch& batch) {
  std::string text(name(batch.limit));
  for (const Candidate& candidate : batch.candidates)
    text += "\n" + candidate.puzzle.text + candidate.solution + candidate.features.json();
  for (const auto& [reason, count] : batch.rejected) text += "\n" + reason + " " + std::to_string(count);
  return text;
}

TEST(Limits, AnItemCutByNodesOrBytesIsTheSameEveryTime) {
  const Genre& genre = sokoban_genre();
  int cut = 0, candidates = 0;
  for (const auto& given : orders()) {
    const auto options = Options::make(genre.facts().options, given);
    ASSERT_TRUE(options);
    for (const Budget& budget :
         {Budget{.nodes = 100}, Budget{.nodes = 20'000}, Budget{.nodes = 150'000}, Budget{.nodes = 400'000, .bytes = 0},
          Budget{.nodes = 400'000, .bytes = 60'000}, Budget{.nodes = 400'000, .bytes = 1'000'000}})
      for (std::uint64_t index = 0; index < 4; ++index) {
        const Order order{.options = *options, .seed = 5, .index = index};
        const auto once = genre.generate(order, {.budget = budget}), twice = genre.generate(order, {.budget = budget});
        ASSERT_TRUE(once && twice);
        EXPECT_EQ(shown(*once), shown(*twice));
        EXPECT_TRUE(once->limit == Limit::none || once->limit == Limit::nodes || once->limit == Limit::memory);
        cut += once->limit != Limit::none ? 1 : 0;
        for (const Candidate& candidate : once->candidates) {
          ++candidates;
          EXPECT_TRUE(genre.verify(candidate.puzzle, candidate.solution, *options, {})->valid());
        }
      }
  }
  EXPECT_GT(cut, 20);
  EXPECT_GT(candidates, 10);
}

TEST(Limits, AGeneratorThatIsStoppedSaysSo) {
  const Genre& genre = sokoban_genre();
  const std::atomic<bool> stop = true;
  for (auto given : orders()) {
    given["boxes"] = "6";
    given["size"] = "12x12";
    const auto options = Options::make(genre.facts().options, given);
    ASSERT_TRUE(options);
    const Order order{.options = *options, .seed = 5};
    const auto stopped = genre.generate(order, {.budget = {.stop = &stop}});
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->limit, Limit::stopped);
    const auto late = genre.generate(order, {.budget = {.seconds = 0}});
    ASSERT_TRUE(late);
    EXPECT_EQ(late->limit, Limit::time);
  }
}

TEST(Limits, OrdersThatCannotBeMetEnd) {
  const Genre& genre = sokoban_genre();
  // No two squares that are one another's half turn touch on a board of even sides.
  const auto options = Options::make(
      genre.facts().options, {{"symmetric", "rotation"}, {"boxes", "1"}, {"least-area", "2"}, {"most-area", "2"}});
  ASSERT_TRUE(options);
  const auto batch = genre.generate({.options = *options}, {});
  ASSERT_TRUE(batch);
  EXPECT_TRUE(batch->candidates.empty());
  ASSERT_EQ(batch->rejected.size(), 1u);
  EXPECT_EQ(batch->rejected.front().first, "no_outline");
  const auto small = Options::make(genre.facts().options, {{"outline", "parts"}, {"size", "5x5"}, {"boxes", "1"}});
  ASSERT_TRUE(small);
  EXPECT_FALSE(genre.generate({.options = *small}, {})) << "parts are larger than that";
}

}  // namespace
}  // namespace nazo::sokoban
