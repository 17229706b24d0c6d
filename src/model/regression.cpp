#include "model/regression.hpp"

#include <Eigen/Core>
#include <cmath>
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

/// A = Q·R by Gram–Schmidt done twice, which is as exact as Householder's way. The library's own decompositions cost
/// the compiler more than all the rest of this room. A column that is a combination of those before it gets no
/// direction.
class ThinQr {
 public:
  explicit ThinQr(const MatrixXd& a) : q_(a), r_(MatrixXd::Zero(a.cols(), a.cols())) {
    for (Index j = 0; j < q_.cols(); ++j) {
      const double size = q_.col(j).norm();
      for (int pass = 0; pass < 2; ++pass)
        for (Index i = 0; i < j; ++i) {
          const double along = q_.col(i).dot(q_.col(j));
          r_(i, j) += along;
          q_.col(j) -= along * q_.col(i);
        }
      const double rest = q_.col(j).norm();
      if (rest > 1e-9 * size) {
        r_(j, j) = rest;
        q_.col(j) /= rest;
        ++rank_;
      } else {
        q_.col(j).setZero();
      }
    }
  }

  [[nodiscard]] Index rank() const { return rank_; }

  /// The coefficients of least squares; those of columns without a direction are 0.
  [[nodiscard]] VectorXd solve(const VectorXd& y) const {
    VectorXd x(r_.cols());
    for (Index j = r_.cols() - 1; j >= 0; --j) {
      double sum = q_.col(j).dot(y);
      for (Index k = j + 1; k < r_.cols(); ++k) sum -= r_(j, k) * x[k];
      x[j] = r_(j, j) > 0 ? sum / r_(j, j) : 0;
    }
    return x;
  }

  /// (AᵀA)⁻¹ = R⁻¹·R⁻ᵀ, for a full rank.
  [[nodiscard]] MatrixXd inverse_gram() const {
    const Index p = r_.cols();
    MatrixXd inverse = MatrixXd::Zero(p, p);  // of R
    for (Index c = 0; c < p; ++c)
      for (Index j = c; j >= 0; --j) {
        double sum = j == c ? 1 : 0;
        for (Index k = j + 1; k <= c; ++k) sum -= r_(j, k) * inverse(k, c);
        inverse(j, c) = sum / r_(j, j);
      }
    MatrixXd out(p, p);
    for (Index i = 0; i < p; ++i)
      for (Index j = 0; j < p; ++j) out(i, j) = inverse.row(i).dot(inverse.row(j));
    return out;
  }

 private:
  MatrixXd q_, r_;
  Index rank_ = 0;
};

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
      const VectorXd coefficients = ThinQr(part).solve(rows_of(y, inside).col(0));
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
  const ThinQr qr(design);
  if (static_cast<std::size_t>(qr.rank()) < p + 1) return fail("a predictor is a combination of the others");
  const VectorXd b = qr.solve(y);

  Regression out;
  out.n = n;
  out.p = p;
  out.fitted = design.lazyProduct(b);
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

  const MatrixXd covariance = s2 * qr.inverse_gram();
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
  out.constant = estimate(back.dot(b), std::sqrt(back.dot(covariance.lazyProduct(back))));
  return out;
}

}  // namespace nazo::model
