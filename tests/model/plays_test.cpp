#include "model/plays.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nazo::model {
namespace {

TEST(Plays, ExclusionLeavesOutPausesAndGivingUpAtOnce) {
  const std::vector<Observation> plays = {
      {.seconds = 100, .solved = true, .longest_pause = 179.9, .moves = 30},
      {.seconds = 500, .solved = true, .longest_pause = 180, .moves = 30},
      {.seconds = 3, .solved = false, .longest_pause = 3, .moves = 0},
      {.seconds = 90, .solved = false, .longest_pause = 20, .moves = 12},
      {.seconds = 1, .solved = true, .longest_pause = 1, .moves = 0},
  };
  Excluded counts;
  const auto rest = without(plays, {}, &counts);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(counts.paused, 1U);
  EXPECT_EQ(counts.at_once, 1U);
  EXPECT_EQ(rest[1].moves, 12);
}

TEST(Plays, TheIndexTakesOffThePlayersOwnMeanFirst) {
  // Player 0 is slow, player 1 fast; puzzle 1 takes each 20 s longer than their puzzle 0.
  PlayTable table{.persons = 2, .puzzles = 3};
  table.plays = {{0, 0, 100, true}, {0, 1, 120, true}, {1, 0, 10, true}, {1, 1, 30, false}};
  const auto time = difficulty_index(table, Target::time);
  EXPECT_DOUBLE_EQ(time[0], -10);
  EXPECT_DOUBLE_EQ(time[1], 10);
  EXPECT_TRUE(std::isnan(time[2]));
  const auto success = difficulty_index(table, Target::success);
  EXPECT_DOUBLE_EQ(success[0], .25);
  EXPECT_DOUBLE_EQ(success[1], -.25);
}

TEST(Plays, StandardisingHandlesMissingAndConstantFeatures) {
  Eigen::MatrixXd x(3, 3);
  x << 1, 7, 5, 3, 7, std::numeric_limits<double>::quiet_NaN(), 5, 7, 9;
  const Standardiser standard = Standardiser::of(x);
  const Eigen::MatrixXd z = standard.apply(x);
  EXPECT_NEAR(z.col(0).mean(), 0, 1e-12);
  EXPECT_NEAR(z.col(0).squaredNorm() / 3, 1, 1e-12);
  EXPECT_EQ(z.col(1).norm(), 0);
  EXPECT_DOUBLE_EQ(z(0, 2), -1);
  EXPECT_DOUBLE_EQ(z(1, 2), 0);
}

}  // namespace
}  // namespace nazo::model
