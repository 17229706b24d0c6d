// What is hard for one person: weights on the features that differ from everyone's, shrunk to 0 as far as the plays do
// not speak for a difference. The amount of shrinking is found from all persons together (empirical Bayes); where
// people do not differ it becomes complete, and the personal model says what the common one says.
//
//   y_k − common_k = own level + x_puzzle · u_person + noise,   own level ~ N(0, level²),  u ~ N(0, spread²) each
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/plays.hpp"
#include "model/success_model.hpp"
#include "model/time_model.hpp"

namespace nazo::model {

struct PersonalWeights {
  double spread = 0;               ///< standard deviation of u over persons; 0: nobody differs
  double level = 0;                ///< standard deviation of the own level
  double log_likelihood_gain = 0;  ///< over spread 0
  Eigen::MatrixXd u{};             ///< persons × features (standardised as the common model has them)
  Eigen::VectorXd own{};           ///< own level
  /// Standard error of own level + x·u for a person at a puzzle with these standardised features.
  [[nodiscard]] double standard_error(int person, const Eigen::VectorXd& x) const;
  std::vector<Eigen::MatrixXd> covariance{};  ///< of (own level, u), by person
};

/// On ln t, beside a fitted time model. Give-ups enter by the value they are expected to have had.
[[nodiscard]] PersonalWeights fit_personal_time(const PlayTable& table, const TimeModel& common);
/// On the logit of success, beside a fitted success model.
[[nodiscard]] PersonalWeights fit_personal_success(const PlayTable& table, const SuccessModel& common);

}  // namespace nazo::model
