#include "model/paired.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/simulate.hpp"

namespace nazo::model {
namespace {

TEST(Paired, PlainScoresCountAsThePaperDoes) {
  // Three puzzles: 0 much harder than 1, 0 the same as 2, 2 harder than 1.
  const Eigen::MatrixXd scores = plain_scores({{0, 0, 1, 1}, {0, 0, 2, 3}, {0, 1, 2, 4}}, 1, 3);
  EXPECT_EQ(scores(0, 0), 1);
  EXPECT_EQ(scores(0, 1), -2);
  EXPECT_EQ(scores(0, 2), 1);
  EXPECT_EQ(scores.sum(), 0);
}

TEST(Paired, SwappingTheTwoPuzzlesOfAPairChangesNothing) {
  const SimulatedPairs data = simulate_pairs(12, 5, .5, 3, 0);
  std::vector<Pairing> swapped;
  for (const Pairing& pair : data.pairs) swapped.push_back({pair.person, pair.y, pair.x, 6 - pair.level});
  const BradleyTerry a = fit_bradley_terry(data.pairs, 12, 5), b = fit_bradley_terry(swapped, 12, 5);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(a.strength[j].value, b.strength[j].value, 1e-6);
  EXPECT_NEAR(a.own_spread, b.own_spread, 1e-6);
}

TEST(Paired, StrengthsAreRecoveredWithoutShrinking) {
  // Many people: what was planted comes back, thresholds and the spread between people too.
  const SimulatedPairs data = simulate_pairs(400, 5, .6, 4, 1);
  const BradleyTerry fit = fit_bradley_terry(data.pairs, 400, 5);
  double sum = 0;
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_NEAR(fit.strength[j].value, data.strength[j], .15);
    sum += fit.strength[j].value;
  }
  EXPECT_NEAR(sum, 0, 1e-9);
  EXPECT_NEAR(fit.own_spread, .6, .12);
  EXPECT_NEAR(fit.near, .6, .1);
  EXPECT_NEAR(fit.far, 2.2, .2);
}

TEST(Paired, AgreementOfAllLeavesNothingPersonal) {
  std::vector<Pairing> pairs;
  for (int i = 0; i < 20; ++i)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) pairs.push_back({i, a, b, 2});  // the higher number is harder, for everyone
  const BradleyTerry fit = fit_bradley_terry(pairs, 20, 4);
  for (std::size_t j = 1; j < 4; ++j) EXPECT_GT(fit.strength[j].value, fit.strength[j - 1].value);
  for (Eigen::Index i = 0; i < 20; ++i)
    for (Eigen::Index j = 1; j < 4; ++j) EXPECT_GT(fit.personal(i, j), fit.personal(i, j - 1));
}

TEST(Paired, ASmallerOwnPartIsEquivalent) {
  Eigen::MatrixXd own = Eigen::MatrixXd::Random(4, 9);
  const Eigen::MatrixXd compact = compact_own(own);
  EXPECT_EQ(compact.cols(), 4);
  EXPECT_LT((compact * compact.transpose() - own * own.transpose()).norm(), 1e-10);
}

}  // namespace
}  // namespace nazo::model
