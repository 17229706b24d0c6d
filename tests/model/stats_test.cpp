#include "model/stats.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace nazo::model {
namespace {

TEST(Stats, MomentsAndCorrelation) {
  const std::array a{1., 2., 3., 4.}, b{2., 4., 6., 8.}, c{1., -1., -1., 1.}, flat{5., 5., 5., 5.};
  EXPECT_DOUBLE_EQ(mean(a), 2.5);
  EXPECT_DOUBLE_EQ(variance(a), 5. / 3);
  EXPECT_DOUBLE_EQ(correlation(a, b), 1);
  EXPECT_DOUBLE_EQ(correlation(a, c), 0);
  EXPECT_DOUBLE_EQ(correlation(a, flat), 0);
}

TEST(Stats, DistributionsAgreeWithTables) {
  EXPECT_NEAR(normal_cdf(1.959963984540054), .975, 1e-12);
  EXPECT_NEAR(normal_quantile(.975), 1.959963984540054, 1e-9);
  EXPECT_NEAR(normal_quantile(1e-9), -5.997807015, 1e-6);
  EXPECT_NEAR(student_quantile(.975, 1), 12.7062047, 1e-6);
  EXPECT_NEAR(student_quantile(.975, 10), 2.2281388520, 1e-8);
  EXPECT_NEAR(student_quantile(.95, 94), 1.6612258, 1e-6);
  EXPECT_NEAR(student_quantile(.5, 7), 0, 1e-6);
  EXPECT_NEAR(student_cdf(-2.2281388520, 10), .025, 1e-9);
}

TEST(Stats, TailsDoNotBreak) {
  for (const double x : {-40., -20., -6., -5.1, -4.9, -1., 0., 3., 12.}) {
    EXPECT_TRUE(std::isfinite(log_normal_cdf(x))) << x;
    EXPECT_GT(normal_hazard(x), 0) << x;
    // The hazard is the derivative of the log distribution function.
    EXPECT_NEAR(normal_hazard(x), (log_normal_cdf(x + 1e-5) - log_normal_cdf(x - 1e-5)) / 2e-5,
                1e-4 * (1 + std::abs(x)))
        << x;
  }
  EXPECT_NEAR(normal_hazard(-30), 30.033, .001);
  EXPECT_DOUBLE_EQ(logistic(-800), 0);
  EXPECT_DOUBLE_EQ(log_logistic(-800), -800);
  EXPECT_NEAR(log_logistic(2), std::log(logistic(2)), 1e-15);
}

TEST(Stats, MinimiseFindsTheBottom) {
  EXPECT_NEAR(minimise([](double x) { return (x - 2.5) * (x - 2.5) + 1; }, -10, 10, 1e-8), 2.5, 1e-6);
}

TEST(Stats, Percentiles) {
  const std::array sorted{1., 2., 2., 3.};
  EXPECT_DOUBLE_EQ(percentile_of(2, sorted), 50);
  EXPECT_DOUBLE_EQ(percentile_of(0, sorted), 0);
  EXPECT_DOUBLE_EQ(percentile_of(9, sorted), 100);
}

// Reference values: R's binom.test.
TEST(Binomial, GivesTheExactInterval) {
  EXPECT_NEAR(binomial_interval(7, 10).low, 0.3475471, 1e-6);
  EXPECT_NEAR(binomial_interval(7, 10).high, 0.9332605, 1e-6);
  EXPECT_NEAR(binomial_interval(0, 10).high, 0.3084971, 1e-6);
  EXPECT_EQ(binomial_interval(0, 10).low, 0);
  EXPECT_EQ(binomial_interval(10, 10).high, 1);
  EXPECT_NEAR(binomial_interval(8580, 10000).low, 0.8510, 5e-4);
  EXPECT_EQ(binomial_interval(0, 0).high, 1);
}

TEST(Binomial, UndecidedTrialsWidenIt) {
  const Interval sure = binomial_interval_undecided(85, 15, 0), open = binomial_interval_undecided(80, 15, 5);
  EXPECT_LT(open.low, sure.low);
  EXPECT_GE(open.high, sure.high);
}

}  // namespace
}  // namespace nazo::model
