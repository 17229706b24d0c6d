// The parts of the search for any solution, each against exact fields of small boards, and the whole on larger ones.
#include "genres/sokoban/solve/any.hpp"

#include <gtest/gtest.h>

#include <set>

#include "genres/sokoban/solve/any/portfolio.hpp"
#include "genres/sokoban/solve/check.hpp"
#include "genres/sokoban/solve/field.hpp"
#include "genres/sokoban/solve/solve.hpp"
#include "genres/sokoban/text/text.hpp"
#include "random_level.hpp"

namespace nazo::sokoban {
namespace {

using any::Bits;
using Small6 = Small<Grid6>;

/// A board and where its squares lie in a small level of the same outline.
struct Pair {
  explicit Pair(const Small6& level) : small(level), plain(to_level(level)), board(plain), terrain(board) {
    // Both are numbered row by row.
    int top = Grid6::side, left = Grid6::side;
    for_each_bit<Grid6>(level.floor, [&](int s) {
      top = std::min(top, row_of<Grid6>(s));
      left = std::min(left, column_of<Grid6>(s));
    });
    for (int s = 0; s < board.squares(); ++s) {
      const int cell = board.cell(static_cast<Square>(s));
      grid_of.push_back(square_at<Grid6>(cell / board.width() - 1 + top, cell % board.width() - 1 + left));
    }
  }
  [[nodiscard]] Bits<1> squares(Grid6::Bits set) const {
    Bits<1> result;
    for (std::size_t s = 0; s < grid_of.size(); ++s)
      if ((set & bit<Grid6>(grid_of[s])) != 0) result.add(static_cast<Square>(s));
    return result;
  }
  Small6 small;
  Level plain;
  Board board;
  any::Terrain<1> terrain;
  std::vector<int> grid_of;
};

Grid6::Bits pushed(Grid6::Bits boxes, int from, Direction d) {
  return boxes ^ bit<Grid6>(from) ^ bit<Grid6>(from + offset<Grid6>(d));
}

int level_boxes(const Small6& level) { return Grid6::count(level.boxes); }

TEST(Any, DeadlockRulesNeverCondemnWhatCanBeSolved) {
  int states = 0, lost = 0, restricted = 0;
  for (std::uint64_t i = 0; i < 250; ++i) {
    const Small6 level = random_small(41, i, 2 + static_cast<int>(i % 3), 10, 20, 6);
    Field<Grid6> field;
    if (field.explore(level.floor, level.goals, 4000) != Explored::all) continue;
    const Pair pair(level);
    if (pair.board.squares() != Grid6::count(level.floor)) continue;
    Meter unlimited{Budget{}};
    any::Deadlocks<1> deadlocks(pair.terrain, unlimited);
    any::Mover<1> mover(pair.terrain);
    // Every position of these boxes that can be reached from a solvable one by one push, solvable or not.
    for (const auto& state : field.states()) {
      if (state.depth == 0 || (states++ % 7) != 0) continue;
      const Bits<1> boxes = pair.squares(state.boxes);
      mover.load(boxes);
      Square keeper = no_square;
      pair.squares(state.region).for_each([&](Square s) { keeper = std::min(keeper, s); });
      ASSERT_EQ(mover.flood(keeper), keeper);
      boxes.for_each([&](Square b) { EXPECT_FALSE(deadlocks.frozen(boxes, b)); });
      EXPECT_TRUE(deadlocks.assignable(boxes));
      mover.load(boxes);
      mover.flood(keeper);
      const auto verdict = deadlocks.corrals(boxes, mover, keeper, 100);
      Small6 now = level;
      now.boxes = state.boxes;
      now.keeper = Grid6::lowest(state.region);
      ASSERT_FALSE(verdict.lost) << write_level(to_level(now));
      if (!verdict.restricted) continue;
      ++restricted;
      // Some push of the boxes it names is on a shortest way to the goals.
      bool goes_on = false;
      for (const Direction d : directions)
        for_each_bit<Grid6>(
            state.boxes & shifted<Grid6>(state.region, d) & shifted<Grid6>(level.floor & ~state.boxes, opposite(d)),
            [&](int from) {
              const Grid6::Bits after = pushed(state.boxes, from, d);
              const auto place = static_cast<std::size_t>(std::ranges::find(pair.grid_of, from) - pair.grid_of.begin());
              const auto* next = field.find(after, flood<Grid6>(bit<Grid6>(from), level.floor & ~after));
              if (verdict.first.has(static_cast<Square>(place)) && next != nullptr && next->depth + 1 == state.depth)
                goes_on = true;
            });
      EXPECT_TRUE(goes_on) << write_level(to_level(now));
    }
    // And the rules do fire: the level itself, where it cannot be solved.
    if (field.find(level.boxes, keeper_region(level)) == nullptr) {
      const Bits<1> boxes = pair.squares(level.boxes);
      mover.load(boxes);
      const Square keeper = mover.flood(pair.board.keeper());
      lost += deadlocks.corrals(boxes, mover, keeper, 100).lost || !deadlocks.assignable(boxes) ? 1 : 0;
    }
  }
  EXPECT_GT(states, 5000);
  EXPECT_GT(restricted, 50);
  EXPECT_GT(lost, 50);
}

/// Sets of boxes that were learnt to be lost, from every lost position that is one push away from a solvable one, are
/// in none that can be solved.
TEST(Any, LearntSetsNeverCondemnWhatCanBeSolved) {
  std::size_t learnt = 0, small = 0;
  for (std::uint64_t i = 0; i < 250; ++i) {
    const Small6 level = random_small(46, i, 3 + static_cast<int>(i % 2), 12, 22, 6);
    Field<Grid6> field;
    if (field.explore(level.floor, level.goals, 6000) != Explored::all) continue;
    const Pair pair(level);
    if (pair.board.squares() != Grid6::count(level.floor)) continue;
    Meter unlimited{Budget{}};
    any::Deadlocks<1> deadlocks(pair.terrain, unlimited);
    any::Mover<1> mover(pair.terrain);
    const auto keeper_in = [&](Grid6::Bits region) {
      Square keeper = no_square;
      pair.squares(region).for_each([&](Square s) { keeper = std::min(keeper, s); });
      return keeper;
    };
    for (const auto& state : field.states())
      for (const Direction d : directions)
        for_each_bit<Grid6>(
            state.boxes & shifted<Grid6>(state.region, d) & shifted<Grid6>(level.floor & ~state.boxes, opposite(d)),
            [&](int from) {
              const Grid6::Bits after = pushed(state.boxes, from, d);
              const Grid6::Bits region = flood<Grid6>(bit<Grid6>(from), level.floor & ~after);
              if (field.find(after, region) != nullptr) return;
              mover.load(pair.squares(after));
              (void)deadlocks.corrals(pair.squares(after), mover, mover.flood(keeper_in(region)), 100);
            });
    learnt += deadlocks.lore().sets().size();
    for (const auto& lost : deadlocks.lore().sets()) small += lost.boxes.count() < level_boxes(level) ? 1 : 0;
    for (const auto& state : field.states()) {
      const Bits<1> boxes = pair.squares(state.boxes);
      boxes.for_each([&](Square b) { ASSERT_FALSE(deadlocks.known(boxes, b, keeper_in(state.region))); });
    }
  }
  EXPECT_GT(learnt, 50U);
  EXPECT_GT(small, 10U);
}

TEST(Any, CarriesAreExactlyWhatSinglePushesOfOneBoxReach) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Small6 level = random_small(42, i, 3, 12, 24, 6);
    const Pair pair(level);
    if (pair.board.squares() != Grid6::count(level.floor)) continue;
    any::Mover<1> mover(pair.terrain);
    const Bits<1> boxes = pair.squares(level.boxes);
    for (std::size_t place = 0; place < pair.grid_of.size(); ++place) {
      const auto box_square = static_cast<Square>(place);
      if (!boxes.has(box_square)) continue;
      // Breadth first over (square of the box, the keeper's region).
      std::set<std::pair<int, Grid6::Bits>> seen;
      std::vector<std::pair<int, Grid6::Bits>> queue{{pair.grid_of[place], keeper_region(level)}};
      const Grid6::Bits others = level.boxes & ~bit<Grid6>(pair.grid_of[place]);
      seen.insert(queue.front());
      for (std::size_t q = 0; q < queue.size(); ++q) {
        const auto [at, region] = queue[q];
        for (const Direction d : directions) {
          const Grid6::Bits to = shifted<Grid6>(bit<Grid6>(at), d), stand = shifted<Grid6>(bit<Grid6>(at), opposite(d));
          if ((to & level.floor & ~others) == 0 || (stand & region) == 0 ||
              !pair.terrain.live().meets(pair.squares(to)))
            continue;
          const std::pair next{Grid6::lowest(to), flood<Grid6>(bit<Grid6>(at), level.floor & ~others & ~to)};
          if (seen.insert(next).second) queue.push_back(next);
        }
      }
      std::set<std::pair<int, Grid6::Bits>> carried;
      mover.load(boxes);
      mover.flood(pair.board.keeper());
      mover.carries<any::Mode::push>(box_square, pair.terrain.live(), [&](const any::Carry& carry) {
        const int to = pair.grid_of[carry.to];
        const Grid6::Bits stand = shifted<Grid6>(bit<Grid6>(to), carry.side);
        const Grid6::Bits region = flood<Grid6>(stand, level.floor & ~others & ~bit<Grid6>(to));
        EXPECT_TRUE(carried.emplace(to, region).second) << "named twice";
        int regions = 0;
        for (Grid6::Bits rest = level.floor & ~others & ~bit<Grid6>(to); rest != 0; ++regions)
          rest &= ~flood<Grid6>(rest & (~rest + 1), rest);
        EXPECT_EQ(carry.regions, regions);
        EXPECT_EQ(pair.grid_of[carry.keeper], Grid6::lowest(region));
      });
      // The box's own square is no end of a carry, whichever side the keeper comes back to.
      std::erase_if(seen, [&](const auto& end) { return end.first == pair.grid_of[place]; });
      EXPECT_EQ(carried, seen) << write_level(pair.plain);
    }
  }
}

/// Two rooms full of boxes and a goal room behind a door.
constexpr std::string_view warehouse =
    "##################\n"
    "#     #   ##     #\n"
    "# $ $ # $ ##   ..#\n"
    "#  $    $      ..#\n"
    "# $ $ # $ ##   ..#\n"
    "#  @  #   ##   ..#\n"
    "##################\n";

TEST(Any, LargeLevelsAreSolvedAndReplay) {
  const auto level = read_level(warehouse);
  ASSERT_TRUE(level);
  const Board board(*level);
  const Outcome outcome = any::Portfolio<3>(board, {.nodes = 200'000}).run();
  ASSERT_EQ(outcome.status, Status::solved);
  EXPECT_TRUE(replay(*level, *lurd_of(board, outcome.pushes)).solves);
  // The same by sets of many words.
  const Outcome wide = any::Portfolio<16>(board, {.nodes = 200'000}).run();
  ASSERT_EQ(wide.status, Status::solved);
  EXPECT_EQ(wide.pushes, outcome.pushes);
}

TEST(Any, LimitsEndTheSearch) {
  const auto level = read_level(warehouse);
  ASSERT_TRUE(level) << level.error().text();
  const Board board(*level);
  const Outcome few = any_solution(board, {.nodes = 20});
  EXPECT_EQ(few.status, Status::unknown);
  EXPECT_EQ(few.limit, Limit::nodes);
  const Outcome little = any_solution(board, {.nodes = 100'000, .bytes = 100'000});
  if (little.status == Status::unknown) {
    EXPECT_NE(little.limit, Limit::none);
  }
}

TEST(Any, ThreadsChangeNothing) {
  const auto level = read_level(warehouse);
  ASSERT_TRUE(level);
  const Board board(*level);
  for (const std::uint64_t nodes : {500, 2500, 9000, 40'000, 200'000}) {
    const Outcome one = any::Portfolio<3>(board, {.nodes = nodes}, {.threads = 1}).run();
    const Outcome two = any::Portfolio<3>(board, {.nodes = nodes}, {.threads = 2}).run();
    EXPECT_EQ(one.status, two.status);
    EXPECT_EQ(one.pushes, two.pushes);
  }
}

/// The search along a plan alone: what it finds replays, and it finds most of what can be found.
TEST(Any, PackingAlongAPlanSolvesSmallLevels) {
  int solvable = 0, found = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Small6 level = random_small(47, i, 3, 12, 24, 6);
    Field<Grid6> field;
    const Level plain = to_level(level);
    if (field.explore(level.floor, level.goals, 50'000) != Explored::all || solved(plain)) continue;
    const bool can_be_solved = field.find(level.boxes, keeper_region(level)) != nullptr;
    const Board board(plain);
    if (board.hopeless()) continue;
    const any::Terrain<1> terrain(board);
    Meter meter{Budget{}};
    any::Deadlocks<1> deadlocks(terrain, meter);
    auto plan = any::Planner<1>(terrain, meter).run(1000, 1 << 26);
    if (plan.stages.empty()) plan.stages.push_back(terrain.goals());
    any::Packer<1> packer(terrain, plan, meter);
    solvable += can_be_solved ? 1 : 0;
    const auto pushes = packer.run({.nodes = 5000, .most_bytes = 1 << 26, .deadlocks = &deadlocks});
    EXPECT_TRUE(can_be_solved || !pushes);
    if (!pushes) continue;
    EXPECT_TRUE(replay(plain, *lurd_of(board, *pushes)).solves) << write_level(plain);
    ++found;
  }
  EXPECT_GE(solvable, 15);
  EXPECT_GE(found * 10, solvable * 9) << found << " of " << solvable;
}

/// A team alone: both kinds find ways that replay, by pushes first and then by pulls the other way round.
template <any::Mode Opener>
void expect_team_solves(std::uint64_t seed) {
  int solvable = 0, found = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Small6 level = random_small(seed, i, 3, 12, 24, 6);
    Field<Grid6> field;
    const Level plain = to_level(level);
    if (field.explore(level.floor, level.goals, 50'000) != Explored::all || solved(plain)) continue;
    const bool can_be_solved = field.find(level.boxes, keeper_region(level)) != nullptr;
    const Board board(plain);
    if (board.hopeless()) continue;
    const any::Terrain<1> terrain(board);
    Meter meter{Budget{}};
    any::Deadlocks<1> deadlocks(terrain, meter);
    any::Team<1, Opener> team(terrain, meter);
    solvable += can_be_solved ? 1 : 0;
    for (int turn = 0; turn < 6 && !team.exhausted(); ++turn) {
      const auto pushes = team.run({.nodes = 500, .most_bytes = 1 << 26, .deadlocks = &deadlocks});
      if (!pushes) continue;
      EXPECT_TRUE(can_be_solved);
      EXPECT_TRUE(replay(plain, *lurd_of(board, *pushes)).solves) << write_level(plain);
      ++found;
      break;
    }
  }
  EXPECT_GE(solvable, 15);
  EXPECT_GE(found * 10, solvable * 9) << found << " of " << solvable;
}
TEST(Any, TeamsThatOpenFromTheEndSolveSmallLevels) { expect_team_solves<any::Mode::pull>(44); }
TEST(Any, TeamsThatOpenFromTheStartSolveSmallLevels) { expect_team_solves<any::Mode::push>(45); }

TEST(Any, ShorteningKeepsTheSolutionAndIsNeverLonger) {
  const auto level = read_level(warehouse);
  ASSERT_TRUE(level);
  const Board board(*level);
  const Outcome plain = any::Portfolio<3>(board, {.nodes = 200'000}).run();
  const Outcome shorter = any::Portfolio<3>(board, {.nodes = 2'000'000}, {.shorten = true}).run();
  ASSERT_EQ(shorter.status, Status::solved);
  EXPECT_TRUE(replay(*level, *lurd_of(board, shorter.pushes)).solves);
  EXPECT_LT(shorter.pushes.size(), plain.pushes.size());
  // Stopped at any time it is still a solution.
  for (const std::uint64_t nodes : {0, 1, 100, 3000}) {
    const any::Terrain<3> terrain(board);
    Meter meter({.nodes = nodes}, 1);
    const auto pushes = any::Shortener<3>(terrain, meter).run(plain.pushes);
    EXPECT_LE(pushes.size(), plain.pushes.size());
    EXPECT_TRUE(replay(*level, *lurd_of(board, pushes)).solves);
  }
}

/// What is found is said, even if the shortening then uses up everything that is left.
TEST(Any, ShorteningNeverLosesTheSolution) {
  const auto level = read_level(warehouse);
  ASSERT_TRUE(level);
  const Answer plain = *solve(*level, Aim::any, {.nodes = 1'000'000});
  ASSERT_EQ(plain.status, Status::solved);
  for (std::uint64_t more = 1; more < 200'000; more *= 7) {
    const Answer shorter = *solve(*level, Aim::any, {.nodes = plain.stats.nodes + more}, {.shorten = true});
    EXPECT_EQ(shorter.status, Status::solved) << more;
    EXPECT_LE(shorter.cost.pushes, plain.cost.pushes);
  }
}

/// Small solvable levels by the portfolio alone, without the proof that usually decides them.
TEST(Any, ThePortfolioSolvesSmallLevels) {
  int solvable = 0, found = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Small6 level = random_small(43, i, 3, 12, 24, 6);
    Field<Grid6> field;
    if (field.explore(level.floor, level.goals, 50'000) != Explored::all ||
        field.find(level.boxes, keeper_region(level)) == nullptr)
      continue;
    const Level plain = to_level(level);
    const Board board(plain);
    if (solved(plain)) continue;
    ++solvable;
    const Outcome outcome = any::Portfolio<3>(board, {.nodes = 20'000}).run();
    if (outcome.status != Status::solved) continue;
    ++found;
    EXPECT_TRUE(replay(plain, *lurd_of(board, outcome.pushes)).solves) << write_level(plain);
  }
  EXPECT_GE(solvable, 20);
  EXPECT_GE(found * 10, solvable * 9) << found << " of " << solvable;
}

}  // namespace
}  // namespace nazo::sokoban
