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

/// What is common to all persons beside the puzzles: (γ, λ).
Matrix2d common_precision(const PersonSpreads& spreads) {
  Matrix2d out = Matrix2d::Zero();
  out(0, 0) = 1 / (spreads.practice_prior_sd * spreads.practice_prior_sd);
  out(1, 1) = 1 / (spreads.leaning_sd * spreads.leaning_sd);
  return out;
}
Vector2d common_shift(const PersonSpreads& spreads) {
  return {spreads.practice_mean / (spreads.practice_prior_sd * spreads.practice_prior_sd), 0};
}
double leaning_of(const PlayList& plays, std::size_t person) {
  return plays.leaning.empty() ? 0. : plays.leaning[person];
}

}  // namespace

Evidence without_persons(const PlayList& plays, const Working& working, const PersonSpreads& spreads) {
  const Index puzzles = plays.puzzles;  // γ and λ are the last unknowns
  MatrixXd precision = MatrixXd::Zero(puzzles + 2, puzzles + 2);
  VectorXd shift = VectorXd::Zero(puzzles + 2);
  const Matrix2d prior = prior_precision(spreads);
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    const auto& own = plays.of_person[i];
    if (own.empty()) continue;
    // The unknowns this person touches: their puzzles (each once), γ and λ.
    const auto n = static_cast<Index>(own.size());
    MatrixXd touch(n + 2, 2);
    std::vector<Index> at;
    Vector2d pull = Vector2d::Zero();
    Matrix2d with_common = Matrix2d::Zero();
    for (Index r = 0; r < n; ++r) {
      const std::size_t k = own[static_cast<std::size_t>(r)];
      const double weight = working.weight[k], response = working.response[k], practised = plays.practice[k];
      const Index j = plays.puzzle[k];
      const Vector2d g(1, practised), shared(practised, leaning_of(plays, i));
      touch.row(r) = weight * g.transpose();
      with_common -= weight * shared * g.transpose();
      pull += weight * response * g;
      at.push_back(j);
      precision(j, j) += weight;
      precision.block<1, 2>(j, puzzles) -= weight * shared.transpose();
      precision.block<2, 1>(puzzles, j) -= weight * shared;
      precision.block<2, 2>(puzzles, puzzles) += weight * shared * shared.transpose();
      shift[j] += weight * response;
      shift.tail<2>() -= weight * response * shared;
    }
    touch.bottomRows<2>() = with_common;
    at.push_back(puzzles);
    at.push_back(puzzles + 1);
    const Matrix2d inverse = precision_of(plays, working, prior, i).inverse();
    const MatrixXd spread = touch * inverse;
    for (Index c = 0; c < n + 2; ++c) {
      const Index column = at[static_cast<std::size_t>(c)];
      for (Index r = 0; r < n + 2; ++r)
        precision(at[static_cast<std::size_t>(r)], column) -= spread.row(r).dot(touch.row(c));
      shift[column] -= spread.row(c).dot(pull);
    }
  }
  const Matrix2d common = precision.bottomRightCorner<2, 2>() + common_precision(spreads);
  const MatrixXd coupling = precision.topRightCorner(puzzles, 2);
  const MatrixXd through = coupling * common.inverse();
  Evidence out;
  out.full = precision.topLeftCorner(puzzles, puzzles) - through * coupling.transpose();
  out.full.diagonal().array() += 1e-10;
  out.diagonal = out.full.diagonal();
  out.shift = shift.head(puzzles) - through * (shift.tail<2>() + common_shift(spreads));
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
  out.expected = VectorXd::Zero(plays.persons);
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
  // γ and λ with the persons eliminated.
  Matrix2d precision = common_precision(spreads);
  Vector2d pull = common_shift(spreads);
  std::vector<Matrix2d> inverse(plays.of_person.size());
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    inverse[i] = precision_of(plays, working, prior, i).inverse();
    Vector2d rest = Vector2d::Zero();
    Matrix2d with_common = Matrix2d::Zero();
    for (const std::size_t k : plays.of_person[i]) {
      const Vector2d g(1, plays.practice[k]), shared(plays.practice[k], leaning_of(plays, i));
      const double off = b[plays.puzzle[k]] - working.response[k];  // what the person and practice took off
      rest += working.weight[k] * off * g;
      with_common += working.weight[k] * shared * g.transpose();
      precision += working.weight[k] * shared * shared.transpose();
      pull += working.weight[k] * off * shared;
    }
    precision -= with_common * inverse[i] * with_common.transpose();
    pull -= with_common * (inverse[i] * rest);
  }
  const Matrix2d common_covariance = precision.inverse();
  const Vector2d common = common_covariance * pull;
  out.practice = common[0];
  out.practice_se = std::sqrt(common_covariance(0, 0));
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    Vector2d rest = Vector2d::Zero();
    Matrix2d unsure = Matrix2d::Zero();
    for (const std::size_t k : plays.of_person[i]) {
      const Vector2d g(1, plays.practice[k]);
      const double off = b[plays.puzzle[k]] - working.response[k] - out.practice * plays.practice[k] -
                         common[1] * leaning_of(plays, i);
      rest += working.weight[k] * off * g;
      unsure += working.weight[k] * working.weight[k] * b_variance[plays.puzzle[k]] * g * g.transpose();
    }
    const Matrix2d& s = inverse[i];
    out.expected[static_cast<Index>(i)] = common[1] * leaning_of(plays, i);
    out.own.row(static_cast<Index>(i)) = (s * rest).transpose();
    out.own(static_cast<Index>(i), 0) += out.expected[static_cast<Index>(i)];
    const Matrix2d variance = s + s * unsure * s;
    out.variance[static_cast<Index>(i)] = variance(0, 0);
    out.d_variance[static_cast<Index>(i)] = variance(1, 1);
    out.used += 2 - (s * prior).trace();
  }
  return out;
}

}  // namespace nazo::model
