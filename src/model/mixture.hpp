// What the plays say of b = rows·w + e when nobody knows how far to trust the genre's line: instead of choosing one
// spread of the slope, of the corrections and of what is left, a grid of them is averaged, each weighted by how well it
// explains the plays.
//
// The plays enter as a precision and a shift on the b of the played puzzles (persons are eliminated before):
//   log likelihood = −½ bᵀ·precision·b + shiftᵀ·b + constant
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/basis.hpp"

namespace nazo::model {

struct Evidence {
  Eigen::MatrixXd full{};      ///< precision; empty where there are too many puzzles: then only the diagonal counts
  Eigen::VectorXd diagonal{};  ///< its diagonal
  Eigen::VectorXd shift{};
};

/// The spreads that are tried, and how likely each is before any play.
struct SpreadGrid {
  double level_sd = 1.5;
  std::vector<double> slope_sd{}, correction_sd{}, rest_sd{};
  [[nodiscard]] int free_slope() const { return static_cast<int>(slope_sd.size()) - 1; }  ///< the others are tight
  std::vector<double> slope_log_prior{}, correction_log_prior{}, rest_log_prior{};
};
[[nodiscard]] SpreadGrid time_grid();
[[nodiscard]] SpreadGrid failure_grid();

/// One point of the grid after the plays.
struct MixturePart {
  int slope = 0, correction = 0, rest = 0;  ///< numbers in the grid; correction 0 is none
  double weight = 0;
  Eigen::VectorXd w{}, b{};
};

/// First two moments of a mixture of parts: they are all that a prediction needs.
struct Moments {
  Eigen::VectorXd w{}, b{}, b_variance{};
  Eigen::MatrixXd w_covariance{};
  double rest_variance = 0;        ///< of e
  double correction_variance = 0;  ///< of the corrections, before the plays
};

struct Mixture {
  std::vector<MixturePart> parts{};  ///< those that count
  Moments all{};
  double free_slope = 0, corrected = 0;  ///< probabilities after the plays
  double moved_slope = 0;                ///< and that the slope is not the genre's to a hair
  double used = 0;                       ///< how many observations' worth of parameters the likeliest part has used up
};

/// `rows`: basis rows of the played puzzles.
[[nodiscard]] Mixture mix(const Basis& basis, const Eigen::MatrixXd& rows, const SpreadGrid& grid,
                          const Evidence& evidence);

/// Does the likeliest part with corrections predict a puzzle from the others better than the likeliest without? Mean
/// and standard error over puzzles of the difference in log density (clipped to ±2), persons as they are.
struct PairedGain {
  double mean = 0, standard_error = 0;
};
[[nodiscard]] PairedGain correction_gain(const Basis& basis, const Eigen::MatrixXd& rows, const SpreadGrid& grid,
                                         const Mixture& mixture, const Eigen::VectorXd& means,
                                         const Eigen::VectorXd& precisions);

}  // namespace nazo::model
