#include "model/crossed.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int largest_dense = 4000;  // a system of so many unknowns still fits in 128 MB and some seconds

/// For each unit of the side that is eliminated, the units of the other side it met, ascending; and for each
/// observation the place of its pair in that list.
struct Pairs {
  std::vector<int> start{0};
  std::vector<int> other{};
  std::vector<std::size_t> slot{};
};

Pairs pairs_of(const std::vector<int>& local, const std::vector<int>& dense, int locals) {
  const std::size_t n = local.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(local[a], dense[a]) < std::pair(local[b], dense[b]);
  });
  Pairs pairs;
  pairs.slot.resize(n);
  std::size_t at = 0;
  for (int unit = 0; unit < locals; ++unit) {
    for (; at < n && local[order[at]] == unit; ++at) {
      const int other = dense[order[at]];
      if (static_cast<int>(pairs.other.size()) == pairs.start.back() || pairs.other.back() != other)
        pairs.other.push_back(other);
      pairs.slot[order[at]] = pairs.other.size() - 1;
    }
    pairs.start.push_back(static_cast<int>(pairs.other.size()));
  }
  return pairs;
}

class Solver {
 public:
  Solver(const CrossedDesign& design, const CrossedVariances& variances, const Likelihood& likelihood)
      : d_(design),
        v_(variances),
        likelihood_(likelihood),
        weights_(design.x.cols()),
        eliminate_puzzles_(design.puzzles >= design.persons) {
    pairs_ =
        eliminate_puzzles_ ? pairs_of(d_.puzzle, d_.person, d_.puzzles) : pairs_of(d_.person, d_.puzzle, d_.persons);
    coupling_.resize(pairs_.other.size());
    xtx_ = d_.x.transpose() * d_.x;
  }

  [[nodiscard]] bool too_large() const { return std::min(d_.persons, d_.puzzles) + weights_ > largest_dense; }

  void run(CrossedFit& fit, int most_steps) {
    if (too_large()) return backfit(fit, most_steps);
    double objective = slopes(fit);
    for (int step = 0; step < most_steps; ++step) {
      factorise(fit);
      CrossedFit next = fit;
      move(fit, next);
      double better = slopes(next);
      // The likelihoods are log-concave: Newton's direction always climbs, at most its length is wrong.
      for (int halvings = 0; !(better >= objective - 1e-9 * std::abs(objective)) && halvings < 30; ++halvings) {
        next.s = (next.s + fit.s) / 2;
        next.b = (next.b + fit.b) / 2;
        next.w = (next.w + fit.w) / 2;
        better = slopes(next);
      }
      const double change = (next.b - fit.b).cwiseAbs().maxCoeff();
      fit = std::move(next);
      objective = better;
      if (change < 1e-7) break;
    }
    factorise(fit);
    variances_of(fit);
  }

 private:
  /// Log posterior at the fit; leaves gradients and curvatures behind.
  double slopes(const CrossedFit& fit) {
    hb_ = VectorXd::Zero(d_.puzzles);
    gb_ = hb_;
    hs_ = VectorXd::Zero(d_.persons);
    gs_ = hs_;
    std::ranges::fill(coupling_, 0.);
    double objective = 0;
    for (std::size_t k = 0; k < d_.person.size(); ++k) {
      const int i = d_.person[k], j = d_.puzzle[k];
      const double f = d_.factor[j];
      const Slope slope = likelihood_(k, f * (fit.b[j] + d_.sign * fit.s[i]), fit.eta_variance[k]);
      objective += slope.log_likelihood;
      const double h = f * f * slope.curvature, g = f * slope.gradient;
      hb_[j] += h;
      gb_[j] += g;
      hs_[i] += h;
      gs_[i] += d_.sign * g;
      coupling_[pairs_.slot[k]] += d_.sign * h;
    }
    const double le = 1 / v_.puzzle, ls = 1 / v_.person, lw = 1 / v_.weight;
    const VectorXd e = fit.b - d_.x * fit.w;
    gw_ = le * (d_.x.transpose() * e);
    gw_.tail(weights_ - 1) -= lw * fit.w.tail(weights_ - 1);
    gb_ -= le * e;
    hb_.array() += le;
    gs_ -= ls * fit.s;
    hs_.array() += ls;
    return objective -
           .5 * (le * e.squaredNorm() + ls * fit.s.squaredNorm() + lw * fit.w.tail(weights_ - 1).squaredNorm());
  }

  /// The dense system that is left when the larger side is eliminated: the smaller side first, then the weights.
  void factorise(const CrossedFit&) {
    const double le = 1 / v_.puzzle, lw = 1 / v_.weight;
    const Index n = eliminate_puzzles_ ? d_.persons : d_.puzzles;
    MatrixXd system = MatrixXd::Zero(n + weights_, n + weights_);
    system.diagonal().head(n) = eliminate_puzzles_ ? hs_ : hb_;
    auto ww = system.bottomRightCorner(weights_, weights_);
    ww = le * xtx_;
    for (Index k = 1; k < weights_; ++k) ww(k, k) += lw;
    ww(0, 0) += 1e-10;
    auto wn = system.bottomLeftCorner(weights_, n);
    if (!eliminate_puzzles_) wn = -le * d_.x.transpose();
    const VectorXd& local = eliminate_puzzles_ ? hb_ : hs_;
    for (Index unit = 0; unit < local.size(); ++unit) {
      const int first = pairs_.start[static_cast<std::size_t>(unit)],
                last = pairs_.start[static_cast<std::size_t>(unit) + 1];
      const double inverse = 1 / local[unit];
      for (int a = first; a < last; ++a) {
        const int column = pairs_.other[static_cast<std::size_t>(a)];
        const double factor = coupling_[static_cast<std::size_t>(a)] * inverse;
        double* const target = &system(0, column);
        for (int b = a; b < last; ++b)
          target[pairs_.other[static_cast<std::size_t>(b)]] -= factor * coupling_[static_cast<std::size_t>(b)];
        if (eliminate_puzzles_) wn.col(column) += le * factor * d_.x.row(unit).transpose();
      }
    }
    if (eliminate_puzzles_) ww.noalias() -= le * le * (d_.x.transpose() * local.cwiseInverse().asDiagonal() * d_.x);
    cholesky_.compute(system);
  }

  /// One Newton step.
  void move(const CrossedFit& from, CrossedFit& to) const {
    const double le = 1 / v_.puzzle;
    const VectorXd& local = eliminate_puzzles_ ? hb_ : hs_;
    const VectorXd& local_gradient = eliminate_puzzles_ ? gb_ : gs_;
    const Index n = eliminate_puzzles_ ? d_.persons : d_.puzzles;
    VectorXd right(n + weights_);
    right.head(n) = eliminate_puzzles_ ? gs_ : gb_;
    right.tail(weights_) = gw_;
    const VectorXd scaled = local_gradient.cwiseQuotient(local);
    for (Index unit = 0; unit < local.size(); ++unit)
      for (int a = pairs_.start[static_cast<std::size_t>(unit)]; a < pairs_.start[static_cast<std::size_t>(unit) + 1];
           ++a)
        right[pairs_.other[static_cast<std::size_t>(a)]] -= coupling_[static_cast<std::size_t>(a)] * scaled[unit];
    if (eliminate_puzzles_) right.tail(weights_) += le * (d_.x.transpose() * scaled);
    const VectorXd step = cholesky_.solve(right);
    VectorXd local_step = local_gradient;
    for (Index unit = 0; unit < local.size(); ++unit)
      for (int a = pairs_.start[static_cast<std::size_t>(unit)]; a < pairs_.start[static_cast<std::size_t>(unit) + 1];
           ++a)
        local_step[unit] -= coupling_[static_cast<std::size_t>(a)] * step[pairs_.other[static_cast<std::size_t>(a)]];
    if (eliminate_puzzles_) local_step += le * (d_.x * step.tail(weights_));
    local_step = local_step.cwiseQuotient(local);
    to.s = from.s + (eliminate_puzzles_ ? VectorXd(step.head(n)) : local_step);
    to.b = from.b + (eliminate_puzzles_ ? local_step : VectorXd(step.head(n)));
    to.w = from.w + step.tail(weights_);
  }

  void variances_of(CrossedFit& fit) const {
    const double le = 1 / v_.puzzle;
    const Index n = eliminate_puzzles_ ? d_.persons : d_.puzzles;
    const MatrixXd inverse = cholesky_.solve(MatrixXd::Identity(n + weights_, n + weights_));
    fit.w_covariance = inverse.bottomRightCorner(weights_, weights_);
    const VectorXd& local = eliminate_puzzles_ ? hb_ : hs_;
    VectorXd local_variance(local.size());
    MatrixXd bw(d_.puzzles, weights_);  // covariance of b with w
    std::vector<double> pair_covariance(pairs_.other.size());
    for (Index unit = 0; unit < local.size(); ++unit) {
      const int first = pairs_.start[static_cast<std::size_t>(unit)],
                last = pairs_.start[static_cast<std::size_t>(unit) + 1];
      const double h = local[unit];
      const auto at = [](int index) { return static_cast<std::size_t>(index); };
      VectorXd with_w = VectorXd::Zero(weights_);  // Σ coupling · inverse(w, ·), then the unit's own features
      VectorXd x = VectorXd::Zero(weights_);
      if (eliminate_puzzles_) {
        x = -le * d_.x.row(unit).transpose();
        for (int a = first; a < last; ++a)
          with_w += coupling_[at(a)] * inverse.block(n, pairs_.other[at(a)], weights_, 1);
        with_w += fit.w_covariance * x;
        bw.row(unit) = (-with_w / h).transpose();
      }
      double quadratic = x.dot(with_w);
      for (int a = first; a < last; ++a) {
        const int column = pairs_.other[at(a)];
        const double* const row = &inverse(0, column);
        double sum = 0;
        for (int b = first; b < last; ++b) sum += coupling_[at(b)] * row[pairs_.other[at(b)]];
        if (eliminate_puzzles_) sum += x.dot(inverse.block(n, column, weights_, 1).col(0));
        quadratic += coupling_[at(a)] * sum;
        pair_covariance[at(a)] = -sum / h;
      }
      local_variance[unit] = 1 / h + quadratic / (h * h);
    }
    if (!eliminate_puzzles_) bw = inverse.topRightCorner(n, weights_);
    fit.s_variance = eliminate_puzzles_ ? VectorXd(inverse.diagonal().head(n)) : local_variance;
    fit.b_variance = eliminate_puzzles_ ? local_variance : VectorXd(inverse.diagonal().head(n));
    fit.e_variance.resize(d_.puzzles);
    for (Index j = 0; j < d_.puzzles; ++j) {
      const VectorXd x = d_.x.row(j).transpose();
      fit.e_variance[j] =
          std::max(0., fit.b_variance[j] - 2 * x.dot(bw.row(j).transpose()) + x.dot(fit.w_covariance * x));
    }
    for (std::size_t k = 0; k < d_.person.size(); ++k) {
      const int i = d_.person[k], j = d_.puzzle[k];
      const double f = d_.factor[j];
      fit.eta_variance[k] =
          std::max(0., f * f * (fit.b_variance[j] + fit.s_variance[i] + 2 * d_.sign * pair_covariance[pairs_.slot[k]]));
    }
    fit.exact_variances = true;
    count_parameters(fit);
  }

  void count_parameters(CrossedFit& fit) const {
    fit.effective_parameters = 1 + (1 - fit.s_variance.array() / v_.person).sum() +
                               (1 - fit.e_variance.array() / v_.puzzle).sum() +
                               (1 - fit.w_covariance.diagonal().tail(weights_ - 1).array() / v_.weight).sum();
  }

  /// Too many unknowns for one dense system: each side in turn, given the other.
  void backfit(CrossedFit& fit, int most_steps) {
    const double le = 1 / v_.puzzle, lw = 1 / v_.weight;
    MatrixXd system = le * xtx_;
    for (Index k = 1; k < weights_; ++k) system(k, k) += lw;
    system(0, 0) += 1e-10;
    const Eigen::LLT<MatrixXd> solve(system);
    for (int sweep = 0; sweep < 10 * most_steps; ++sweep) {
      (void)slopes(fit);
      const VectorXd step = gb_.cwiseQuotient(hb_).cwiseMax(-2).cwiseMin(2);
      fit.b += step;
      fit.w = solve.solve(le * (d_.x.transpose() * fit.b));
      (void)slopes(fit);
      fit.s += gs_.cwiseQuotient(hs_).cwiseMax(-2).cwiseMin(2);
      if (step.cwiseAbs().maxCoeff() < 1e-5) break;
    }
    (void)slopes(fit);
    fit.s_variance = hs_.cwiseInverse();
    fit.b_variance = hb_.cwiseInverse();
    fit.e_variance = fit.b_variance;
    fit.w_covariance = solve.solve(MatrixXd::Identity(weights_, weights_));
    for (std::size_t k = 0; k < d_.person.size(); ++k) {
      const double f = d_.factor[d_.puzzle[k]];
      fit.eta_variance[k] = f * f * (fit.b_variance[d_.puzzle[k]] + fit.s_variance[d_.person[k]]);
    }
    fit.exact_variances = false;
    count_parameters(fit);
  }

  const CrossedDesign& d_;
  const CrossedVariances& v_;
  const Likelihood& likelihood_;
  Index weights_;
  bool eliminate_puzzles_;
  Pairs pairs_;
  std::vector<double> coupling_;  // second derivative by both units of a pair
  MatrixXd xtx_;
  VectorXd hb_, gb_, hs_, gs_, gw_;
  Eigen::LLT<MatrixXd> cholesky_;
};

}  // namespace

CrossedFit fit_crossed(const CrossedDesign& design, const CrossedVariances& variances, const Likelihood& likelihood,
                       int most_steps, const CrossedFit* start) {
  CrossedFit fit;
  if (start != nullptr) {
    fit = *start;
  } else {
    fit.s = VectorXd::Zero(design.persons);
    fit.b = VectorXd::Zero(design.puzzles);
    fit.w = VectorXd::Zero(design.x.cols());
    fit.eta_variance.assign(design.person.size(), 0);
  }
  Solver(design, variances, likelihood).run(fit, most_steps);
  return fit;
}

CrossedVariances next_variances(const CrossedDesign& design, const CrossedFit& fit) {
  constexpr double least = 1e-6;
  CrossedVariances out;
  out.person = std::max(least, (fit.s.squaredNorm() + fit.s_variance.sum()) / static_cast<double>(design.persons));
  out.puzzle = std::max(
      least, ((fit.b - design.x * fit.w).squaredNorm() + fit.e_variance.sum()) / static_cast<double>(design.puzzles));
  const Index features = design.x.cols() - 1;
  if (features > 0)
    out.weight =
        std::max(least, (fit.w.tail(features).squaredNorm() + fit.w_covariance.diagonal().tail(features).sum()) /
                            static_cast<double>(features));
  return out;
}

}  // namespace nazo::model
