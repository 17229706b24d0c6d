// How long a puzzle takes:  ln t = b_puzzle − a·θ_person + ε,  with θ ~ N(0,1), ε ~ N(0, σ²), b ~ N(w·features, τ²).
// A give-up after t seconds says only that solving would have taken longer: it is right-censored, not thrown away.
#pragma once

#include "model/crossed.hpp"
#include "model/plays.hpp"
#include "model/stats.hpp"

namespace nazo::model {

struct TimeModel {
  Standardiser standard{};
  Eigen::VectorXd weights{};  ///< constant first, then by standardised feature
  Eigen::MatrixXd weight_covariance{};
  double sigma = 1;             ///< spread of one person at one puzzle
  double person_sd = 1;         ///< a
  double puzzle_sd = 1;         ///< τ: what the features do not explain
  Eigen::VectorXd b{}, b_se{};  ///< of each puzzle
  Eigen::VectorXd s{}, s_se{};  ///< a·θ of each person: by how much of ln t they are faster than most
  bool exact_variances = true;
  std::size_t plays = 0;

  /// A puzzle nobody has played: value and standard error of b from its features alone.
  [[nodiscard]] Estimate cold(const Eigen::VectorXd& features) const;
  /// w_k with its interval; k = 0 is the constant.
  [[nodiscard]] Estimate weight(int k) const;
};

struct FitLimits {
  int em_steps = 60;
  double tolerance = 2e-3;  ///< relative change of the variances at which it stops
};

[[nodiscard]] TimeModel fit_time(const PlayTable& table, const FitLimits& limits = {});
/// The same once more, from a fit of the same table, when something is known of each person's own weights: what they
/// explain is taken off, and is no longer taken for noise.
[[nodiscard]] TimeModel refit_time(const PlayTable& table, const TimeModel& before, const OwnParts& own,
                                   const FitLimits& limits = {});

}  // namespace nazo::model
