#include "model/person_side.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

VectorXd prior_precision(const PersonSpreads& spreads, Index tastes) {
  VectorXd out = VectorXd::Constant(2 + tastes, 1 / (spreads.taste_sd * spreads.taste_sd));
  out[0] = 1 / (spreads.level_sd * spreads.level_sd);
  out[1] = 1 / (spreads.practice_sd * spreads.practice_sd);
  return out;
}

/// One person's plays: weights, responses, and what (γ, λ) are multiplied with in each.
struct OwnRows {
  const MatrixXd& design;
  MatrixXd shared;
  VectorXd weight, response;
};
OwnRows rows_of(const PlayList& plays, const Working& working, std::size_t person) {
  const auto& own = plays.of_person[person];
  const auto n = static_cast<Index>(own.size());
  OwnRows out{plays.design[person], MatrixXd(n, 2), VectorXd(n), VectorXd(n)};
  for (Index r = 0; r < n; ++r) {
    const std::size_t k = own[static_cast<std::size_t>(r)];
    out.weight[r] = working.weight[k];
    out.response[r] = working.response[k];
    out.shared(r, 0) = plays.practice[k];
    out.shared(r, 1) = plays.leaning.empty() ? 0. : plays.leaning[person];
  }
  return out;
}

/// Covariance of a person's (θ, δ, u) when everything else is known.
MatrixXd covariance_of(const OwnRows& own, const VectorXd& prior) {
  MatrixXd precision = own.design.transpose() * own.weight.asDiagonal() * own.design;
  precision.diagonal() += prior;
  return precision.llt().solve(MatrixXd::Identity(prior.size(), prior.size()));
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

}  // namespace

void PlayList::set_design() {
  design.assign(of_person.size(), {});
  for (std::size_t i = 0; i < of_person.size(); ++i) {
    MatrixXd& own = design[i];
    own.resize(static_cast<Index>(of_person[i].size()), 2 + tastes());
    for (Index r = 0; r < own.rows(); ++r) {
      const std::size_t k = of_person[i][static_cast<std::size_t>(r)];
      own(r, 0) = 1;
      own(r, 1) = practice[k];
      own.row(r).tail(tastes()) = x.row(puzzle[k]);
    }
  }
}

Evidence without_persons(const PlayList& plays, const Working& working, const PersonSpreads& spreads) {
  const Index puzzles = plays.puzzles;  // γ and λ are the last unknowns
  MatrixXd precision = MatrixXd::Zero(puzzles + 2, puzzles + 2);
  VectorXd shift = VectorXd::Zero(puzzles + 2);
  const VectorXd prior = prior_precision(spreads, plays.tastes());
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    if (plays.of_person[i].empty()) continue;
    const OwnRows own = rows_of(plays, working, i);
    const Index n = own.weight.size();
    // The unknowns this person touches: their puzzles (each once), γ and λ.
    std::vector<Index> at;
    for (const std::size_t k : plays.of_person[i]) at.push_back(plays.puzzle[k]);
    at.push_back(puzzles);
    at.push_back(puzzles + 1);
    MatrixXd touch(n + 2, own.design.cols());
    touch.topRows(n) = own.weight.asDiagonal() * own.design;
    touch.bottomRows<2>() = -own.shared.transpose() * touch.topRows(n);
    const MatrixXd weighted = own.weight.asDiagonal() * own.shared;
    for (Index r = 0; r < n; ++r) {
      const Index j = at[static_cast<std::size_t>(r)];
      precision(j, j) += own.weight[r];
      precision.block<1, 2>(j, puzzles) -= weighted.row(r);
      precision.block<2, 1>(puzzles, j) -= weighted.row(r).transpose();
      shift[j] += own.weight[r] * own.response[r];
    }
    precision.bottomRightCorner<2, 2>() += own.shared.transpose() * weighted;
    shift.tail<2>() -= weighted.transpose() * own.response;
    const MatrixXd through = touch * covariance_of(own, prior);
    const MatrixXd taken = through * touch.transpose();
    const VectorXd pulled = through * (touch.topRows(n).transpose() * own.response);
    for (Index c = 0; c < n + 2; ++c) {
      const Index column = at[static_cast<std::size_t>(c)];
      for (Index r = 0; r < n + 2; ++r) precision(at[static_cast<std::size_t>(r)], column) -= taken(r, c);
      shift[column] -= pulled[c];
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
    const double weight = working.weight[k] / (1 + working.weight[k] * persons.unsure[k]);
    out.diagonal[plays.puzzle[k]] += weight;
    out.shift[plays.puzzle[k]] += weight * (working.response[k] + persons.part[k]);
  }
  return out;
}

PersonSide no_persons(const PlayList& plays, const PersonSpreads& spreads) {
  PersonSide out;
  const VectorXd variance = prior_precision(spreads, plays.tastes()).cwiseInverse();
  out.own = MatrixXd::Zero(plays.persons, variance.size());
  out.variance = variance.transpose().replicate(plays.persons, 1);
  out.expected = VectorXd::Zero(plays.persons);
  out.practice = spreads.practice_mean;
  out.practice_se = spreads.practice_prior_sd;
  out.part.resize(plays.size());
  out.unsure.resize(plays.size());
  for (std::size_t k = 0; k < plays.size(); ++k) {
    out.part[k] = out.practice * plays.practice[k];
    out.unsure[k] = variance[0];
  }
  return out;
}

PersonSide persons_given(const PlayList& plays, const Working& working, const PersonSpreads& spreads, const VectorXd& b,
                         const VectorXd& b_variance) {
  PersonSide out = no_persons(plays, spreads);
  const VectorXd prior = prior_precision(spreads, plays.tastes());
  // What the person and practice took off in each play.
  const auto taken_off = [&](std::size_t person, const OwnRows& own) {
    VectorXd off = -own.response;
    for (Index r = 0; r < off.size(); ++r)
      off[r] += b[plays.puzzle[plays.of_person[person][static_cast<std::size_t>(r)]]];
    return off;
  };
  // γ and λ with the persons eliminated.
  Matrix2d precision = common_precision(spreads);
  Vector2d pull = common_shift(spreads);
  std::vector<MatrixXd> covariance(plays.of_person.size());
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    const OwnRows own = rows_of(plays, working, i);
    covariance[i] = covariance_of(own, prior);
    const VectorXd off = taken_off(i, own);
    const MatrixXd weighted = own.weight.asDiagonal() * own.shared;
    const MatrixXd with_common = weighted.transpose() * own.design;
    const VectorXd rest = own.design.transpose() * own.weight.cwiseProduct(off);
    precision += own.shared.transpose() * weighted - with_common * covariance[i] * with_common.transpose();
    pull += weighted.transpose() * off - with_common * (covariance[i] * rest);
  }
  const Matrix2d common_covariance = precision.inverse();
  const Vector2d common = common_covariance * pull;
  out.practice = common[0];
  out.practice_se = std::sqrt(common_covariance(0, 0));
  for (std::size_t i = 0; i < plays.of_person.size(); ++i) {
    const OwnRows own = rows_of(plays, working, i);
    const MatrixXd& s = covariance[i];
    const VectorXd off = taken_off(i, own) - own.shared * common;
    VectorXd unsure(off.size());
    for (Index r = 0; r < off.size(); ++r)
      unsure[r] =
          own.weight[r] * own.weight[r] * b_variance[plays.puzzle[plays.of_person[i][static_cast<std::size_t>(r)]]];
    const VectorXd found = s * (own.design.transpose() * own.weight.cwiseProduct(off));
    const MatrixXd variance = s + s * (own.design.transpose() * unsure.asDiagonal() * own.design) * s;
    const auto row = static_cast<Index>(i);
    out.expected[row] = plays.leaning.empty() ? 0. : common[1] * plays.leaning[i];
    out.own.row(row) = found.transpose();
    out.own(row, 0) += out.expected[row];
    out.variance.row(row) = variance.diagonal().transpose();
    const VectorXd part = own.design * out.own.row(row).transpose() + out.practice * own.shared.col(0);
    const VectorXd doubt = (own.design * variance).cwiseProduct(own.design).rowwise().sum();
    for (Index r = 0; r < off.size(); ++r) {
      const std::size_t k = plays.of_person[i][static_cast<std::size_t>(r)];
      out.part[k] = part[r];
      out.unsure[k] = doubt[r];
    }
    out.used += static_cast<double>(prior.size()) - s.diagonal().dot(prior);
  }
  return out;
}

}  // namespace nazo::model
