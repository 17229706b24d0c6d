#include "genres/shanghai/analyse/space.hpp"

#include <gtest/gtest.h>

#include "boards.hpp"
#include "genres/shanghai/analyse/plays.hpp"
#include "oracle.hpp"
#include "tiles/walk.hpp"

namespace nazo::shanghai {
namespace {

TEST(ShanghaiSpace, EveryNumberIsTheOracles) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(6, i);
    const Board board = random_board(rng, 2 * rng.between(2, 9), i % 4 == 0 ? 6 : 4);
    const SpaceCounts counts = *explore_space(board, {});
    const oracle::Space expected(board);
    ASSERT_EQ(counts.limit, Limit::none);
    ASSERT_EQ(counts.states, expected.states) << i;
    EXPECT_EQ(counts.transitions, expected.transitions);
    EXPECT_EQ(counts.solvable, expected.solvable);
    EXPECT_EQ(counts.solvable_transitions, expected.solvable_transitions);
    EXPECT_EQ(counts.losing_transitions, expected.losing);
    EXPECT_EQ(counts.deadlocks, expected.deadlocks);
    EXPECT_EQ(counts.unsolvable_longest, expected.longest);
    EXPECT_EQ(counts.first_deadlock, expected.first_deadlock);
    EXPECT_NEAR(counts.random_walk_win, expected.random_walk_win(), 1e-12);
    for (const auto& [depth, layer] : expected.layers) {
      EXPECT_EQ(counts.layers[index(depth)].states, layer.states);
      EXPECT_EQ(counts.layers[index(depth)].transitions, layer.transitions);
      EXPECT_EQ(counts.layers[index(depth)].solvable, layer.solvable);
    }
  }
}

TEST(ShanghaiSpace, WalksAgreeWithTheExactChance) {
  for (std::uint64_t i = 0; i < 6; ++i) {
    Rng rng(8, i);
    const Board board = random_board(rng, 16, 4);
    const double exact = explore_space(board, {})->random_walk_win;
    const Pile pile(board);
    int won = 0;
    for (int walk = 0; walk < 4000; ++walk) won += tiles::walk_at_random(pile, rng).cleared ? 1 : 0;
    EXPECT_NEAR(won / 4000.0, exact, 0.04);
  }
}

TEST(ShanghaiSpace, NobodyWinsWhatCannotBeWon) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    Rng rng(12, i);
    const Board board = random_board(rng, 12, 4);
    const bool blind = play_blind(Pile(board), rng), sighted = play_sighted(Pile(board), rng);
    if (blind || sighted) {
      EXPECT_GT(explore_space(board, {})->random_walk_win, 0);
    }
  }
}

/// What the player who sees every face takes for lost is lost: who sees wins no less of what can be won.
TEST(ShanghaiSpace, SeeingHelps) {
  int blind = 0, sighted = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(14, i);
    const Board board = random_board(rng, 16, 4);
    if (explore_space(board, {})->random_walk_win == 0) continue;
    const Pile pile(board);
    for (int play = 0; play < 10; ++play) {
      blind += play_blind(pile, rng) ? 1 : 0;
      sighted += play_sighted(pile, rng) ? 1 : 0;
    }
  }
  EXPECT_GT(sighted, blind);
  EXPECT_GT(blind, 0);
}

}  // namespace
}  // namespace nazo::shanghai
