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
  EXPECT_NEAR(fit->mean.value, std::exp(1 + 1. / 3), 1e-6);
  // The error of μ + σ²/2 is known in closed form there.
  EXPECT_NEAR(fit->mean.standard_error, std::sqrt(2. / 3 / 3 + 4. / 9 / 6), 1e-4);
}

TEST(CensoredMean, TheIntervalHoldsTheTrueMeanThoughAThirdIsCutOff) {
  constexpr double mu = 8, sigma = 2;
  const double bound = std::exp(mu + sigma * normal_quantile(2. / 3)), truth = std::exp(mu + sigma * sigma / 2);
  int held = 0, least_too_large = 0, dropped_too_small = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::vector<Censored> values = drawn(seed, 100, mu, sigma, bound);
    const auto fit = fit_log_normal(values);
    ASSERT_TRUE(fit);
    held += fit->mean.low <= truth && truth <= fit->mean.high;
    least_too_large += least_mean(values) > truth;
    std::vector<Censored> known;
    for (const Censored& one : values)
      if (!one.at_least) known.push_back(one);
    dropped_too_small += least_mean(known) < truth / 5;
  }
  EXPECT_GE(held, 88);
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
