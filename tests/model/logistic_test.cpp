#include "model/logistic.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace nazo::model {
namespace {

struct World {
  Eigen::MatrixXd x;
  std::vector<bool> answers;
};

/// Answers that hang on the first of three features with this weight (on its own scale: mean 10, spread 2).
World world(std::uint64_t seed, int count, double weight) {
  Rng rng(seed, 0);
  const auto uniform = [&] { return (static_cast<double>(rng.below(1'000'000)) + .5) / 1e6; };
  World made{Eigen::MatrixXd(count, 3), {}};
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k)
      made.x(i, k) = k == 0 ? 10 + 2 * normal_quantile(uniform()) : normal_quantile(uniform());
    made.answers.push_back(uniform() < logistic(-.5 + weight * (made.x(i, 0) - 10) / 2));
  }
  return made;
}

TEST(Logistic, FindsThePlantedWeight) {
  const World made = world(1, 400, 1.5);
  const auto fit = fit_logistic(made.x, made.answers);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->weights[0].value, 1.5, .3);
  EXPECT_GT(fit->weights[0].low, 0);
  EXPECT_LT(fit->weights[1].low, 0);
  EXPECT_GT(fit->weights[1].high, 0);
  EXPECT_GT(fit->cv_auc, .75);
  EXPECT_LT(fit->cv_log_loss, fit->base_log_loss);
  EXPECT_GT(fit->predict(Eigen::Vector3d(14, 0, 0)), .8);
  EXPECT_LT(fit->predict(Eigen::Vector3d(6, 0, 0)), .2);
}

TEST(Logistic, SaysSoWhereThereIsNothingToLearn) {
  int better = 0, held = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const World made = world(seed, 60, 0);
    const auto fit = fit_logistic(made.x, made.answers, {.repeats = 3});
    ASSERT_TRUE(fit);
    better += fit->cv_log_loss < fit->base_log_loss - .01;
    held += fit->weights[0].low < 0 && fit->weights[0].high > 0;
  }
  EXPECT_LE(better, 5);
  EXPECT_GE(held, 16);
}

TEST(Logistic, AnswersThatFeaturesTellApartWhollyLeaveTheWeightsFinite) {
  Eigen::MatrixXd x(8, 2);
  std::vector<bool> answers;
  for (int i = 0; i < 8; ++i) {
    x(i, 0) = i;
    x(i, 1) = 7;  // does not vary
    answers.push_back(i >= 4);
  }
  const auto fit = fit_logistic(x, answers);
  ASSERT_TRUE(fit);
  EXPECT_GT(fit->weights[0].value, .5);
  EXPECT_LT(fit->weights[0].value, 5);
  EXPECT_EQ(fit->weights[1].value, 0);
  EXPECT_FALSE(fit_logistic(x.topRows(5), {true, true, true, true, false}));
  EXPECT_EQ(area_under_curve({1, 2, 2, 3}, {false, false, true, true}), .875);
}

}  // namespace
}  // namespace nazo::model
