#include "model/person_side.hpp"

#include <Eigen/LU>
#include <cmath>

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

Matrix2d prior_precision(const PersonSpreads& spreads) {
  Matrix2d out = Matrix2d::Zero();
  out(0, 0) = 1 / (spreads.level_sd * spreads.level_sd);
  out(1, 1) = 1 / (spreads.practice_sd * spreads.practice_sd);
  return out;
}

/// Precision of a person's (θ, δ) when everything else is known.
Matrix2d precision_of(const PlayList& plays, const Working& working, const Matrix2d& prior, std::size_t person) {
  Matrix2d out = prior;
  for (const std::size_t k : plays.of_person[person]) {
    const Vector2d g(1, plays.practice[k]);
    out += working.weight[k] * g * g.transpose();
  }
  return out;
}

}  // namespace

Evidence without_persons(const PlayList& plays, const Working& working, const PersonSpreads& spreads) {
  const Index gamma = plays.puzzles;  // γ is the last unknown
  MatrixXd precision = MatrixXd::Zero(gamma + 1, gamma + 1);
  VectorXd shift = VectorXd::Zero(gamma + 1);
  const Matrix2d prior = prior_precision(spreads);
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    const auto& own = plays.of_person[i];
    if (own.empty()) continue;
    // The unknowns this person touches: their puzzles (each once) and γ.
    const auto n = static_cast<Index>(own.size());
    MatrixXd touch(n + 1, 2);
    std::vector<Index> at;
    Vector2d pull = Vector2d::Zero(), with_gamma = Vector2d::Zero();
    for (Index r = 0; r < n; ++r) {
      const std::size_t k = own[static_cast<std::size_t>(r)];
      const double weight = working.weight[k], response = working.response[k], practised = plays.practice[k];
      const Index j = plays.puzzle[k];
      const Vector2d g(1, practised);
      touch.row(r) = weight * g.transpose();
      with_gamma -= weight * practised * g;
      pull += weight * response * g;
      at.push_back(j);
      precision(j, j) += weight;
      precision(j, gamma) -= weight * practised;
      precision(gamma, j) -= weight * practised;
      precision(gamma, gamma) += weight * practised * practised;
      shift[j] += weight * response;
      shift[gamma] -= weight * practised * response;
    }
    touch.row(n) = with_gamma.transpose();
    at.push_back(gamma);
    const Matrix2d inverse = precision_of(plays, working, prior, i).inverse();
    const MatrixXd spread = touch * inverse;
    for (Index c = 0; c <= n; ++c) {
      const Index column = at[static_cast<std::size_t>(c)];
      for (Index r = 0; r <= n; ++r)
        precision(at[static_cast<std::size_t>(r)], column) -= spread.row(r).dot(touch.row(c));
      shift[column] -= spread.row(c).dot(pull);
    }
  }
  const double gamma_prior = 1 / (spreads.practice_prior_sd * spreads.practice_prior_sd);
  const double gamma_precision = precision(gamma, gamma) + gamma_prior;
  const double gamma_shift = shift[gamma] + gamma_prior * spreads.practice_mean;
  const VectorXd coupling = precision.col(gamma).head(gamma);
  Evidence out;
  out.full = precision.topLeftCorner(gamma, gamma) - coupling * coupling.transpose() / gamma_precision;
  out.full.diagonal().array() += 1e-10;
  out.diagonal = out.full.diagonal();
  out.shift = shift.head(gamma) - coupling * gamma_shift / gamma_precision;
  return out;
}

Evidence given_persons(const PlayList& plays, const Working& working, const PersonSide& persons) {
  Evidence out;
  out.diagonal = VectorXd::Constant(plays.puzzles, 1e-10);
  out.shift = VectorXd::Zero(plays.puzzles);
  for (std::size_t k = 0; k < plays.size(); ++k) {
    const int i = plays.person[k];
    const double unknown = persons.variance[i] + persons.d_variance[i] * plays.practice[k] * plays.practice[k];
    const double weight = working.weight[k] / (1 + working.weight[k] * unknown);
    out.diagonal[plays.puzzle[k]] += weight;
    out.shift[plays.puzzle[k]] += weight * (working.response[k] + persons.part(i, plays.practice[k]));
  }
  return out;
}

PersonSide no_persons(const PlayList& plays, const PersonSpreads& spreads) {
  PersonSide out;
  out.own = MatrixXd::Zero(plays.persons, 2);
  out.variance = VectorXd::Constant(plays.persons, spreads.level_sd * spreads.level_sd);
  out.d_variance = VectorXd::Constant(plays.persons, spreads.practice_sd * spreads.practice_sd);
  out.practice = spreads.practice_mean;
  out.practice_se = spreads.practice_prior_sd;
  return out;
}

PersonSide persons_given(const PlayList& plays, const Working& working, const PersonSpreads& spreads, const VectorXd& b,
                         const VectorXd& b_variance) {
  PersonSide out = no_persons(plays, spreads);
  const Matrix2d prior = prior_precision(spreads);
  // γ with the persons eliminated: numerator and denominator of its mean.
  double precision = 1 / (spreads.practice_prior_sd * spreads.practice_prior_sd);
  double pull = precision * spreads.practice_mean;
  std::vector<Matrix2d> inverse(plays.of_person.size());
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    inverse[i] = precision_of(plays, working, prior, i).inverse();
    Vector2d rest = Vector2d::Zero(), practised = Vector2d::Zero();
    for (const std::size_t k : plays.of_person[i]) {
      const Vector2d g(1, plays.practice[k]);
      const double off = b[plays.puzzle[k]] - working.response[k];  // what the person and practice took off
      rest += working.weight[k] * off * g;
      practised += working.weight[k] * plays.practice[k] * g;
      precision += working.weight[k] * plays.practice[k] * plays.practice[k];
      pull += working.weight[k] * plays.practice[k] * off;
    }
    precision -= practised.dot(inverse[i] * practised);
    pull -= practised.dot(inverse[i] * rest);
  }
  out.practice = pull / precision;
  out.practice_se = 1 / std::sqrt(precision);
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    Vector2d rest = Vector2d::Zero();
    Matrix2d unsure = Matrix2d::Zero();
    for (const std::size_t k : plays.of_person[i]) {
      const Vector2d g(1, plays.practice[k]);
      const double off = b[plays.puzzle[k]] - working.response[k] - out.practice * plays.practice[k];
      rest += working.weight[k] * off * g;
      unsure += working.weight[k] * working.weight[k] * b_variance[plays.puzzle[k]] * g * g.transpose();
    }
    const Matrix2d& s = inverse[i];
    out.own.row(static_cast<Index>(i)) = (s * rest).transpose();
    const Matrix2d variance = s + s * unsure * s;
    out.variance[static_cast<Index>(i)] = variance(0, 0);
    out.d_variance[static_cast<Index>(i)] = variance(1, 1);
    out.used += 2 - (s * prior).trace();
  }
  return out;
}

}  // namespace nazo::model
