// Traps and deadlock patterns, against plain code that tries everything.
#include "genres/shisen/analyse/patterns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/rng.hpp"
#include "boards.hpp"
#include "genres/shisen/solve/check.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {
namespace {

/// With only these tiles on the board, no two of a kind can be joined.
bool stuck(const Board& board, const TileGroup& group) {
  PlainGrid grid(board);
  for (const TileId tile : group) grid.set(board.tiles[tile].place, true);
  for (const TileId a : group)
    for (const TileId b : group)
      if (a < b && board.tiles[a].kind == board.tiles[b].kind &&
          grid.connected(board.tiles[a].place, board.tiles[b].place))
        return false;
  return true;
}

/// Two tiles each of two (three) kinds that are stuck, no smaller trap inside.
std::set<TileGroup> traps_by_force(const Board& board) {
  std::vector<TileGroup> pairs;
  for (std::size_t a = 0; a < board.tiles.size(); ++a)
    for (std::size_t b = a + 1; b < board.tiles.size(); ++b)
      if (board.tiles[a].kind == board.tiles[b].kind) pairs.push_back({static_cast<TileId>(a), static_cast<TileId>(b)});
  const auto kind = [&](const TileGroup& pair) { return board.tiles[pair.front()].kind; };
  const auto joint = [](std::initializer_list<TileGroup> parts) {
    TileGroup all;
    for (const TileGroup& part : parts) all.insert(all.end(), part.begin(), part.end());
    std::ranges::sort(all);
    return all;
  };
  std::set<TileGroup> two, all;
  for (const TileGroup& p : pairs)
    for (const TileGroup& q : pairs)
      if (kind(p) < kind(q) && stuck(board, joint({p, q}))) two.insert(joint({p, q}));
  all = two;
  for (const TileGroup& p : pairs)
    for (const TileGroup& q : pairs)
      for (const TileGroup& r : pairs) {
        if (!(kind(p) < kind(q) && kind(q) < kind(r))) continue;
        if (two.contains(joint({p, q})) || two.contains(joint({p, r})) || two.contains(joint({q, r}))) continue;
        if (stuck(board, joint({p, q, r}))) all.insert(joint({p, q, r}));
      }
  return all;
}

TEST(Traps, AreThoseThatTryingEverythingFinds) {
  Rng rng(5);
  std::uint64_t two = 0, three = 0;
  for (int i = 0; i < 150; ++i) {
    const Board board = random_board(rng, 4, 3 + i % 2, i % 3 == 0 ? Border::inside : Border::outside,
                                     i % 2 == 0 ? std::vector<int>{2, 4, 2, 4} : std::vector<int>{4, 2, 2, 2, 4, 2});
    const Traps listed = find_traps(board, TrapGroups::list, {}), counted = find_traps(board, TrapGroups::count, {});
    EXPECT_EQ(std::set<TileGroup>(listed.groups.begin(), listed.groups.end()), traps_by_force(board))
        << write_board(board);
    EXPECT_EQ(listed.groups.size(), listed.two + listed.three);
    EXPECT_TRUE(counted.groups.empty());
    EXPECT_EQ(counted.two, listed.two);
    EXPECT_EQ(counted.three, listed.three);
    EXPECT_EQ(listed.limit, Limit::none);
    two += listed.two;
    three += listed.three;
  }
  EXPECT_GT(two, 10u);
  EXPECT_GT(three, 10u);
}

TEST(Traps, SayWhatRanOut) {
  Rng rng(6);
  const Board board = random_board(rng, 10, 6, Border::outside, std::vector<int>(15, 4));
  EXPECT_EQ(find_traps(board, TrapGroups::count, {.nodes = 10}).limit, Limit::nodes);
  EXPECT_EQ(find_traps(board, TrapGroups::count, {.seconds = 0}).limit, Limit::time);
}

TEST(DeadlockPatterns, SayWhatRanOut) {
  const Board crossed = *read_position("1 2 3 3\n2 1 4 4\n", Border::outside);
  const Patterns whole = deadlock_patterns(crossed, {});
  EXPECT_EQ(whole.limit, Limit::none);
  ASSERT_EQ(whole.groups.size(), 1u);
  EXPECT_EQ(whole.groups.front().size(), 4u);
  for (std::uint64_t nodes = 0; nodes < 200; ++nodes) {
    const Patterns part = deadlock_patterns(crossed, {.nodes = nodes});
    if (part.limit == Limit::none) {
      EXPECT_EQ(part.groups, whole.groups) << nodes;
    } else {
      EXPECT_EQ(part.limit, Limit::nodes) << nodes;
    }
  }
}

}  // namespace
}  // namespace nazo::shisen
