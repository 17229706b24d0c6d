// Ordinary least squares with what a paper's table needs: R, adjusted R², a cross-validated R beside it, coefficients
// with 95 % intervals.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/stats.hpp"

namespace nazo::model {

struct Regression {
  std::size_t n = 0;  ///< rows
  std::size_t p = 0;  ///< predictors, without the constant
  double r = 0;       ///< multiple correlation: the square root of R²
  double r2 = 0, adjusted_r2 = 0;
  double cv_r = 0;  ///< correlation of the values with predictions from folds that did not see them
  double residual_sd = 0;
  Estimate constant{};
  std::vector<Estimate> coefficients{};
  Eigen::VectorXd fitted{};

  [[nodiscard]] double predict(const Eigen::VectorXd& row) const;
};

/// adj R² = 1 − (1 − R²)(n − 1)/(n − p − 1).
[[nodiscard]] double adjusted_r2(double r2, std::size_t n, std::size_t p);

struct FoldPlan {
  std::size_t folds = 10;
  std::size_t repeats = 20;  ///< with new random folds; the mean is given
  std::uint64_t seed = 1;
};

/// Fits y = constant + X·b. Needs more rows than predictors + 1 and predictors that are not combinations of each other.
[[nodiscard]] Result<Regression> least_squares(const Eigen::MatrixXd& x, const Eigen::VectorXd& y,
                                               const FoldPlan& plan = {});

/// Ridge regression with a constant that is not shrunk: minimises |y − c − X·b|² + λ|b|².
struct Ridge {
  double constant = 0;
  Eigen::VectorXd weights{};
  double lambda = 0;
};
[[nodiscard]] Ridge ridge(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, double lambda);
/// With the λ of least generalised cross-validation error.
[[nodiscard]] Ridge ridge_gcv(const Eigen::MatrixXd& x, const Eigen::VectorXd& y);

}  // namespace nazo::model
