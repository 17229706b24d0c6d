#include "model/regression.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/rng.hpp"
#include "base/text.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::span<const double> as_span(const VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

MatrixXd with_constant(const MatrixXd& x) {
  MatrixXd out(x.rows(), x.cols() + 1);
  out.col(0).setOnes();
  out.rightCols(x.cols()) = x;
  return out;
}

MatrixXd rows_of(const MatrixXd& x, const std::vector<Index>& rows) {
  MatrixXd out(static_cast<Index>(rows.size()), x.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) out.row(static_cast<Index>(i)) = x.row(rows[i]);
  return out;
}

/// Correlation of y with predictions made without the row's own fold.
double cross_validated_r(const MatrixXd& design, const VectorXd& y, const FoldPlan& plan) {
  const auto n = static_cast<std::size_t>(y.size());
  const std::size_t folds = std::min(plan.folds, n);
  std::vector<double> found;
  for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
    std::vector<Index> order(n);
    std::iota(order.begin(), order.end(), Index{0});
    Rng(plan.seed, repeat).shuffle(std::span(order));
    VectorXd predicted(y.size());
    for (std::size_t fold = 0; fold < folds; ++fold) {
      std::vector<Index> inside, outside;
      for (std::size_t i = 0; i < n; ++i) (i % folds == fold ? outside : inside).push_back(order[i]);
      const MatrixXd part = rows_of(design, inside);
      const VectorXd coefficients = part.colPivHouseholderQr().solve(rows_of(y, inside).col(0));
      const double level = rows_of(y, inside).col(0).mean();
      // The fold's own mean level is taken off, else a fold's deviation from the whole shows as a false negative
      // correlation.
      for (const Index row : outside) predicted[row] = design.row(row).dot(coefficients) - level;
    }
    found.push_back(correlation(as_span(predicted), as_span(y)));
  }
  return mean(found);
}

}  // namespace

double Regression::predict(const VectorXd& row) const {
  double value = constant.value;
  for (Index i = 0; i < row.size(); ++i) value += coefficients[static_cast<std::size_t>(i)].value * row[i];
  return value;
}

double adjusted_r2(double r2, std::size_t n, std::size_t p) {
  return 1 - (1 - r2) * static_cast<double>(n - 1) / static_cast<double>(n - p - 1);
}

Result<Regression> least_squares(const MatrixXd& x, const VectorXd& y, const FoldPlan& plan) {
  const auto n = static_cast<std::size_t>(y.size());
  const auto p = static_cast<std::size_t>(x.cols());
  if (n < p + 3) return fail(cat("a regression on ", p, " predictors needs at least ", p + 3, " rows, there are ", n));
  // Columns are brought to unit size first, so that "a combination of the others" does not depend on units.
  VectorXd centre = x.colwise().mean();
  VectorXd scale(x.cols());
  for (Index j = 0; j < x.cols(); ++j) {
    scale[j] = std::sqrt((x.col(j).array() - centre[j]).square().mean());
    if (!(scale[j] > 1e-12 * (1 + std::abs(centre[j])))) return fail(cat("predictor ", j + 1, " does not vary"));
  }
  MatrixXd standard = x;
  for (Index j = 0; j < x.cols(); ++j) standard.col(j) = (x.col(j).array() - centre[j]) / scale[j];
  const MatrixXd design = with_constant(standard);
  Eigen::ColPivHouseholderQR<MatrixXd> qr(design);
  qr.setThreshold(1e-9);
  if (static_cast<std::size_t>(qr.rank()) < p + 1) return fail("a predictor is a combination of the others");
  const VectorXd b = qr.solve(y);

  Regression out;
  out.n = n;
  out.p = p;
  out.fitted = design * b;
  const double total = (y.array() - y.mean()).square().sum();
  const double rest = (y - out.fitted).squaredNorm();
  if (!(total > 0)) return fail("the target does not vary");
  out.r2 = std::max(0., 1 - rest / total);
  out.r = std::sqrt(out.r2);
  out.adjusted_r2 = model::adjusted_r2(out.r2, n, p);
  const auto degrees = static_cast<double>(n - p - 1);
  const double s2 = rest / degrees;
  out.residual_sd = std::sqrt(s2);
  out.cv_r = cross_validated_r(design, y, plan);

  const MatrixXd covariance = s2 * (design.transpose() * design).inverse();
  const double t = student_quantile(.975, degrees);
  const auto estimate = [&](double value, double error) {
    return Estimate{value, error, value - t * error, value + t * error};
  };
  // Back to the units of the predictors.
  VectorXd back(design.cols());
  back[0] = 1;
  for (Index j = 0; j < x.cols(); ++j) {
    out.coefficients.push_back(estimate(b[j + 1] / scale[j], std::sqrt(covariance(j + 1, j + 1)) / scale[j]));
    back[j + 1] = -centre[j] / scale[j];
  }
  out.constant = estimate(back.dot(b), std::sqrt(back.dot(covariance * back)));
  return out;
}

Ridge ridge(const MatrixXd& x, const VectorXd& y, double lambda) {
  const VectorXd centre = x.colwise().mean();
  const MatrixXd centred = x.rowwise() - centre.transpose();
  const MatrixXd normal = centred.transpose() * centred + lambda * MatrixXd::Identity(x.cols(), x.cols());
  Ridge out;
  out.lambda = lambda;
  out.weights = normal.ldlt().solve(centred.transpose() * (y.array() - y.mean()).matrix());
  out.constant = y.mean() - centre.dot(out.weights);
  return out;
}

Ridge ridge_gcv(const MatrixXd& x, const VectorXd& y) {
  const VectorXd centre = x.colwise().mean();
  const MatrixXd centred = x.rowwise() - centre.transpose();
  const VectorXd deviation = y.array() - y.mean();
  const Eigen::BDCSVD<MatrixXd> svd(centred, Eigen::ComputeThinU);
  const VectorXd u = svd.matrixU().transpose() * deviation;
  const VectorXd squares = svd.singularValues().array().square();
  const auto n = static_cast<double>(y.size());
  const auto error = [&](double log_lambda) {
    const double lambda = std::exp(log_lambda);
    double rest = deviation.squaredNorm() - u.squaredNorm(), degrees = n - 1;
    for (Index i = 0; i < u.size(); ++i) {
      const double kept = squares[i] / (squares[i] + lambda);
      rest += u[i] * u[i] * (1 - kept) * (1 - kept);
      degrees -= kept;
    }
    return rest / (degrees * degrees);
  };
  double best = 0, least = std::numeric_limits<double>::infinity();
  for (double l = -12; l <= 16; l += .25)  // not always unimodal: a coarse walk
    if (const double e = error(l); e < least) least = e, best = l;
  return ridge(x, y, std::exp(best));
}

}  // namespace nazo::model
