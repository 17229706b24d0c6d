#include "model/person_features.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace nazo::model {
namespace {

/// People who order puzzles by the first feature, each with one more taste of their own.
ScoreTable people(int persons, int puzzles, int features, double own, std::uint64_t seed) {
  Rng rng(seed);
  ScoreTable table;
  table.x.resize(puzzles, features);
  for (Eigen::Index j = 0; j < puzzles; ++j)
    for (Eigen::Index f = 0; f < features; ++f) table.x(j, f) = rng.normal();
  table.scores.resize(persons, puzzles);
  for (Eigen::Index i = 0; i < persons; ++i) {
    Eigen::VectorXd u(features);
    for (double& w : u) w = own * rng.normal();
    u[0] += 1;
    const Eigen::VectorXd feeling = table.x * u;
    for (Eigen::Index a = 0; a < puzzles; ++a) {
      double score = 0;
      for (Eigen::Index b = 0; b < puzzles; ++b) score += (feeling[a] > feeling[b]) - (feeling[a] < feeling[b]);
      table.scores(i, a) = score;
    }
  }
  return table;
}

TEST(PersonFeatures, CorrelationsAreThoseOfTheRows) {
  const ScoreTable table = people(3, 6, 2, 0, 1);
  const Eigen::MatrixXd r = person_correlations(table);
  EXPECT_GT(r(0, 0), .85);
  EXPECT_EQ(r.rows(), 3);
  EXPECT_EQ(r.cols(), 2);
}

TEST(PersonFeatures, AFeatureThatIsTheTruthOrdersAllPairs) {
  const ScoreTable table = people(8, 6, 3, 0, 2);
  EXPECT_EQ(accuracy_of_feature(table, 0).rate(), 1);
  EXPECT_GT(accuracy_of_personal(table, {.population_feature = 0}).rate(), .95);
  EXPECT_GT(accuracy_of_personal(table, {}).rate(), .9) << "and is found inside the folds";
}

TEST(PersonFeatures, PersonalTasteIsLearntWhereThereIsOne) {
  const ScoreTable table = people(30, 12, 3, 1.5, 3);
  const PairAccuracy personal = accuracy_of_personal(table, {.population_feature = 0, .quick = true}),
                     common = accuracy_of_feature(table, 0);
  EXPECT_GT(personal.rate(), common.rate() + .1);
  EXPECT_GT(bootstrap_difference(personal, common, 500, 1).low, 0);
}

TEST(PersonFeatures, ShuffledTwoAtATimeIsAFairCoinAndOneAtATimeIsNot) {
  const ScoreTable table = people(12, 5, 11, .5, 4);
  const auto null_of = [&](const PersonalOptions& options) {
    std::vector<double> rates;
    for (std::uint64_t shuffle = 0; shuffle < 20; ++shuffle) rates.push_back(shuffled_rate(table, options, 5, shuffle));
    return permutation_null(accuracy_of_personal(table, options).rate(), rates);
  };
  const PermutationNull two = null_of({.population_feature = 0, .two_at_a_time = true, .quick = true});
  EXPECT_NEAR(two.mean, .5, .06);
  // With one held out, the order of the others is known, and that alone is worth more than a coin.
  const PermutationNull one = null_of({.population_feature = 0, .quick = true});
  EXPECT_GT(one.mean, .6);
  EXPECT_LT(one.mean, .75);
  EXPECT_GE(two.p_value, 1. / 21);
}

TEST(PersonFeatures, TheHeldOutPuzzleIsNotUsed) {
  // Whatever the people say of puzzle 2, what is predicted for its pairs must not move: only how it is counted.
  ScoreTable a = people(6, 5, 4, .5, 9), b = a;
  for (Eigen::Index i = 0; i < 6; ++i) {
    // Put puzzle 2 on top in one table and at the bottom in the other; the order of the rest stays.
    a.scores(i, 2) = 1000;
    b.scores(i, 2) = -1000;
  }
  const PersonalOptions options{.population_feature = 0, .quick = true};
  const PairAccuracy up = accuracy_of_personal(a, options), down = accuracy_of_personal(b, options);
  // Pairs with puzzle 2 held out: 4 a person. Right in the one table is wrong in the other, so those add up to 4 a
  // person; the other folds do see puzzle 2, but a change there is bounded by their own pairs.
  EXPECT_EQ(up.pairs, down.pairs);
  const PairAccuracy two_up = accuracy_of_personal(a, {.population_feature = 0, .two_at_a_time = true, .quick = true});
  EXPECT_EQ(two_up.pairs, accuracy_of_feature(a, 0).pairs);
}

TEST(PersonFeatures, TheMiddleIsWorthWhatCountingSays) {
  // Five distinct places, the held-out one anywhere: put in the middle of four, 4 of 5 extremes and 3 of 5 inner pairs
  // are right.
  ScoreTable table;
  table.x = Eigen::MatrixXd::Zero(5, 1);
  table.scores.resize(1, 5);
  table.scores << -4, -2, 0, 2, 4;
  EXPECT_NEAR(accuracy_of_middle(table), .7, 1e-12);
}

TEST(PersonFeatures, ChanceFindsStrongCorrelationsEverywhere) {
  const ScoreTable table = people(2, 5, 11, 0, 6);
  const ChanceLevel chance = chance_of_correlation(table, .7, 4000, 1);
  EXPECT_GT(chance.some_feature, .5);
  for (const double share : chance.each_positive) EXPECT_NEAR(share, .094, .03);
  for (const double share : chance.each_either)
    EXPECT_NEAR(share, 2 * .094, .04) << "in either direction twice as often";
}

}  // namespace
}  // namespace nazo::model
