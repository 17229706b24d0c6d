// The interval of a share whose trials are decided in stages, against worlds whose share is known.
#include "model/staged_share.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.hpp"

namespace nazo::model {
namespace {

TEST(StagedShare, OneStageIsTheExactInterval) {
  const TrialStage stage{.successes = 40, .failures = 5, .open = 5};
  const Interval staged = staged_share_interval(std::vector{stage}), exact = binomial_interval_undecided(40, 5, 5);
  EXPECT_EQ(staged.low, exact.low);
  EXPECT_EQ(staged.high, exact.high);
}

TEST(StagedShare, AWholeSecondLookIsPartOfTheFirst) {
  const TrialStage all =
      joined({.successes = 70, .failures = 10, .open = 20}, {.successes = 12, .failures = 5, .open = 3});
  EXPECT_EQ(all.successes, 82u);
  EXPECT_EQ(all.failures, 15u);
  EXPECT_EQ(all.open, 3u);
  EXPECT_EQ(all.trials(), 100u);
}

TEST(StagedShare, NothingDecidedSaysNothing) {
  const Interval nothing = staged_share_interval(std::vector<TrialStage>{{.open = 50}, {.open = 10}});
  EXPECT_LT(nothing.low, .06);
  EXPECT_GT(nothing.high, .94);
}

TEST(StagedShare, AnOpenRestWidensItByItsShare) {
  const std::vector<TrialStage> decided{{.successes = 7500, .failures = 500, .open = 2000},
                                        {.successes = 300, .failures = 200}};
  const std::vector<TrialStage> open{{.successes = 7500, .failures = 500, .open = 2000},
                                     {.successes = 250, .failures = 150, .open = 100}};
  const Interval narrow = staged_share_interval(decided), wide = staged_share_interval(open);
  EXPECT_NEAR((narrow.low + narrow.high) / 2, .87, .001);
  EXPECT_LT(narrow.high - narrow.low, .025);
  EXPECT_NEAR(wide.high - wide.low - (narrow.high - narrow.low), .2 * .2, .004) << "a fifth of a fifth is open";
}

/// A world: how a trial ends in each stage.
struct World {
  const char* name;
  struct Odds {
    double success, failure;  // the rest stays open
    unsigned sample;          // how many are looked at
  };
  std::vector<Odds> stages;
};

TEST(StagedShare, HoldsAsOftenAsItSays) {
  const std::vector<World> worlds{
      {"like full Superpuzz", {{.75, .05, 2000}, {.45, .2, 300}, {.4, .3, 100}, {.5, .5, 40}}},
      {"few deals", {{.6, .2, 60}, {.5, .5, 8}}},
      {"nearly all succeed", {{.9, .002, 500}, {.95, .05, 30}}},
      {"nearly all fail", {{.01, .9, 400}, {.1, .9, 20}}},
  };
  Rng rng(7);
  for (const World& world : worlds) {
    double truth = 0;
    for (auto stage = world.stages.rbegin(); stage != world.stages.rend(); ++stage)
      truth = stage->success + (1 - stage->success - stage->failure) * truth;
    constexpr int tries = 2000;
    int held = 0;
    for (int i = 0; i < tries; ++i) {
      std::vector<TrialStage> stages;
      std::uint64_t before = ~std::uint64_t{0};
      for (const World::Odds& odds : world.stages) {
        TrialStage stage;
        for (std::uint64_t trial = 0; trial < std::min<std::uint64_t>(odds.sample, before); ++trial) {
          const double ends = rng.unit();
          if (ends < odds.success)
            ++stage.successes;
          else if (ends < odds.success + odds.failure)
            ++stage.failures;
          else
            ++stage.open;
        }
        if (stage.trials() == 0) break;
        before = stage.open;
        stages.push_back(stage);
      }
      const Interval interval = staged_share_interval(stages);
      held += interval.low <= truth && truth <= interval.high;
    }
    EXPECT_GE(held, tries * .93) << world.name;
    EXPECT_LE(held, tries * .999) << world.name << ": it says less than it could";
  }
}

}  // namespace
}  // namespace nazo::model
