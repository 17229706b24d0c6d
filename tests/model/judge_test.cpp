// The gate by itself: plays of worlds whose truth is known, and rivals who know much or nothing.
#include "model/judge.hpp"

#include <gtest/gtest.h>

#include "model/prior_worlds.hpp"
#include "model/success_model.hpp"

namespace nazo::model {
namespace {

struct Judged {
  explicit Judged(PriorWorld world, int plays = 400)
      : data(simulate_prior_world(invented_collection(60, 4, 17), {.world = world, .plays = plays}, 23, 4)) {
    // Each measure has plays of its own in these worlds: here one play tells both.
    data.collection.number.assign(data.collection.words.size(), -1);
    for (std::size_t k = 0; k < data.played.size(); ++k)
      data.collection.number[static_cast<std::size_t>(data.played[k])] = static_cast<int>(k);
  }
  [[nodiscard]] Rival who_knows() const {
    return {"truth", [this](int puzzle, double before) -> Word {
              const int j = data.played[static_cast<std::size_t>(puzzle)];
              const double practised = data.practice * std::log1p(before);
              return {data.time_b[j] - practised, averaged_logistic(2 * practised - data.failure_b[j], .64)};
            }};
  }
  [[nodiscard]] GateVerdict against(const Rival& rival) const { return judge(data.times, data.collection, {rival}); }

  PriorWorldPlays data;
};

TEST(Judge, WhoKnowsTheTruthIsNotReplaced) {
  // The genre is of no use, and a hundred plays do not tell what is: a fit can only be worse.
  const Judged here(PriorWorld::useless, 100);
  const GateVerdict verdict = here.against(here.who_knows());
  EXPECT_FALSE(verdict.live());
  for (const Trial& trial : verdict.trials) {
    const bool puzzles_and_time = trial.held_out == Withheld::puzzles && trial.loss == LossKind::time;
    EXPECT_TRUE(!puzzles_and_time || trial.difference > trial.standard_error) << trial.difference;
  }
}

TEST(Judge, WhoIsOffByAFactorOfTenIs) {
  const Judged here(PriorWorld::good);
  const Rival off{"off", [knows = here.who_knows()](int puzzle, double before) -> Word {
                    const Word word = knows.says(puzzle, before);
                    return {word.log_time + 2.3, .5};
                  }};
  const GateVerdict verdict = here.against(off);
  for (const Trial& trial : verdict.trials)
    if (trial.loss == LossKind::time) {
      EXPECT_TRUE(trial.passed());
      EXPECT_LT(trial.difference, -1);
    }
}

TEST(Judge, PlaysFromBeforeARivalAreNotHeldAgainstIt) {
  const Judged here(PriorWorld::good);
  Rival rival = here.who_knows();
  rival.judged_from = 1'000'000'000'000'000;
  EXPECT_TRUE(here.against(rival).trials.empty());
  rival.judged_from = 0;
  EXPECT_EQ(here.against(rival).trials.size(), 4u);
}

TEST(Judge, WhoHasSeenAPuzzleIsNotHeldAgainstOneWhoHasNot) {
  const Judged here(PriorWorld::useless, 100);
  Rival rival = here.who_knows();
  rival.knows = [](int) { return true; };
  for (const Trial& trial : here.against(rival).trials) EXPECT_EQ(trial.held_out, Withheld::persons);
  rival.knows = [](int puzzle) { return puzzle % 2 == 0; };
  for (const Trial& trial : here.against(rival).trials)
    if (trial.held_out == Withheld::puzzles) {
      EXPECT_EQ(trial.groups, here.data.times.puzzles / 2);
    }
}

TEST(Judge, FewGroupsDecideByStudentsQuantile) {
  Trial trial{.rival = "r", .difference = .1, .standard_error = .09, .groups = 3};
  EXPECT_TRUE(trial.passed()) << "three puzzles: 1.3 standard errors are chance";
  trial.groups = 200;
  EXPECT_FALSE(trial.passed());
  trial.groups = 1;
  EXPECT_FALSE(trial.passed()) << "one puzzle has no standard error";
  trial.difference = unnoticed;
  EXPECT_TRUE(trial.passed());
}

TEST(Judge, AFewFarApartDoNotLetAWorseModelPass) {
  Trial trial{.rival = "prior", .held_out = Withheld::persons, .loss = LossKind::time};
  trial.difference = .262;
  trial.standard_error = .338;
  trial.groups = 3;
  EXPECT_FALSE(trial.passed());
  trial.difference = .04;
  EXPECT_TRUE(trial.passed());
  trial.groups = 12;
  trial.difference = .262;
  EXPECT_TRUE(trial.passed()) << "a dozen vary less than that by chance";
}

}  // namespace
}  // namespace nazo::model
