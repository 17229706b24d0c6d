#include <gtest/gtest.h>

#include <cstdlib>

#include "boards.hpp"
#include "genres/shisen/analyse/space.hpp"
#include "genres/shisen/bench.hpp"
#include "genres/shisen/solve/game.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/text.hpp"
#include "tiles_battery.hpp"

namespace nazo::shisen {
namespace {

TEST(Sampler, KnowsWhichStatesCanBeReached) {
  for (std::uint64_t i = 0; i < 12; ++i) {
    Rng rng(51, i);
    const Border border = i % 2 == 0 ? Border::outside : Border::inside;
    tiles::battery::knows_which_states_can_be_reached(PathGame(random_board(rng, 4, 4, border, {4, 4, 2, 4, 2})));
  }
}

TEST(Sampler, ChangesMeetEveryStateEquallyOften) {
  for (const auto& copies : {std::vector{4, 4, 2, 4, 2}, std::vector{6, 3, 4, 2}}) {
    Rng rng(52);
    const PathGame game(random_board(rng, 4, 4, Border::inside, copies));
    tiles::battery::changes_meet_every_state_equally_often(game, rng);
  }
}

TEST(Estimate, ASpaceThatFitsTheFirstLayersIsExact) {
  Rng rng(53);
  const Board board = random_board(rng, 5, 4, Border::outside, {4, 4, 4, 4, 4});
  const auto exact = explore_space(board, {});
  const SpaceEstimate e = estimate_space(board, {.exact_states = 100'000, .walks = 2000});
  EXPECT_EQ(e.chains, 0);
  EXPECT_EQ(e.states->value, static_cast<double>(exact->states));
  EXPECT_EQ(e.states->low, e.states->high);
  EXPECT_EQ(e.transitions->value, static_cast<double>(exact->transitions));
  EXPECT_EQ(e.losing_fraction->value * e.transitions->value, static_cast<double>(exact->losing_transitions));
  ASSERT_EQ(e.layers.size(), exact->layers.size());
  for (std::size_t d = 0; d < e.layers.size(); ++d)
    EXPECT_DOUBLE_EQ(e.layers[d].states->value, static_cast<double>(exact->layers[d].states));
}

TEST(Estimate, ThreadsDoNotChangeIt) {
  Rng rng(54);
  const Board board = random_board(rng, 8, 4, Border::outside, std::vector<int>(8, 4));
  const EstimateRequest request{.sweeps = 20, .exact_states = 50, .walks = 100};
  EstimateRequest two = request;
  two.threads = 3;
  const SpaceEstimate a = estimate_space(board, request), b = estimate_space(board, two);
  EXPECT_EQ(a.states->value, b.states->value);
  EXPECT_EQ(a.solvable_fraction->low, b.solvable_fraction->low);
  EXPECT_EQ(a.random_walk_win->value, b.random_walk_win->value);
}

TEST(Estimate, AnUnsolvableBoardIsToldForCertain) {
  for (std::uint64_t i = 0;; ++i) {
    Rng rng(55, i);
    const Board board = random_board(rng, 8, 4, Border::inside, {4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2});
    if (decide(Field(board), {}).outcome != Outcome::impossible) continue;
    const auto exact = explore_space(board, {});
    ASSERT_EQ(exact->random_walk_win, 0);
    if (exact->states < 500) continue;
    const SpaceEstimate e = estimate_space(board, {.sweeps = 100, .exact_states = 20, .walks = 100});
    EXPECT_EQ(e.solvable_fraction->value, 0);
    EXPECT_EQ(e.losing_fraction->value, 0);
    EXPECT_EQ(e.random_walk_win->high, 0);
    EXPECT_LE(e.states->low, static_cast<double>(exact->states));
    EXPECT_GE(e.states->high, static_cast<double>(exact->states));
    break;
  }
}

TEST(Estimate, TimeIsKept) {
  Rng rng(56);
  const Board board = random_board(rng, 18, 8, Border::outside, std::vector<int>(36, 4));
  const Meter clock({});
  (void)estimate_space(board, {.budget = {.seconds = 1}});
  EXPECT_LT(clock.seconds(), 4);
}

TEST(Estimate, WaysThereAndBackTellSizes) {
  for (std::uint64_t i = 0; i < 6; ++i) {
    Rng rng(57, i);
    const Border border = i % 2 == 0 ? Border::outside : Border::inside;
    tiles::battery::ways_there_and_back_tell_sizes(PathGame(random_board(rng, 4, 4, border, {4, 4, 2, 4, 2})));
  }
}

/// How often the 95 % intervals hold what is known exactly.
TEST(Estimate, IntervalsCoverWhatTheySay) {
  const bool all = std::getenv("NAZO_TEST_ALL") != nullptr;
  const int boards = all ? 200 : 14;
  tiles::battery::Coverage coverage;
  for (int i = 0; i < boards; ++i) {
    Rng rng(78, static_cast<std::uint64_t>(i));
    const Border border = i % 2 == 0 ? Border::outside : Border::inside;
    const Board board = all ? random_board(rng, 8, 5, border, std::vector<int>(10, 4))
                            : random_board(rng, 8, 4, border, std::vector<int>(8, 4));
    const auto exact = explore_space(board, {});
    ASSERT_TRUE(exact);
    coverage.add(*exact,
                 estimate_space(board, {.threads = all ? 2u : 1u, .sweeps = 60, .exact_states = 100, .walks = 2000}));
  }
  // At 95 % one run in a thousand sees more that missed.
  coverage.expect(all ? 20 : 4, boards / 5);
}

}  // namespace
}  // namespace nazo::shisen
