#include "model/paired.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/crossed.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Log probability of a level and its slopes by d. The level lies between two cuts; with s = logistic at both, the
/// derivative of ln(s_upper − s_lower) is 1 − s_upper − s_lower.
Slope level_slope(int level, double d, double near, double far) {
  const double cuts[] = {-far, -near, near, far};  // level ≤ k: logistic(d + cuts[k − 1])
  const double upper = level == 5 ? 1 : logistic(d + cuts[level - 1]),
               lower = level == 1 ? 0 : logistic(d + cuts[level - 2]);
  return {1 - upper - lower, std::max(1e-10, upper * (1 - upper) + lower * (1 - lower)),
          std::log(std::max(upper - lower, 1e-300))};
}

/// The same averaged over d ~ N(d, variance): Gauss–Hermite with five points.
Slope averaged_slope(int level, double d, double variance, double near, double far) {
  if (variance < 1e-6) return level_slope(level, d, near, far);
  static constexpr double rule[][2] = {{0, 8. / 15},
                                       {1.355626179974266, .2220759220056126},
                                       {-1.355626179974266, .2220759220056126},
                                       {2.856970013872806, .01125741132772069},
                                       {-2.856970013872806, .01125741132772069}};
  const double spread = std::sqrt(variance);
  Slope sum;
  for (const auto& [node, weight] : rule) {
    const Slope here = level_slope(level, d + spread * node, near, far);
    sum.gradient += weight * here.gradient;
    sum.curvature += weight * here.curvature;
    sum.log_likelihood += weight * here.log_likelihood;
  }
  return sum;
}

/// Pairs grouped by person, with the differences of their rows.
struct Group {
  MatrixXd shared, own;
  std::vector<int> level;
  VectorXd variance;  ///< of each difference, as far as it is known
};

std::vector<Group> groups_of(const PairDesign& design) {
  std::vector<std::vector<const Pairing*>> of(static_cast<std::size_t>(design.persons));
  for (const Pairing& pair : design.pairs) of[static_cast<std::size_t>(pair.person)].push_back(&pair);
  std::vector<Group> groups;
  for (const auto& pairs : of) {
    const auto n = static_cast<Index>(pairs.size());
    Group group{MatrixXd(n, design.shared.cols()), MatrixXd(n, design.own.cols()), {}, VectorXd::Zero(n)};
    for (Index r = 0; r < n; ++r) {
      const Pairing& pair = *pairs[static_cast<std::size_t>(r)];
      group.shared.row(r) = design.shared.row(pair.x) - design.shared.row(pair.y);
      group.own.row(r) = design.own.row(pair.x) - design.own.row(pair.y);
      group.level.push_back(pair.level);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

class PairSolver {
 public:
  PairSolver(const PairDesign& design, const PairPriors& priors, const PairFit* start)
      : groups_(groups_of(design)), priors_(priors) {
    fit_.shared = VectorXd::Zero(design.shared.cols());
    fit_.own = MatrixXd::Zero(design.persons, design.own.cols());
    if (start != nullptr) {
      fit_.shared = start->shared;
      fit_.own = start->own;
      for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i].variance = start->difference_variance[i];
    }
  }

  /// Mode and curvature are found in turn with the uncertainty of the differences: the variational Gaussian
  /// approximation, whose bound on the evidence is far closer than Laplace's where a person has compared only ten
  /// pairs.
  PairFit run() {
    double bound = -std::numeric_limits<double>::infinity();
    for (int round = 0; round < 8; ++round) {
      climb();
      spread_out();
      const double next = lower_bound();
      if (std::abs(next - bound) < 1e-3) break;
      bound = next;
    }
    fit_.log_evidence = lower_bound();
    for (const Group& group : groups_) fit_.difference_variance.push_back(group.variance);
    fit_.person_scores = scores_;
    return std::move(fit_);
  }

 private:
  void climb() {
    double objective = value(fit_.shared, fit_.own);
    for (int step = 0; step < 60; ++step) {
      const auto [shared_step, own_step] = newton();
      double scale = 1, next = 0;
      for (; scale > 1e-7; scale /= 2)
        if (next = value(fit_.shared + scale * shared_step, fit_.own + scale * own_step); next >= objective - 1e-10)
          break;
      fit_.shared += scale * shared_step;
      fit_.own += scale * own_step;
      const double gained = next - objective;
      objective = next;
      if (std::abs(gained) < 1e-5 && step > 0) break;
    }
    (void)newton();  // curvatures at the mode
  }

  /// Covariances at the mode, and from them how uncertain each difference is.
  void spread_out() {
    fit_.shared_covariance = shared_solve_.solve(MatrixXd::Identity(fit_.shared.size(), fit_.shared.size()));
    own_trace_ = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Group& group = groups_[i];
      const MatrixXd carried = own_solve_[i].solve(cross_[i]);  // own part's answer to the shared one
      const MatrixXd own_covariance = own_solve_[i].solve(MatrixXd::Identity(fit_.own.cols(), fit_.own.cols())) +
                                      carried * fit_.shared_covariance * carried.transpose();
      own_trace_ += own_covariance.trace();
      const MatrixXd rest = group.shared - group.own * carried;  // difference = rest·shared + own part given shared
      for (Index r = 0; r < group.variance.size(); ++r) {
        const VectorXd h = group.own.row(r).transpose();
        group.variance[r] =
            rest.row(r).dot(fit_.shared_covariance * rest.row(r).transpose()) + h.dot(own_solve_[i].solve(h));
      }
    }
  }

  [[nodiscard]] double lower_bound() const {
    const double own_size = static_cast<double>(fit_.own.size()), shared_size = static_cast<double>(fit_.shared.size());
    const double traces = fit_.shared_covariance.diagonal().cwiseQuotient(priors_.shared_variance).sum() +
                          own_trace_ / priors_.own_variance;
    return value(fit_.shared, fit_.own) -
           .5 * (traces - own_size - shared_size + log_determinant_ + priors_.shared_variance.array().log().sum() +
                 own_size * std::log(priors_.own_variance));
  }

  [[nodiscard]] double value(const VectorXd& shared, const MatrixXd& own) const {
    double sum = -.5 * (shared.cwiseAbs2().cwiseQuotient(priors_.shared_variance)).sum() -
                 .5 * own.squaredNorm() / priors_.own_variance;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const VectorXd d = groups_[i].shared * shared + groups_[i].own * own.row(static_cast<Index>(i)).transpose();
      for (Index r = 0; r < d.size(); ++r)
        sum += averaged_slope(groups_[i].level[static_cast<std::size_t>(r)], d[r], groups_[i].variance[r], priors_.near,
                              priors_.far)
                   .log_likelihood;
    }
    return sum;
  }

  /// One Newton step; each person's own part is eliminated, what is shared remains.
  std::pair<VectorXd, MatrixXd> newton() {
    const Index q = fit_.own.cols();
    MatrixXd system = priors_.shared_variance.cwiseInverse().asDiagonal();
    VectorXd right = -fit_.shared.cwiseQuotient(priors_.shared_variance);
    own_solve_.resize(groups_.size());
    scores_.resize(static_cast<Index>(groups_.size()), fit_.shared.size());
    cross_.resize(groups_.size());
    std::vector<VectorXd> pull(groups_.size());
    log_determinant_ = 0;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Group& group = groups_[i];
      const VectorXd mine = fit_.own.row(static_cast<Index>(i)).transpose();
      const VectorXd d = group.shared * fit_.shared + group.own * mine;
      VectorXd gradient(d.size()), curvature(d.size());
      for (Index r = 0; r < d.size(); ++r) {
        const Slope slope = averaged_slope(group.level[static_cast<std::size_t>(r)], d[r], group.variance[r],
                                           priors_.near, priors_.far);
        gradient[r] = slope.gradient;
        curvature[r] = slope.curvature;
      }
      MatrixXd block = group.own.transpose() * curvature.asDiagonal() * group.own;
      block.diagonal().array() += 1 / priors_.own_variance;
      own_solve_[i].compute(block);
      log_determinant_ += 2 * MatrixXd(own_solve_[i].matrixL()).diagonal().array().log().sum();
      cross_[i] = group.own.transpose() * curvature.asDiagonal() * group.shared;
      scores_.row(static_cast<Index>(i)) = (group.shared.transpose() * gradient).transpose();
      pull[i] = group.own.transpose() * gradient - mine / priors_.own_variance;
      system += group.shared.transpose() * curvature.asDiagonal() * group.shared -
                cross_[i].transpose() * own_solve_[i].solve(cross_[i]);
      right += group.shared.transpose() * gradient - cross_[i].transpose() * own_solve_[i].solve(pull[i]);
    }
    shared_solve_.compute(system);
    log_determinant_ += 2 * MatrixXd(shared_solve_.matrixL()).diagonal().array().log().sum();
    const VectorXd shared_step = shared_solve_.solve(right);
    MatrixXd own_step(fit_.own.rows(), q);
    for (std::size_t i = 0; i < groups_.size(); ++i)
      own_step.row(static_cast<Index>(i)) = own_solve_[i].solve(pull[i] - cross_[i] * shared_step).transpose();
    return {shared_step, own_step};
  }

  std::vector<Group> groups_;
  const PairPriors& priors_;
  PairFit fit_;
  Eigen::LLT<MatrixXd> shared_solve_;
  std::vector<Eigen::LLT<MatrixXd>> own_solve_;
  std::vector<MatrixXd> cross_;
  MatrixXd scores_;
  double log_determinant_ = 0, own_trace_ = 0;
};

}  // namespace

MatrixXd plain_scores(const std::vector<Pairing>& pairs, int persons, int puzzles) {
  MatrixXd scores = MatrixXd::Zero(persons, puzzles);
  for (const Pairing& pair : pairs) {
    const double harder = pair.level < 3 ? 1 : pair.level > 3 ? -1 : 0;
    scores(pair.person, pair.x) += harder;
    scores(pair.person, pair.y) -= harder;
  }
  return scores;
}

double PairFit::strength(const PairDesign& design, int person, int puzzle) const {
  return design.shared.row(puzzle).dot(shared) + design.own.row(puzzle).dot(own.row(person));
}

PairFit fit_pairs(const PairDesign& design, const PairPriors& priors, const PairFit* start) {
  return PairSolver(design, priors, start).run();
}

Eigen::MatrixXd compact_own(const Eigen::MatrixXd& own) {
  if (own.cols() <= own.rows()) return own;
  // Any square root of own·ownᵀ will do; a Cholesky root with pivots costs the compiler least.
  MatrixXd rest = own * own.transpose(), root = MatrixXd::Zero(own.rows(), own.rows());
  for (Index column = 0; column < root.cols(); ++column) {
    Index pivot = 0;
    const double largest = rest.diagonal().maxCoeff(&pivot);
    if (!(largest > 1e-13)) break;
    root.col(column) = rest.col(pivot) / std::sqrt(largest);
    rest -= root.col(column) * root.col(column).transpose();
  }
  return root;
}

PairPriors best_priors(const PairDesign& design, PairPriors start, const PairSearch& search) {
  PairFit last = fit_pairs(design, start);
  const auto try_with = [&](const auto& set) {
    return [&design, &start, &last, set](double log_value) {
      PairPriors priors = start;
      set(priors, std::exp(log_value));
      last = fit_pairs(design, priors, &last);
      return -last.log_evidence;
    };
  };
  const auto improve = [&](double present, const auto& set, double reach) {
    const auto f = try_with(set);
    const double best = minimise(f, std::log(present) - reach, std::log(present) + reach, search.tolerance);
    set(start, std::exp(best));
  };
  for (int round = 0; round < search.rounds; ++round) {
    const double reach = round == 0 ? 4 : 1.5;
    if (search.own) improve(start.own_variance, [](PairPriors& p, double v) { p.own_variance = v; }, reach);
    if (!search.shared.empty() && std::ranges::count(search.shared, true) > 0) {
      const auto first = static_cast<Index>(std::ranges::find(search.shared, true) - search.shared.begin());
      improve(
          start.shared_variance[first],
          [&search](PairPriors& p, double v) {
            for (std::size_t k = 0; k < search.shared.size(); ++k)
              if (search.shared[k]) p.shared_variance[static_cast<Index>(k)] = v;
          },
          reach);
    }
    if (search.near) improve(start.near, [](PairPriors& p, double v) { p.near = std::min(v, p.far * .999); }, 1.5);
    if (search.far && std::isfinite(start.far))
      improve(start.far, [](PairPriors& p, double v) { p.far = std::max(v, p.near * 1.001); }, 1.5);
  }
  return start;
}

BradleyTerry fit_bradley_terry(const std::vector<Pairing>& pairs, int persons, int puzzles) {
  PairDesign design{persons, MatrixXd::Identity(puzzles, puzzles), MatrixXd::Identity(puzzles, puzzles), pairs};
  // The population's strengths are left all but free: shrinking them would pull the intervals off what they are to
  // cover.
  PairPriors priors{VectorXd::Constant(puzzles, 25.), .5, .5, 2};
  priors = best_priors(design, priors, {});
  const PairFit fit = fit_pairs(design, priors);
  BradleyTerry out;
  out.own_spread = std::sqrt(priors.own_variance);
  out.near = priors.near;
  out.far = priors.far;
  const MatrixXd centre = MatrixXd::Identity(puzzles, puzzles) - MatrixXd::Constant(puzzles, puzzles, 1. / puzzles);
  const VectorXd strength = centre * fit.shared;
  // Two ways to the error: from the curvature, and from the persons' own pulls on the estimate (a sandwich, clustered
  // by person, right also where the model is not). With few persons either may come out small: the larger one counts.
  const double few = persons > 1 ? persons / (persons - 1.) : 1.;
  const MatrixXd pulls =
      fit.shared_covariance * (fit.person_scores.transpose() * fit.person_scores) * fit.shared_covariance;
  const VectorXd variances =
      (centre * fit.shared_covariance * centre).diagonal().cwiseMax((few * centre * pulls * centre).diagonal());
  const double t = student_quantile(.975, std::max(1, persons - 1));  // few persons: their spread is itself uncertain
  for (Index j = 0; j < puzzles; ++j) {
    const double error = std::sqrt(variances[j]);
    out.strength.push_back({strength[j], error, strength[j] - t * error, strength[j] + t * error});
  }
  out.personal = (fit.own.rowwise() + fit.shared.transpose()) * centre;
  return out;
}

}  // namespace nazo::model
