#include "model/recommend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "model/simulate.hpp"

namespace nazo::model {
namespace {

class RecommendTest : public testing::Test {
 protected:
  RecommendTest() {
    const SimulatedPlays data =
        simulate_plays(World::correct, {.persons = 40, .puzzles = 60, .plays = 1500, .features = 3}, 2, 0);
    model = fit_people({data.outcomes, {}, std::vector<std::string>(60), std::vector<std::string>(40)});
    for (int j = 0; j < 60; ++j) views.push_back({j, data.outcomes.features.row(j).transpose()});
  }
  PeopleModel model;
  std::vector<PuzzleView> views;
};

TEST_F(RecommendTest, PredictsAsTheModelDoes) {
  const Recommender recommender(model, views);
  Rng rng(1);
  const PersonState five = model.person(5);
  for (const PersonState* person : {static_cast<const PersonState*>(nullptr), &five}) {
    for (const Choice& choice : recommender.recommend(person, {.value = .5, .count = 60, .pool = 60}, {}, rng)) {
      const Prediction p = model.predict(views[static_cast<std::size_t>(choice.puzzle)], person);
      EXPECT_NEAR(choice.predicted, p.success, 1e-4);
    }
    for (const Choice& choice :
         recommender.recommend(person, {.target = Wanted::time, .value = 90, .count = 60, .pool = 60}, {}, rng))
      EXPECT_NEAR(std::log(choice.predicted),
                  std::log(model.predict(views[static_cast<std::size_t>(choice.puzzle)], person).seconds), 1e-4);
  }
}

TEST_F(RecommendTest, GivesWhatWasAskedForAndNothingSeen) {
  const PersonState three = model.person(3);
  const Recommender recommender(model, views);
  Rng rng(2);
  double off = 0;
  for (int i = 0; i < 200; ++i)
    off += std::abs(recommender.recommend(&three, {.value = .7}, {}, rng).at(0).predicted - .7) / 200;
  EXPECT_LT(off, .1);
  std::vector<int> seen;
  for (int j = 0; j < 55; ++j) seen.push_back(j);
  const auto rest = recommender.recommend(&three, {.count = 10}, seen, rng);
  ASSERT_EQ(rest.size(), 5U);
  std::set<int> given;
  for (const Choice& choice : rest) {
    EXPECT_GE(choice.puzzle, 55);
    given.insert(choice.puzzle);
  }
  EXPECT_EQ(given.size(), 5U);
  seen.resize(0);
  for (int j = 0; j < 60; ++j) seen.push_back(j);
  EXPECT_TRUE(recommender.recommend(&three, {}, seen, rng).empty());
}

TEST_F(RecommendTest, PropensitiesAreTheProbabilitiesOfTheDraws) {
  const PersonState seven = model.person(7);
  const Recommender recommender(model, views);
  std::map<int, double> drawn, stated;
  constexpr int n = 20'000;
  for (int i = 0; i < n; ++i) {
    Rng rng(3, static_cast<std::uint64_t>(i));
    const Choice choice = recommender.recommend(&seven, {.value = .6, .pool = 20, .width = .1}, {}, rng).at(0);
    drawn[choice.puzzle] += 1. / n;
    stated[choice.puzzle] = choice.propensity;
  }
  double total = 0;
  for (const auto& [puzzle, share] : drawn) {
    EXPECT_NEAR(share, stated[puzzle], 4 * std::sqrt(stated[puzzle] / n));
    total += stated[puzzle];
  }
  EXPECT_NEAR(total, 1, 1e-6);
  EXPECT_EQ(drawn.size(), 20U);
}

TEST_F(RecommendTest, CuriosityPrefersWhatIsUncertain) {
  // Two candidates with the same prediction, one played, one not: the unknown one is drawn more often.
  PuzzleView known = views[0], unknown{-1, views[0].features};
  const double target = model.predict(known, nullptr).success;
  const Recommender recommender(model, {known, unknown});
  Rng rng(4);
  const auto eager =
      recommender.recommend(nullptr, {.value = target, .count = 2, .width = 10, .curiosity = 5}, {}, rng);
  double unknown_weight = 0;
  for (const Choice& choice : eager)
    if (choice.puzzle == 1 && choice.propensity < 1)
      unknown_weight = choice.propensity;
    else if (choice.puzzle == 0 && choice.propensity < 1)
      unknown_weight = 1 - choice.propensity;
  EXPECT_GT(unknown_weight, .5);
}

}  // namespace
}  // namespace nazo::model
