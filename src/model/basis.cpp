#include "model/basis.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double kernel(const VectorXd& a, const VectorXd& b) {
  return std::exp(-(a - b).squaredNorm() / (4 * static_cast<double>(a.size())));
}

}  // namespace

void Basis::choose_centres(const MatrixXd& places) {
  const Index n = places.rows(), wanted = std::min(n, most_centres);
  centres.resize(wanted, places.cols());
  if (wanted == 0) return prepare();
  // Each new centre is the place that is farthest from those before it; the first lies nearest the middle.
  Index next = 0;
  places.rowwise().squaredNorm().minCoeff(&next);
  VectorXd nearest = VectorXd::Constant(n, 1e300);
  Index found = 0;
  for (; found < wanted; ++found) {
    centres.row(found) = places.row(next);
    nearest = nearest.cwiseMin((places.rowwise() - places.row(next)).rowwise().squaredNorm());
    if (nearest.maxCoeff(&next) < 1e-6) {
      ++found;
      break;
    }
  }
  centres.conservativeResize(found, Eigen::NoChange);
  prepare();
}

void Basis::prepare() {
  const Index z = centres.rows();
  MatrixXd gram(z, z);
  for (Index a = 0; a < z; ++a)
    for (Index b = 0; b < z; ++b) gram(a, b) = kernel(centres.row(a).transpose(), centres.row(b).transpose());
  gram.diagonal().array() += 1e-6;
  whitening_ = gram.llt().matrixL().solve(MatrixXd::Identity(z, z));
}

void Basis::set_played(const MatrixXd& places) {
  lowest = places.rows() > 0 ? VectorXd(places.colwise().minCoeff().transpose()) : VectorXd::Zero(places.cols());
  highest = places.rows() > 0 ? VectorXd(places.colwise().maxCoeff().transpose()) : VectorXd::Zero(places.cols());
}

VectorXd Basis::place(double index, const VectorXd& raw_features) const {
  VectorXd out(1 + features());
  out[0] = anchor.m(index);
  for (Index f = 0; f < features(); ++f) out[f + 1] = scale.tables()[static_cast<std::size_t>(f)].at(raw_features[f]);
  return out;
}

BasisRow Basis::row(const VectorXd& place, double beyond_line) const {
  constexpr double margin = .5;
  const Index p = features();
  BasisRow out;
  out.values.resize(columns());
  out.values[constant] = 1;
  out.values[slope] = place[0];
  out.values[beyond] = beyond_line;
  double excess = 0;
  for (Index f = 0; f < p; ++f) {
    const double x = place[f + 1], low = lowest[f + 1], high = highest[f + 1];
    const double held = std::clamp(x, low - margin, high + margin), inside = std::clamp(x, low, high);
    out.values[first_feature + f] = held;
    out.outside += (x - held) * (x - held) / static_cast<double>(p);
    excess += (x - inside) * (x - inside) / static_cast<double>(p);
  }
  const double beyond_m = place[0] - std::clamp(place[0], lowest[0], highest[0]);
  out.excess = std::sqrt(beyond_m * beyond_m + .5 * excess);
  VectorXd near(bumps());
  for (Index z = 0; z < bumps(); ++z) near[z] = kernel(place, centres.row(z).transpose());
  out.values.tail(bumps()) = whitening_ * near;
  out.lost = std::max(0., 1 - out.values.tail(bumps()).squaredNorm());
  return out;
}

VectorXd Basis::prior_variance(double level_sd, double slope_sd, double correction_sd) const {
  VectorXd variance = VectorXd::Zero(columns());
  variance[constant] = level_sd * level_sd;
  variance[slope] = slope_sd * slope_sd;
  variance[beyond] = slope_sd * slope_sd;
  const double half = correction_sd * correction_sd / 2;
  if (features() > 0) variance.segment(first_feature, features()).setConstant(half / static_cast<double>(features()));
  variance.tail(bumps()).setConstant(half);
  return variance;
}

VectorXd Basis::prior_mean() const {
  VectorXd mean = VectorXd::Zero(columns());
  mean[constant] = anchor.level;
  mean[slope] = anchor.slope;
  mean[beyond] = 1;
  return mean;
}

}  // namespace nazo::model
