// Whether a puzzle is solved:  logit P = α_puzzle·(θ_person − b_puzzle),  θ ~ N(0, person_sd²), b ~ N(w·features, τ²).
// Rasch: all α = 1. 2PL: ln α ~ N(0, alpha_sd²), estimated, for puzzles that separate people more or less sharply.
#pragma once

#include "model/crossed.hpp"
#include "model/plays.hpp"
#include "model/stats.hpp"
#include "model/time_model.hpp"

namespace nazo::model {

struct SuccessModel {
  Standardiser standard{};
  Eigen::VectorXd weights{};
  Eigen::MatrixXd weight_covariance{};
  double person_sd = 1;
  double puzzle_sd = 1;
  double alpha_sd = 0;  ///< 0: Rasch
  Eigen::VectorXd b{}, b_se{};
  Eigen::VectorXd theta{}, theta_se{};
  Eigen::VectorXd alpha{};  ///< of each puzzle; all 1 for Rasch
  bool exact_variances = true;
  std::size_t plays = 0;

  [[nodiscard]] Estimate cold(const Eigen::VectorXd& features) const;
  [[nodiscard]] Estimate weight(int k) const;
};

[[nodiscard]] SuccessModel fit_rasch(const PlayTable& table, const FitLimits& limits = {});
/// Starts from the Rasch fit of the same table.
[[nodiscard]] SuccessModel fit_2pl(const PlayTable& table, const SuccessModel& rasch, const FitLimits& limits = {});

/// The same once more, from a fit of the same table, when something is known of each person's own weights. The
/// sharpness of puzzles stays.
[[nodiscard]] SuccessModel refit_success(const PlayTable& table, const SuccessModel& before, const OwnParts& own,
                                         const FitLimits& limits = {});

/// P(solved) when the logit is only known as N(mean, variance): the logistic curve flattened by the uncertainty.
[[nodiscard]] double averaged_logistic(double mean, double variance);

}  // namespace nazo::model
