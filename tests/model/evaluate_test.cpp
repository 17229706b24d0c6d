#include "model/evaluate.hpp"

#include <gtest/gtest.h>

#include <set>

#include "model/simulate.hpp"

namespace nazo::model {
namespace {

TEST(Evaluate, SplitsKeepTheirPromise) {
  const PlayTable table = simulate_plays(World::correct, {}, 1, 0).times;
  for (const Split split : {Split::time, Split::new_person, Split::new_puzzle}) {
    const SplitTable parts = split_plays(table, split, 3);
    EXPECT_EQ(parts.train.plays.size() + parts.test.size(), table.plays.size());
    EXPECT_GT(parts.test.size(), 100U);
    std::set<int> persons, puzzles;
    std::vector<std::int64_t> last(90, -1);
    for (const Observation& play : parts.train.plays) {
      persons.insert(play.person);
      puzzles.insert(play.puzzle);
      last[static_cast<std::size_t>(play.person)] = std::max(last[static_cast<std::size_t>(play.person)], play.moment);
    }
    for (const Observation& play : parts.test) {
      EXPECT_TRUE(split != Split::new_person || !persons.contains(play.person));
      EXPECT_TRUE(split != Split::new_puzzle || !puzzles.contains(play.puzzle));
      EXPECT_TRUE(split != Split::time || play.moment > last[static_cast<std::size_t>(play.person)]);
    }
  }
}

TEST(Evaluate, TheLadderClimbsInACorrectWorld) {
  const SimulatedPlays data = simulate_plays(World::correct, {.plays = 4000}, 2, 0);
  const SplitTable times = split_plays(data.times, Split::time, 1);
  const auto rungs = time_ladder(times);
  ASSERT_EQ(rungs.size(), 7U);
  EXPECT_LT(rungs[3].score, rungs[0].score);
  EXPECT_LT(rungs[5].score, rungs[3].score);
  EXPECT_LT(rungs[6].score, rungs[5].score);
  EXPECT_GT(time_gain(times, rungs[6], rungs[5], 300, 1).low, 0);
  const SplitTable outcomes = split_plays(data.outcomes, Split::time, 1);
  const auto success = success_ladder(outcomes);
  EXPECT_LT(success[4].score, success[0].score);
  EXPECT_NEAR(success[4].calibration, 1, .25);
}

TEST(Evaluate, PersonalGainIsNothingInANullWorld) {
  const SimulatedPlays data = simulate_plays(World::null, {.plays = 4000}, 2, 1);
  const SplitTable times = split_plays(data.times, Split::time, 1);
  const auto rungs = time_ladder(times);
  EXPECT_NEAR(time_gain(times, rungs[6], rungs[5], 100, 1).percent, 0, .5);
}

}  // namespace
}  // namespace nazo::model
