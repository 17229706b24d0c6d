#include "model/censored.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"

namespace nazo::model {
namespace {

/// Log-normal numbers, cut off at a bound.
std::vector<Censored> drawn(std::uint64_t seed, int count, double mu, double sigma, double bound) {
  Rng rng(seed, 0);
  std::vector<Censored> values;
  for (int i = 0; i < count; ++i) {
    const double x = std::exp(mu + sigma * normal_quantile((static_cast<double>(rng.below(1'000'000)) + .5) / 1e6));
    values.push_back({std::min(x, bound), x > bound});
  }
  return values;
}

TEST(CensoredMean, WithNothingCutOffIsTheUsualFit) {
  const std::vector<Censored> values{{1}, {std::exp(1.)}, {std::exp(2.)}};
  const auto fit = fit_log_normal(values);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->mu, 1, 1e-9);
  EXPECT_NEAR(fit->sigma, std::sqrt(2. / 3), 1e-9);
  EXPECT_NEAR(fit->mean(), std::exp(1 + 1. / 3), 1e-6);
}

/// Numbers with a heavy tail whose mean is known: log-normal for the most part, Pareto's with index 2 (no variance) for
/// some of them.
std::vector<Censored> heavy(std::uint64_t seed, int count) {
  Rng rng(seed, 1);
  std::vector<Censored> values;
  for (int i = 0; i < count; ++i)
    values.push_back({rng.chance(.05) ? 300 * std::pow(1 - rng.unit(), -1. / 2) : std::exp(3 + .8 * rng.normal())});
  return values;
}
const double heavy_mean = .05 * 300 * 2 + .95 * std::exp(3 + .32);

TEST(CensoredMean, TheIntervalHoldsTheTrueMeanOfHeavyTailedNumbers) {
  int held = 0, below = 0, by_log_normal = 0;
  constexpr int samples = 150;
  for (std::uint64_t seed = 0; seed < samples; ++seed) {
    const std::vector<Censored> values = heavy(seed, 88);
    const MeanEnds ends = mean_ends(values);
    ASSERT_TRUE(ends.low && ends.high);
    EXPECT_LT(*ends.low, least_mean(values));
    EXPECT_GT(*ends.high, least_mean(values));
    held += *ends.low <= heavy_mean && heavy_mean <= *ends.high;
    below += *ends.low <= heavy_mean;
    // What a log-normal fit says with its own error, as this was done before.
    const auto fit = fit_log_normal(values);
    const double error = fit->sigma * std::sqrt((1 + fit->sigma * fit->sigma / 2) / 88);
    by_log_normal += std::abs(std::log(heavy_mean / fit->mean())) < 1.96 * error;
  }
  EXPECT_GE(held, samples * 90 / 100);
  EXPECT_GE(below, samples * 96 / 100);
  EXPECT_LT(by_log_normal, held - samples / 10) << "if a log-normal fit were as good, these numbers would test nothing";
}

TEST(CensoredMean, WhereSomethingIsCutOffThereIsALowerEndAlone) {
  int too_high = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::vector<Censored> values = heavy(seed, 88);
    for (Censored& one : values)
      if (one.value > 60) one = {60, true};
    const MeanEnds ends = mean_ends(values);
    ASSERT_TRUE(ends.low);
    EXPECT_FALSE(ends.high);
    EXPECT_LE(*ends.low, least_mean(values));
    too_high += *ends.low > heavy_mean;
  }
  EXPECT_EQ(too_high, 0) << "a bound from below stays below";
  EXPECT_FALSE(mean_ends(heavy(1, 9)).low) << "too few for anything";
  EXPECT_TRUE(mean_ends(heavy(1, 29)).low);
  EXPECT_FALSE(mean_ends(heavy(1, 29)).high) << "too few for an upper end";
  const std::vector<Censored> same(40, Censored{7});
  EXPECT_EQ(mean_ends(same).low, 7.);
  EXPECT_EQ(mean_ends(same).high, 7.);
}

TEST(CensoredMean, DoubtfulNumbersCountWhereTheyMakeItLess) {
  const std::vector<Censored> sure{{10}, {20}}, doubtful{{30, true}, {3}, {12, true}};
  EXPECT_DOUBLE_EQ(least_mean(sure, doubtful), 11) << "10, 20 and 3; 12 would raise it";
  EXPECT_DOUBLE_EQ(least_mean(sure), 15);
  EXPECT_DOUBLE_EQ(least_mean({}, doubtful), 0) << "nothing is known";
  std::vector<Censored> many = heavy(3, 60), more = heavy(4, 10);
  EXPECT_FALSE(mean_ends(many, more).high);
  EXPECT_LE(*mean_ends(many, more).low, *mean_ends(many).low);
}

TEST(CensoredMean, OfLogNormalNumbersAGuessComesNearThoughAThirdIsCutOff) {
  constexpr double mu = 8, sigma = 2;
  const double bound = std::exp(mu + sigma * normal_quantile(2. / 3)), truth = std::exp(mu + sigma * sigma / 2);
  int least_too_large = 0, dropped_too_small = 0;
  double logs = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::vector<Censored> values = drawn(seed, 100, mu, sigma, bound);
    const auto fit = fit_log_normal(values);
    ASSERT_TRUE(fit);
    logs += std::log(fit->mean() / truth) / 100;
    least_too_large += least_mean(values) > truth;
    std::vector<Censored> known;
    for (const Censored& one : values)
      if (!one.at_least) known.push_back(one);
    dropped_too_small += least_mean(known) < truth / 5;
  }
  EXPECT_NEAR(logs, 0, .2);
  EXPECT_EQ(least_too_large, 0);
  EXPECT_EQ(dropped_too_small, 100) << "to drop what was cut off is no estimate";
}

TEST(CensoredMean, QuantilesAmongWhatWasCutOffAreNotKnown) {
  const std::vector<Censored> values{{1}, {5, true}, {2}, {3}, {9, true}};
  EXPECT_EQ(censored_quantile(values, .25), 2.);
  EXPECT_EQ(censored_quantile(values, .5), 3.);
  EXPECT_EQ(censored_quantile(values, .75), std::nullopt);
  EXPECT_EQ(least_mean(values), 4.);
  EXPECT_FALSE(fit_log_normal(std::vector<Censored>{{1}, {2}, {5, true}}));
  EXPECT_FALSE(fit_log_normal(std::vector<Censored>{{4}, {4}, {4}}));
}

}  // namespace
}  // namespace nazo::model
