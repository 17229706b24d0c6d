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

/// What is known of one person: own level, weights, and how surely.
struct OwnState {
  double own = 0;
  Eigen::VectorXd u{};
  Eigen::MatrixXd covariance{};  ///< of (own level, u)
  [[nodiscard]] double standard_error(const Eigen::VectorXd& x) const;
};

struct PersonalWeights {
  double spread = 0;               ///< standard deviation of u over persons; 0: nobody differs
  double level = 0;                ///< standard deviation of the own level
  double log_likelihood_gain = 0;  ///< over spread 0
  Eigen::MatrixXd u{};             ///< persons × features (standardised as the common model has them)
  Eigen::VectorXd own{};           ///< own level
  [[nodiscard]] OwnState of(int person) const;
  std::vector<Eigen::MatrixXd> covariance{};  ///< of (own level, u), by person
};

/// One person's plays with what a fitted model already says of the puzzles: to learn about somebody without a new fit.
struct OwnPlays {
  Eigen::MatrixXd x{};  ///< standardised features of the puzzle of each play
  Eigen::VectorXd b{}, b_se{}, alpha{};
  std::vector<Observation> plays{};
};
[[nodiscard]] OwnState learn_time(const OwnPlays& plays, double sigma, const PersonalWeights& spread);
[[nodiscard]] OwnState learn_success(const OwnPlays& plays, const PersonalWeights& spread);

/// What a common model says of the puzzles and plays of a table.
struct CommonPart {
  Eigen::MatrixXd x{};  ///< puzzles × features, on the model's scale
  Eigen::VectorXd b{}, b_se{};
  Eigen::VectorXd alpha{};          ///< sharpness of each puzzle; empty: 1
  std::vector<double> practised{};  ///< what practice takes off b in each play; empty: nothing
  double sigma = 1, person_sd = 1;
};
/// With `Tastes::none` only the persons' levels are found.
enum class Tastes { none, any };
[[nodiscard]] PersonalWeights fit_personal(const PlayTable& table, const CommonPart& common, Target target,
                                           Tastes tastes);

/// On ln t, beside a fitted time model. Give-ups enter by the value they are expected to have had.
[[nodiscard]] PersonalWeights fit_personal_time(const PlayTable& table, const TimeModel& common);
/// On the logit of success, beside a fitted success model.
[[nodiscard]] PersonalWeights fit_personal_success(const PlayTable& table, const SuccessModel& common);

/// What the weights add to each play of the table; `x` are its features as the common model standardises them.
[[nodiscard]] OwnParts own_parts(const PlayTable& table, const Eigen::MatrixXd& x, const PersonalWeights& own);

/// A common model and the personal weights beside it, each fitted with what the other explains taken off, in turn until
/// the spread of the weights stands still. Where people do not differ this is the common model alone. The error of the
/// common weights then counts, too, that other people would have had other tastes.
struct TimeTogether {
  TimeModel common{};
  PersonalWeights own{};
};
struct SuccessTogether {
  SuccessModel common{};
  PersonalWeights own{};
};
[[nodiscard]] TimeTogether fit_together(const PlayTable& table, TimeModel common, const FitLimits& limits = {});
[[nodiscard]] SuccessTogether fit_together(const PlayTable& table, SuccessModel common, const FitLimits& limits = {});

}  // namespace nazo::model
