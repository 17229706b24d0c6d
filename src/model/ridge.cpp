// Ridge regression, apart from the rest because every matrix decomposition costs the compiler seconds.
#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

#include "model/regression.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The normal equations of centred predictors and target.
struct Normal {
  VectorXd centre;
  MatrixXd gram;
  VectorXd pull;  ///< of the target on each predictor
  double level, squares;

  Normal(const MatrixXd& x, const VectorXd& y) : centre(x.colwise().mean()), level(y.mean()) {
    const MatrixXd centred = x.rowwise() - centre.transpose();
    const VectorXd deviation = y.array() - level;
    gram = centred.transpose() * centred;
    pull = centred.transpose() * deviation;
    squares = deviation.squaredNorm();
  }

  [[nodiscard]] Eigen::LDLT<MatrixXd> with(double lambda) const {
    MatrixXd shrunk = gram;
    shrunk.diagonal().array() += lambda;
    return shrunk.ldlt();
  }

  [[nodiscard]] Ridge at(double lambda) const {
    Ridge out;
    out.lambda = lambda;
    out.weights = with(lambda).solve(pull);
    out.constant = level - centre.dot(out.weights);
    return out;
  }

  /// Generalised cross-validation: residual squares over squared degrees of freedom.
  [[nodiscard]] double error(double lambda, double n) const {
    const auto solver = with(lambda);
    const VectorXd w = solver.solve(pull);
    double rest = squares, degrees = n - 1 - static_cast<double>(gram.cols());
    for (Index i = 0; i < w.size(); ++i) {
      double along = 0;
      for (Index j = 0; j < w.size(); ++j) along += gram(i, j) * w[j];
      rest += w[i] * (along - 2 * pull[i]);
      degrees += lambda * solver.solve(VectorXd::Unit(w.size(), i))[i];
    }
    return std::max(rest, 0.) / (degrees * degrees);
  }
};

}  // namespace

Ridge ridge(const MatrixXd& x, const VectorXd& y, double lambda) { return Normal(x, y).at(lambda); }

Ridge ridge_gcv(const MatrixXd& x, const VectorXd& y) {
  const Normal normal(x, y);
  const auto n = static_cast<double>(y.size());
  double best = 0, least = std::numeric_limits<double>::infinity();
  for (double l = -12; l <= 16; l += .25)  // not always unimodal: a coarse walk
    if (const double e = normal.error(std::exp(l), n); e < least) least = e, best = l;
  return normal.at(std::exp(best));
}

}  // namespace nazo::model
