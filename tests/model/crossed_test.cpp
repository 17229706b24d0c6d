// The elimination must give exactly what one dense system of all unknowns gives.
#include "model/crossed.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "base/rng.hpp"
#include "model/stats.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

CrossedDesign random_design(Rng& rng, int persons, int puzzles, int plays) {
  CrossedDesign d;
  d.persons = persons;
  d.puzzles = puzzles;
  d.sign = -1;
  d.x = MatrixXd::Ones(puzzles, 3);
  d.factor = VectorXd::Ones(puzzles);
  for (Index j = 0; j < puzzles; ++j) {
    d.x(j, 1) = rng.normal();
    d.x(j, 2) = rng.normal();
    d.factor[j] = .5 + rng.unit();
  }
  for (int k = 0; k < plays; ++k) {
    d.person.push_back(static_cast<int>(rng.below(static_cast<std::uint64_t>(persons))));
    d.puzzle.push_back(static_cast<int>(rng.below(static_cast<std::uint64_t>(puzzles))));
  }
  return d;
}

/// All unknowns (s, b, w) in one vector, Newton with one dense Hessian.
void dense(const CrossedDesign& d, const CrossedVariances& v, const Likelihood& likelihood, VectorXd& mode,
           MatrixXd& covariance) {
  const Index n = d.persons, m = d.puzzles, p = d.x.cols(), size = n + m + p;
  mode = VectorXd::Zero(size);
  for (int step = 0; step < 100; ++step) {
    MatrixXd h = MatrixXd::Zero(size, size);
    VectorXd g = VectorXd::Zero(size);
    for (std::size_t k = 0; k < d.person.size(); ++k) {
      const Index i = d.person[k], j = n + d.puzzle[k];
      const double f = d.factor[d.puzzle[k]];
      VectorXd row = VectorXd::Zero(size);
      row[i] = f * d.sign;
      row[j] = f;
      const Slope slope = likelihood(k, row.dot(mode), 0);
      g += slope.gradient * row;
      h += slope.curvature * row * row.transpose();
    }
    for (Index i = 0; i < n; ++i) {
      g[i] -= mode[i] / v.person;
      h(i, i) += 1 / v.person;
    }
    for (Index j = 0; j < m; ++j) {
      VectorXd row = VectorXd::Zero(size);
      row[n + j] = 1;
      row.tail(p) = -d.x.row(j).transpose();
      g -= row.dot(mode) / v.puzzle * row;
      h += row * row.transpose() / v.puzzle;
    }
    for (Index k = 1; k < p; ++k) {
      g[n + m + k] -= mode[n + m + k] / v.weight;
      h(n + m + k, n + m + k) += 1 / v.weight;
    }
    const VectorXd move = h.ldlt().solve(g);
    mode += move;
    covariance = h.inverse();
    if (move.norm() < 1e-10) break;
  }
}

TEST(Crossed, EliminationIsExactEitherWayRound) {
  for (const auto& [persons, puzzles] : {std::pair(6, 9), std::pair(11, 5), std::pair(1, 4), std::pair(7, 7)}) {
    Rng rng(5, static_cast<std::uint64_t>(persons));
    const CrossedDesign d = random_design(rng, persons, puzzles, 60);
    std::vector<char> solved;
    for (std::size_t k = 0; k < d.person.size(); ++k) solved.push_back(rng.chance(.6));
    const Likelihood likelihood = [&](std::size_t k, double eta, double) {
      const double p = logistic(eta);
      return Slope{(solved[k] ? 1. : 0.) - p, p * (1 - p), log_logistic(solved[k] ? eta : -eta)};
    };
    const CrossedVariances v{.8, .5, .3};
    const CrossedFit fit = fit_crossed(d, v, likelihood, 50);
    VectorXd mode;
    MatrixXd covariance;
    dense(d, v, likelihood, mode, covariance);
    const Index n = persons, m = puzzles;
    EXPECT_LT((fit.s - mode.head(n)).norm(), 1e-6);
    EXPECT_LT((fit.b - mode.segment(n, m)).norm(), 1e-6);
    EXPECT_LT((fit.w - mode.tail(3)).norm(), 1e-6);
    EXPECT_LT((fit.s_variance - covariance.diagonal().head(n)).norm(), 1e-6);
    EXPECT_LT((fit.b_variance - covariance.diagonal().segment(n, m)).norm(), 1e-6);
    EXPECT_LT((fit.w_covariance - covariance.bottomRightCorner(3, 3)).norm(), 1e-6);
    double parameters = 1;
    for (Index i = 0; i < n; ++i) parameters += 1 - covariance(i, i) / v.person;
    for (Index j = 0; j < m; ++j) {
      VectorXd row = VectorXd::Zero(n + m + 3);
      row[n + j] = 1;
      row.tail(3) = -d.x.row(j).transpose();
      const double e = row.dot(covariance * row);
      EXPECT_NEAR(fit.e_variance[j], e, 1e-6);
      parameters += 1 - e / v.puzzle;
    }
    for (Index k = 1; k < 3; ++k) parameters += 1 - covariance(n + m + k, n + m + k) / v.weight;
    EXPECT_NEAR(fit.effective_parameters, parameters, 1e-5);
    for (std::size_t k = 0; k < d.person.size(); ++k) {
      const double f = d.factor[d.puzzle[k]];
      VectorXd row = VectorXd::Zero(n + m + 3);
      row[d.person[k]] = f * d.sign;
      row[n + d.puzzle[k]] = f;
      EXPECT_NEAR(fit.eta_variance[k], row.dot(covariance * row), 1e-6);
    }
  }
}

}  // namespace
}  // namespace nazo::model
