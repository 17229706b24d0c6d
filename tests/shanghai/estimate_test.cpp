#include <gtest/gtest.h>

#include <cstdlib>

#include "boards.hpp"
#include "genres/shanghai/analyse/space.hpp"
#include "genres/shanghai/generate/shape.hpp"
#include "genres/shanghai/solve/pile.hpp"
#include "tiles_battery.hpp"

namespace nazo::shanghai {
namespace {

/// A shuffled board on a new layout.
Board wide_board(Rng& rng, int tiles) {
  const Layout layout = *make_layout({.tiles = tiles, .layers = 3}, rng);
  return shuffled_board(layout, *choose_faces(layout.size(), 0, 4, rng), Seen::all, rng);
}

TEST(ShanghaiSampler, KnowsWhichStatesCanBeReached) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    Rng rng(61, i);
    tiles::battery::knows_which_states_can_be_reached(Pile(random_board(rng, 14, i % 3 == 0 ? 6 : 4)));
  }
}

TEST(ShanghaiSampler, ChangesMeetEveryStateEquallyOften) {
  int tried = 0;
  for (std::uint64_t i = 0; tried < 2; ++i) {
    Rng rng(62, i);
    const Pile pile(random_board(rng, 16, 4));
    if (tiles::battery::all_states(tiles::StateSampler(pile)).size() < 40) continue;
    tiles::battery::changes_meet_every_state_equally_often(pile, rng);
    ++tried;
  }
}

TEST(ShanghaiEstimate, WaysThereAndBackTellSizes) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    Rng rng(65, i);
    tiles::battery::ways_there_and_back_tell_sizes(Pile(random_board(rng, 16, i % 3 == 0 ? 6 : 4)));
  }
}

/// How often the 95 % intervals hold what is known exactly.
TEST(ShanghaiEstimate, IntervalsCoverWhatTheySay) {
  const bool all = std::getenv("NAZO_TEST_ALL") != nullptr;
  const int boards = all ? 200 : 14;
  tiles::battery::Coverage coverage;
  for (int i = 0; i < boards; ++i) {
    Rng rng(63, static_cast<std::uint64_t>(i));
    const Board board = wide_board(rng, all ? 44 : 36);
    const auto exact = explore_space(board, {});
    ASSERT_TRUE(exact);
    coverage.add(*exact, estimate_space(board, {.sweeps = 60, .exact_states = 100, .walks = 2000}));
  }
  coverage.expect(all ? 20 : 4, boards / 5);
}

TEST(ShanghaiEstimate, ThreadsDoNotChangeIt) {
  Rng rng(64);
  const Board board = wide_board(rng, 40);
  const SpaceEstimate one = estimate_space(board, {.sweeps = 60, .exact_states = 50});
  const SpaceEstimate three = estimate_space(board, {.threads = 3, .sweeps = 60, .exact_states = 50});
  ASSERT_TRUE(one.moves_mean);
  EXPECT_EQ(one.moves_mean->value, three.moves_mean->value);
  EXPECT_EQ(one.states.has_value(), three.states.has_value());
  if (one.states) {
    EXPECT_EQ(one.states->low, three.states->low);
  }
}

}  // namespace
}  // namespace nazo::shanghai
