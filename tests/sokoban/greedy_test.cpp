// Surprise and shape: what a greedy player would do, told by plain means, and levels whose values are seen at a glance.
#include "genres/sokoban/analyse/greedy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "genres/sokoban/analyse/features.hpp"
#include "oracle.hpp"
#include "random_level.hpp"

namespace nazo::sokoban {
namespace {

Level level_in(const std::string& text) {
  auto level = read_level(text);
  EXPECT_TRUE(level) << text;
  return *level;
}

GreedyView view_of(const Level& level, const std::string& lurd) {
  Meter unlimited{Budget{}};
  const auto view = greedy_view(level, trace(level, lurd), unlimited);
  EXPECT_TRUE(view);
  return view.value_or(GreedyView{});
}

/// The fewest pushes a lone box needs, the keeper on its best side; a large number if it cannot be done.
int plain_bound(const Level& level) {
  Level without = level;
  int at = 0;
  for (std::size_t i = 0; i < without.cells.size(); ++i) {
    without.cells[i] = static_cast<std::uint8_t>(without.cells[i] & ~keeper);
    if ((without.cells[i] & box) != 0) at = static_cast<int>(i);
  }
  if ((level.cells[static_cast<std::size_t>(at)] & goal) != 0) return 0;
  int best = 1'000'000;
  for (const int delta : {-1, 1, -level.width, level.width}) {
    Level from = without;
    auto& cell = from.cells[static_cast<std::size_t>(at + delta)];
    if ((cell & wall) != 0) continue;
    cell = static_cast<std::uint8_t>(cell | keeper);
    if (const int pushes = oracle::fewest_pushes(from); pushes >= 0) best = std::min(best, pushes);
  }
  return best;
}

/// Every level that one push can make, by the keeper's steps alone.
std::vector<Level> after_any_push(const Level& start) {
  std::set<std::vector<std::uint8_t>> seen, made;
  std::vector<Level> walked{start}, pushed;
  seen.insert({start.cells.begin(), start.cells.end()});
  for (std::size_t i = 0; i < walked.size(); ++i)
    for (const Direction d : directions) {
      Level next = walked[i];
      const Stepped stepped = step(next, d);
      const std::vector<std::uint8_t> cells(next.cells.begin(), next.cells.end());
      if (stepped == Stepped::pushed && made.insert(cells).second) pushed.push_back(next);
      if (stepped == Stepped::walked && seen.insert(cells).second) walked.push_back(next);
    }
  return pushed;
}

double plain_surprise(Level level, const std::string& lurd) {
  double sum = 0;
  int pushes = 0;
  for (const char letter : lurd) {
    const Level before = level;
    const auto small = static_cast<char>(std::tolower(letter));
    const Direction d = small == 'u'   ? Direction::up
                        : small == 'd' ? Direction::down
                        : small == 'l' ? Direction::left
                                       : Direction::right;
    if (step(level, d) != Stepped::pushed) continue;
    ++pushes;
    const int bound = plain_bound(level);
    int tempting = 0;
    for (const Level& other : after_any_push(before)) tempting += plain_bound(other) < bound ? 1 : 0;
    sum += std::log2(1. + tempting);
  }
  return pushes == 0 ? 0 : sum / pushes;
}

/// Legal steps taken at random: with one box a best solution rarely surprises, this does.
std::string random_steps(Level level, std::uint64_t item) {
  Rng rng(78, item);
  std::string lurd;
  for (int i = 0; i < 60; ++i) {
    const auto at = static_cast<std::size_t>(rng.below(4));
    const Stepped stepped = step(level, directions[at]);
    if (stepped == Stepped::walked) lurd += "udlr"[at];
    if (stepped == Stepped::pushed) lurd += "UDLR"[at];
  }
  return lurd;
}

TEST(Surprise, IsThatOfPlainMeansForOneBox) {
  int tried = 0, surprising = 0;
  for (std::uint64_t i = 0; tried < 60 && i < 2000; ++i) {
    const Level level = to_level(random_small(77, i, 1));
    if (solved(level) || oracle::fewest_pushes(level) < 0) continue;
    const std::string lurd = random_steps(level, i);
    if (std::ranges::count_if(lurd, [](char c) { return std::isupper(c); }) < 2) continue;
    ++tried;
    const double plain = plain_surprise(level, lurd);
    EXPECT_NEAR(view_of(level, lurd).surprise, plain, 1e-12) << write_level(level) << lurd;
    surprising += plain > 0;
  }
  EXPECT_EQ(tried, 60);
  EXPECT_GT(surprising, 20);
}

TEST(Surprise, APlayerWhoOnlyNearsTheGoalsIsNotSurprised) {
  const Level straight = level_in("#######\n#@$  .#\n#######\n");
  const GreedyView view = view_of(straight, "RRR");
  EXPECT_EQ(view.surprise, 0);
  EXPECT_EQ(view.counter_pushes, 0);
  // One push of six goes away from the goal, where another would have neared it.
  const GreedyView back = view_of(level_in("########\n#@$   .#\n#      #\n########\n"), "RRdrruLrdllluRRR");
  EXPECT_NEAR(back.surprise, 1. / 6, 1e-12);
  EXPECT_EQ(back.counter_pushes, 1);
}

TEST(Shape, CompactnessIsTheShareOfTheRectangle) {
  EXPECT_EQ(compactness_of(level_in("#####\n#@$.#\n#####\n")), 1);
  EXPECT_NEAR(compactness_of(level_in("#####\n#@$.#\n# ###\n#####\n")), 4. / 6, 1e-12);
  EXPECT_EQ(compactness_of(level_in("#####\n#@$.#\n#   #\n#####\n")), 1);
}

}  // namespace
}  // namespace nazo::sokoban
