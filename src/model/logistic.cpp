#include "model/logistic.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <span>

#include "base/rng.hpp"

namespace nazo::model {

namespace {

constexpr double weight_precision = 1, constant_precision = .01;

struct Mode {
  Eigen::VectorXd weights;  ///< constant first
  Eigen::MatrixXd covariance;
};

/// Rows brought to scale, a 1 before them.
Eigen::MatrixXd design(const Eigen::MatrixXd& x, const Logistic& scale) {
  Eigen::MatrixXd all(x.rows(), x.cols() + 1);
  all.col(0).setOnes();
  for (Eigen::Index k = 0; k < x.cols(); ++k) {
    if (scale.spread[k] > 0) {
      all.col(k + 1) = (x.col(k).array() - scale.centre[k]) / scale.spread[k];
    } else {
      all.col(k + 1).setZero();
    }
  }
  return all;
}

/// The most likely weights, by Newton's steps; the function is convex.
Mode climb_to_mode(const Eigen::MatrixXd& rows, const Eigen::VectorXd& answers) {
  const Eigen::Index p = rows.cols();
  Eigen::VectorXd prior = Eigen::VectorXd::Constant(p, weight_precision);
  prior[0] = constant_precision;
  Mode mode{Eigen::VectorXd::Zero(p), {}};
  for (int step = 0; step < 100; ++step) {
    const Eigen::VectorXd chance = (rows * mode.weights).unaryExpr([](double z) { return logistic(z); });
    const Eigen::VectorXd slope = rows.transpose() * (answers - chance) - prior.cwiseProduct(mode.weights);
    const Eigen::VectorXd weight = (chance.array() * (1 - chance.array())).matrix();
    Eigen::MatrixXd curvature = rows.transpose() * weight.asDiagonal() * rows;
    curvature.diagonal() += prior;
    const Eigen::LDLT<Eigen::MatrixXd> solver(curvature);
    const Eigen::VectorXd change = solver.solve(slope);
    // Far from the mode a whole step may overshoot.
    const double longest = change.cwiseAbs().maxCoeff();
    mode.weights += change * std::min(1., 2 / std::max(longest, 1e-12));
    mode.covariance = solver.solve(Eigen::MatrixXd::Identity(p, p));
    if (longest < 1e-9) break;
  }
  return mode;
}

/// Mean and spread of every feature.
void take_scale(Logistic& fit, const Eigen::MatrixXd& x) {
  fit.centre = x.colwise().mean();
  fit.spread = Eigen::VectorXd::Zero(x.cols());
  for (Eigen::Index k = 0; k < x.cols(); ++k) {
    const double squares = (x.col(k).array() - fit.centre[k]).square().sum();
    const double spread = std::sqrt(squares / static_cast<double>(std::max<Eigen::Index>(1, x.rows() - 1)));
    fit.spread[k] = spread > 1e-9 ? spread : 0;
  }
}

double log_loss_of(double chance, bool answer) {
  const double sure = std::clamp(chance, 1e-12, 1 - 1e-12);
  return -std::log(answer ? sure : 1 - sure);
}

/// Fills in what folds say that did not see the answers.
void cross_validate(Logistic& fit, const Eigen::MatrixXd& x, const std::vector<bool>& answers, const FoldPlan& plan) {
  const std::size_t n = answers.size(), folds = std::min(plan.folds, n);
  Rng rng(plan.seed, 0);
  std::vector<double> ratings(n, 0);
  double loss = 0, base = 0;
  for (std::size_t repeat = 0; repeat < plan.repeats; ++repeat) {
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    rng.shuffle(std::span(order));
    for (std::size_t fold = 0; fold < folds; ++fold) {
      std::vector<Eigen::Index> learn, ask;
      for (std::size_t i = 0; i < n; ++i)
        (i % folds == fold ? ask : learn).push_back(static_cast<Eigen::Index>(order[i]));
      const Eigen::MatrixXd seen = x(learn, Eigen::all);
      Logistic part;
      take_scale(part, seen);
      Eigen::VectorXd known(static_cast<Eigen::Index>(learn.size()));
      for (std::size_t i = 0; i < learn.size(); ++i)
        known[static_cast<Eigen::Index>(i)] = answers[static_cast<std::size_t>(learn[i])] ? 1 : 0;
      const Mode mode = climb_to_mode(design(seen, part), known);
      const Eigen::VectorXd z = design(x(ask, Eigen::all), part) * mode.weights;
      const double share = (known.sum() + .5) / (static_cast<double>(known.size()) + 1);
      for (std::size_t i = 0; i < ask.size(); ++i) {
        const auto who = static_cast<std::size_t>(ask[i]);
        const double chance = logistic(z[static_cast<Eigen::Index>(i)]);
        ratings[who] += chance;
        loss += log_loss_of(chance, answers[who]);
        base += log_loss_of(share, answers[who]);
      }
    }
  }
  const double asked = static_cast<double>(n * plan.repeats);
  fit.cv_log_loss = loss / asked;
  fit.base_log_loss = base / asked;
  fit.cv_auc = area_under_curve(ratings, answers);
}

}  // namespace

double area_under_curve(const std::vector<double>& ratings, const std::vector<bool>& answers) {
  double above = 0, pairs = 0;
  for (std::size_t i = 0; i < ratings.size(); ++i)
    for (std::size_t j = 0; j < ratings.size(); ++j) {
      if (!answers[i] || answers[j]) continue;
      ++pairs;
      above += ratings[i] > ratings[j] ? 1 : ratings[i] == ratings[j] ? .5 : 0;
    }
  return pairs == 0 ? .5 : above / pairs;
}

double Logistic::predict(const Eigen::VectorXd& row) const {
  double z = constant.value;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    if (spread[at] > 0) z += weights[k].value * (row[at] - centre[at]) / spread[at];
  }
  return logistic(z);
}

Result<Logistic> fit_logistic(const Eigen::MatrixXd& x, const std::vector<bool>& answers, const FoldPlan& plan) {
  constexpr std::size_t least_of_a_kind = 3;
  Logistic fit;
  fit.yes = static_cast<std::size_t>(std::ranges::count(answers, true));
  fit.no = answers.size() - fit.yes;
  if (fit.yes < least_of_a_kind || fit.no < least_of_a_kind)
    return fail("a model needs at least three answers yes and three answers no");
  take_scale(fit, x);
  Eigen::VectorXd known(static_cast<Eigen::Index>(answers.size()));
  for (std::size_t i = 0; i < answers.size(); ++i) known[static_cast<Eigen::Index>(i)] = answers[i] ? 1 : 0;
  const Mode mode = climb_to_mode(design(x, fit), known);
  const auto estimate = [&](Eigen::Index k) {
    return normal_estimate(mode.weights[k], std::sqrt(mode.covariance(k, k)));
  };
  fit.constant = estimate(0);
  for (Eigen::Index k = 0; k < x.cols(); ++k) fit.weights.push_back(fit.spread[k] > 0 ? estimate(k + 1) : Estimate{});
  cross_validate(fit, x, answers, plan);
  return fit;
}

}  // namespace nazo::model
