#include "model/mixture.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "model/told_to_stop.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// ln of a normal density over the logarithm of the spread, on the points of the grid.
std::vector<double> log_prior_about(const std::vector<double>& spreads, double typical, double factor) {
  std::vector<double> out;
  double total = 0;
  for (const double spread : spreads) {
    const double z = std::log(spread / typical) / factor;
    out.push_back(-.5 * z * z);
    total += std::exp(out.back());
  }
  for (double& log_prior : out) log_prior -= std::log(total);
  return out;
}

SpreadGrid grid_of(std::vector<double> slopes, std::vector<double> corrections, std::vector<double> rests,
                   double typical_rest) {
  SpreadGrid grid;
  // A genre that knows its business is right to a hair, or it is not: in between is rarer.
  grid.slope_log_prior = {std::log(.35), std::log(.15), std::log(.5)};
  grid.correction_log_prior.assign(corrections.size(), std::log(.5 / static_cast<double>(corrections.size() - 1)));
  grid.correction_log_prior.front() = std::log(.5);
  grid.rest_log_prior = log_prior_about(rests, typical_rest, .8);
  grid.slope_sd = std::move(slopes);
  grid.correction_sd = std::move(corrections);
  grid.rest_sd = std::move(rests);
  return grid;
}

/// Everything that depends on the spread of e only: e is integrated out, and what is left speaks of w.
struct Rest {
  MatrixXd inverse;    ///< (I + τ²Λ)⁻¹, where Λ is full
  VectorXd diagonal;   ///< the same where it is not
  MatrixXd precision;  ///< of w
  VectorXd shift;
  double log_evidence = 0;

  [[nodiscard]] MatrixXd times(const MatrixXd& m) const {
    return inverse.size() > 0 ? MatrixXd(inverse * m) : MatrixXd(diagonal.asDiagonal() * m);
  }
  [[nodiscard]] VectorXd own() const { return inverse.size() > 0 ? VectorXd(inverse.diagonal()) : diagonal; }
};

Rest without_rest(const MatrixXd& rows, const Evidence& evidence, double rest_sd) {
  const double variance = rest_sd * rest_sd;
  Rest out;
  if (evidence.full.size() > 0) {
    MatrixXd system = variance * evidence.full;
    system.diagonal().array() += 1;
    const Eigen::LLT<MatrixXd> cholesky(system);
    out.inverse = cholesky.solve(MatrixXd::Identity(system.rows(), system.cols()));
    out.log_evidence = -MatrixXd(cholesky.matrixL()).diagonal().array().log().sum();
  } else {
    out.diagonal = (1 + variance * evidence.diagonal.array()).inverse();
    out.log_evidence = .5 * out.diagonal.array().log().sum();
  }
  const VectorXd scaled = out.times(evidence.shift);
  out.log_evidence += .5 * variance * evidence.shift.dot(scaled);
  out.shift = rows.transpose() * scaled;
  out.precision = rows.transpose() * (rows - out.times(rows)) / variance;
  return out;
}

/// w at one point of the grid. Columns without prior variance stay out of the system: most of the grid is small then.
class Solved {
 public:
  Solved(const Rest& rest, const VectorXd& mean, const VectorXd& variance) : root_(variance.cwiseSqrt()) {
    for (Index k = 0; k < root_.size(); ++k)
      if (root_[k] > 0) used_.push_back(k);
    const VectorXd root = root_(used_);
    MatrixXd system = root.asDiagonal() * rest.precision(used_, used_) * root.asDiagonal();
    system.diagonal().array() += 1;
    cholesky_.compute(system);
    const VectorXd pull = root.cwiseProduct(VectorXd((rest.shift - rest.precision * mean)(used_)));
    const VectorXd step = cholesky_.solve(pull);
    w = mean;
    w(used_) += root.cwiseProduct(step);
    log_evidence = rest.log_evidence + rest.shift.dot(mean) - .5 * mean.dot(rest.precision * mean) +
                   .5 * pull.dot(step) - cholesky_.matrixLLT().diagonal().array().log().sum();
  }

  [[nodiscard]] MatrixXd covariance() const {
    const auto n = static_cast<Index>(used_.size());
    const VectorXd root = root_(used_);
    MatrixXd out = MatrixXd::Zero(root_.size(), root_.size());
    out(used_, used_) = root.asDiagonal() * cholesky_.solve(MatrixXd::Identity(n, n)) * root.asDiagonal();
    return out;
  }

  VectorXd w;
  double log_evidence = 0;

 private:
  VectorXd root_;
  std::vector<Index> used_;
  Eigen::LLT<MatrixXd> cholesky_;
};

/// Trace of the plays' precision times the variance of b: as many observations fit by themselves.
double parameters_used(const MatrixXd& rows, const Evidence& evidence, double rest_sd, const MatrixXd& w_covariance) {
  const Rest rest = without_rest(rows, evidence, rest_sd);
  const MatrixXd carried = rest.times(rows);
  const double variance = rest_sd * rest_sd;
  if (evidence.full.size() == 0) {
    const VectorXd b_variance =
        variance * rest.diagonal + (carried * w_covariance).cwiseProduct(carried).rowwise().sum();
    return evidence.diagonal.dot(b_variance);
  }
  const double own = variance * evidence.full.cwiseProduct(rest.inverse).sum();
  return own + (carried.transpose() * (evidence.full * carried)).cwiseProduct(w_covariance).sum();
}

}  // namespace

SpreadGrid time_grid() { return grid_of({.015, .15, .9}, {0, .15, .3, .6, 1.2}, {.12, .22, .4, .7, 1.1}, .5); }
SpreadGrid failure_grid() { return grid_of({.02, .2, 1.1}, {0, .2, .4, .8, 1.6}, {.15, .3, .5, .9, 1.4}, .6); }

namespace {

/// What has been worked out for one spread of e.
struct RestWork {
  Rest rest;
  MatrixXd carried;
  VectorXd own_mean, own_variance;
};

struct GridPoint {
  MixturePart part;
  Solved solved;
};

std::vector<GridPoint> all_points(const Basis& basis, const SpreadGrid& grid, const std::vector<RestWork>& work) {
  const VectorXd mean = basis.prior_mean();
  std::vector<GridPoint> points;
  for (std::size_t r = 0; r < work.size(); ++r)
    for (std::size_t s = 0; s < grid.slope_sd.size(); ++s)
      for (std::size_t c = 0; c < grid.correction_sd.size(); ++c) {
        const VectorXd variance = basis.prior_variance(grid.level_sd, grid.slope_sd[s], grid.correction_sd[c]);
        GridPoint point{{}, Solved(work[r].rest, mean, variance)};
        point.part.slope = static_cast<int>(s);
        point.part.correction = static_cast<int>(c);
        point.part.rest = static_cast<int>(r);
        point.part.weight =
            point.solved.log_evidence + grid.slope_log_prior[s] + grid.correction_log_prior[c] + grid.rest_log_prior[r];
        point.part.w = point.solved.w;
        point.part.b = work[r].own_mean + work[r].carried * point.part.w;
        points.push_back(std::move(point));
      }
  double best = points.front().part.weight, total = 0;
  for (const GridPoint& point : points) best = std::max(best, point.part.weight);
  for (GridPoint& point : points) {
    // However unlikely: a gate may leave this point alone.
    point.part.weight = std::exp(std::max(-600., point.part.weight - best));
    total += point.part.weight;
  }
  for (GridPoint& point : points) point.part.weight /= total;
  return points;
}

}  // namespace

Mixture mix(const Basis& basis, const MatrixXd& rows, const SpreadGrid& grid, const Evidence& evidence) {
  std::vector<RestWork> work;
  for (const double rest_sd : grid.rest_sd) {
    Stoppable::look();
    RestWork one{without_rest(rows, evidence, rest_sd), {}, {}, {}};
    one.carried = one.rest.times(rows);
    one.own_mean = rest_sd * rest_sd * one.rest.times(evidence.shift);
    one.own_variance = rest_sd * rest_sd * one.rest.own();
    work.push_back(std::move(one));
  }
  std::vector<GridPoint> points = all_points(basis, grid, work);
  Mixture out;
  Moments& all = out.all;
  all.w = VectorXd::Zero(rows.cols());
  all.b = VectorXd::Zero(rows.rows());
  for (const GridPoint& point : points) {
    all.w += point.part.weight * point.part.w;
    all.b += point.part.weight * point.part.b;
    if (point.part.slope == grid.free_slope()) out.free_slope += point.part.weight;
    if (point.part.slope > 0) out.moved_slope += point.part.weight;
    if (point.part.correction > 0) out.corrected += point.part.weight;
  }
  all.w_covariance = MatrixXd::Zero(rows.cols(), rows.cols());
  all.b_variance = VectorXd::Zero(rows.rows());
  const GridPoint* likeliest = &points.front();
  constexpr double too_little = 1e-4;  // to be worth a covariance
  for (const GridPoint& point : points) {
    const MixturePart& part = point.part;
    if (part.weight > likeliest->part.weight) likeliest = &point;
    if (part.weight < too_little) continue;
    const RestWork& own = work[static_cast<std::size_t>(part.rest)];
    const MatrixXd covariance = point.solved.covariance();
    const VectorXd off = part.w - all.w;
    const VectorXd b_variance = own.own_variance + (own.carried * covariance).cwiseProduct(own.carried).rowwise().sum();
    all.w_covariance += part.weight * (covariance + off * off.transpose());
    all.b_variance += part.weight * (b_variance + (part.b - all.b).cwiseAbs2());
    const double rest = grid.rest_sd[static_cast<std::size_t>(part.rest)];
    const double correction = grid.correction_sd[static_cast<std::size_t>(part.correction)];
    all.rest_variance += part.weight * rest * rest;
    all.correction_variance += part.weight * correction * correction;
  }
  out.used = parameters_used(rows, evidence, grid.rest_sd[static_cast<std::size_t>(likeliest->part.rest)],
                             likeliest->solved.covariance());
  for (GridPoint& point : points) out.parts.push_back(std::move(point.part));
  return out;
}

PairedGain correction_gain(const Basis& basis, const MatrixXd& rows, const SpreadGrid& grid, const Mixture& mixture,
                           const VectorXd& means, const VectorXd& precisions) {
  const auto likeliest = [&](bool corrected) {
    const MixturePart* best = nullptr;
    for (const MixturePart& part : mixture.parts)
      if ((part.correction > 0) == corrected && (best == nullptr || part.weight > best->weight)) best = &part;
    return best;
  };
  // Leaving one puzzle out, in closed form: with Q = (K + noise)⁻¹ the error is [Q·(mean − expected)]_j / Q_jj and its
  // variance 1 / Q_jj.
  const auto log_densities = [&](const MixturePart& part) {
    const double rest = grid.rest_sd[static_cast<std::size_t>(part.rest)];
    const VectorXd noise = (precisions.array().inverse() + rest * rest).inverse();
    const VectorXd root = basis
                              .prior_variance(grid.level_sd, grid.slope_sd[static_cast<std::size_t>(part.slope)],
                                              grid.correction_sd[static_cast<std::size_t>(part.correction)])
                              .cwiseSqrt();
    const MatrixXd scaled = rows * root.asDiagonal();
    MatrixXd system = scaled.transpose() * noise.asDiagonal() * scaled;
    system.diagonal().array() += 1;
    const VectorXd off = means - rows * basis.prior_mean();
    const MatrixXd half = system.llt().matrixL().solve((noise.asDiagonal() * scaled).transpose());
    const VectorXd own = noise - half.colwise().squaredNorm().transpose();
    const VectorXd pulled = noise.cwiseProduct(off) - half.transpose() * (half * off);
    // half is L⁻¹ScaledᵀN, so halfᵀ·half·off is N·scaled·system⁻¹·scaledᵀ·N·off.
    return VectorXd((.5 * own.array().log() - .5 * pulled.array().square() / own.array()).matrix());
  };
  const MixturePart *with = likeliest(true), *bare = likeliest(false);
  if (with == nullptr || bare == nullptr || rows.rows() < 3) return {};
  const VectorXd difference = (log_densities(*with) - log_densities(*bare)).cwiseMax(-2).cwiseMin(2);
  const double n = static_cast<double>(difference.size());
  PairedGain gain;
  gain.mean = difference.mean();
  gain.standard_error = std::sqrt((difference.array() - gain.mean).square().sum() / (n - 1) / n);
  return gain;
}

}  // namespace nazo::model
