#include "model/regression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"

namespace nazo::model {
namespace {

TEST(Regression, AdjustedR2AsPrintedInThePaper) {
  // Table 1 of paper 000: n = 100; R and adjusted R² of every row, to the printed digits.
  const struct {
    double r;
    std::size_t p;
    double printed;
  } rows[] = {{.652, 1, .420}, {.674, 1, .449}, {.648, 1, .414}, {.683, 2, .455}, {.018, 1, -.010}, {.088, 1, -.002},
              {.163, 1, .017}, {.700, 5, .463}, {.389, 1, .143}, {.401, 1, .152}, {.391, 1, .145},  {.408, 2, .149},
              {.217, 1, .037}, {.260, 1, .058}, {.294, 1, .077}, {.519, 5, .230}};
  for (const auto& row : rows) {
    // R is printed rounded: the adjusted value of some R within ±.0005 must round to the printed one.
    const double low = adjusted_r2((row.r - .0005) * (row.r - .0005), 100, row.p),
                 high = adjusted_r2((row.r + .0005) * (row.r + .0005), 100, row.p);
    EXPECT_LE(low, row.printed + .0005) << row.r;
    EXPECT_GE(high, row.printed - .0005) << row.r;
  }
  EXPECT_NEAR(adjusted_r2(.7 * .7, 100, 5), .463, .0005);
  EXPECT_NEAR(adjusted_r2(.519 * .519, 100, 5), .230, .0006);
}

TEST(Regression, AgreesWithAWorkedExample) {
  // y on x for five points, by hand: slope 0.6, constant 2.2, R² = 0.6, standard error of the slope √0.08.
  Eigen::MatrixXd x(5, 1);
  x << 1, 2, 3, 4, 5;
  Eigen::VectorXd y(5);
  y << 2, 4, 5, 4, 5;
  const auto fit = least_squares(x, y);
  ASSERT_TRUE(fit) << fit.error().text();
  EXPECT_NEAR(fit->coefficients[0].value, .6, 1e-12);
  EXPECT_NEAR(fit->constant.value, 2.2, 1e-12);
  EXPECT_NEAR(fit->r2, .6, 1e-12);
  EXPECT_NEAR(fit->coefficients[0].standard_error, std::sqrt(.08), 1e-12);
  EXPECT_NEAR(fit->constant.standard_error, std::sqrt(.8 * (1. / 5 + 9. / 10)), 1e-12);
  EXPECT_NEAR(fit->coefficients[0].high - fit->coefficients[0].value, 3.182446305 * std::sqrt(.08), 1e-7);
}

TEST(Regression, IntervalsCoverAndUnitsDoNotMatter) {
  int covered = 0, intervals = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(3, i);
    Eigen::MatrixXd x(40, 3);
    Eigen::VectorXd y(40);
    for (Eigen::Index r = 0; r < 40; ++r) {
      for (Eigen::Index c = 0; c < 3; ++c) x(r, c) = 1000 + rng.normal();
      y[r] = 2 + .5 * x(r, 0) - 1 * x(r, 1) + rng.normal();
    }
    const auto fit = least_squares(x, y, {.repeats = 1});
    ASSERT_TRUE(fit);
    const double truth[] = {.5, -1, 0};
    for (std::size_t c = 0; c < 3; ++c) {
      covered += fit->coefficients[c].low <= truth[c] && truth[c] <= fit->coefficients[c].high;
      ++intervals;
    }
    Eigen::MatrixXd scaled = x;
    scaled.col(1) *= 1e-6;
    const auto again = least_squares(scaled, y, {.repeats = 1});
    ASSERT_TRUE(again);
    EXPECT_NEAR(again->r2, fit->r2, 1e-9);
    EXPECT_NEAR(again->coefficients[1].value * 1e-6, fit->coefficients[1].value, 1e-6);
  }
  EXPECT_NEAR(static_cast<double>(covered) / intervals, .95, .02);
}

TEST(Regression, CrossValidationSeesThroughNoise) {
  double inside = 0, outside = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    Rng rng(8, i);
    Eigen::MatrixXd x(60, 20);
    Eigen::VectorXd y(60);
    for (Eigen::Index r = 0; r < 60; ++r) {
      for (Eigen::Index c = 0; c < 20; ++c) x(r, c) = rng.normal();
      y[r] = rng.normal();
    }
    const auto fit = least_squares(x, y, {.repeats = 3});
    ASSERT_TRUE(fit);
    inside += fit->r / 40;
    outside += fit->cv_r / 40;
  }
  EXPECT_GT(inside, .5) << "in the sample twenty columns of noise look like something";
  EXPECT_NEAR(outside, 0, .08) << "out of it they do not";
}

TEST(Regression, RefusesWhatCannotBeFitted) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Random(10, 2);
  const Eigen::VectorXd y = Eigen::VectorXd::Random(10);
  x.col(1) = 3 * x.col(0);
  EXPECT_FALSE(least_squares(x, y));
  x.col(1).setConstant(7);
  EXPECT_FALSE(least_squares(x, y));
  EXPECT_FALSE(least_squares(Eigen::MatrixXd::Random(4, 2), Eigen::VectorXd::Random(4)));
  EXPECT_FALSE(least_squares(Eigen::MatrixXd::Random(10, 2), Eigen::VectorXd::Constant(10, 1)));
}

TEST(Regression, RidgeGoesFromLeastSquaresToNothing) {
  Rng rng(2);
  Eigen::MatrixXd x(50, 2);
  Eigen::VectorXd y(50);
  for (Eigen::Index r = 0; r < 50; ++r) {
    x(r, 0) = rng.normal();
    x(r, 1) = rng.normal();
    y[r] = 1 + 2 * x(r, 0) + .1 * rng.normal();
  }
  const auto ols = least_squares(x, y);
  EXPECT_NEAR(ridge(x, y, 1e-9).weights[0], ols->coefficients[0].value, 1e-6);
  EXPECT_NEAR(ridge(x, y, 1e9).weights[0], 0, 1e-6);
  EXPECT_NEAR(ridge(x, y, 1e9).constant, y.mean(), 1e-6);
  EXPECT_NEAR(ridge_gcv(x, y).weights[0], 2, .1);
}

}  // namespace
}  // namespace nazo::model
