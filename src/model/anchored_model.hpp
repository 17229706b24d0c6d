// Difficulty that starts at the genre's own word and leaves it only for cause.
//
//   eta  = b_puzzle − θ_person − γ_person·(ln(1 + plays before) − typical)
//   b    = level + slope·m + beyond + corrections by features + e            (anchor.hpp, basis.hpp)
//   time:    ln t = eta + ε, ε Student-t with 5 degrees of freedom; a give-up says only that it would have taken longer
//   failure: logit P(not solved) = eta
//
// Spreads are averaged over a grid (mixture.hpp), never maximised. Three gates decide how much of the average is shown.
// They open little by little, so that one more play never turns the ratings over; and they move the value, never its
// standard error, so that a puzzle far from all plays has a wide one. Values stay in a stated range whatever the plays
// say.
#pragma once

#include <Eigen/Core>

#include "base/value.hpp"
#include "model/basis.hpp"
#include "model/mixture.hpp"
#include "model/opinions.hpp"
#include "model/plays.hpp"
#include "model/stats.hpp"

namespace nazo::model {

enum class Measure { time, failure };

/// What `value` may be: 2 seconds to 24 hours; a logit of ±6.
struct BRange {
  double low = 0, high = 0;
};
[[nodiscard]] BRange range_of(Measure measure);

/// What the gates decided, and why.
struct Gates {
  bool few = true;                       ///< too few puzzles or persons: the level alone is learnt
  double slope = 0;                      ///< how far the genre's slope may be left, 0 to 1
  double corrections = 0;                ///< how far features correct the genre, 0 to 1
  double free_slope = 0, corrected = 0;  ///< probabilities given the plays
  PairedGain gain{};                     ///< of corrections, one puzzle left out
};

struct AnchoredModel {
  Measure measure = Measure::time;
  Basis basis{};
  Gates gates{};
  Eigen::VectorXd shown{}, mixed{};  ///< w as shown, and of the whole average
  Eigen::MatrixXd covariance{};      ///< of w
  double rest_variance = 0, correction_variance = 0;
  double widening = 1;  ///< few puzzles: Student's quantile over the normal one

  Eigen::VectorXd b{}, b_se{};            ///< of each played puzzle, as shown
  Eigen::VectorXd s{}, s_se{}, honest{};  ///< θ of each person; the probability that they play in earnest
  double sigma = .5, person_sd = .45, puzzle_sd = .5;
  double practice = 0, practice_se = 0, practice_sd = 0;  ///< γ and its spread between people
  double typical_practice = 0;                            ///< mean ln(1 + plays before)
  std::size_t plays = 0;
  OpinionScale opinions{};  ///< how what people say goes with b

  /// b of a puzzle that nobody has played.
  [[nodiscard]] Estimate cold(const PriorWord& word, const Eigen::VectorXd& features) const;
  /// The same before it is held in its range: puzzles at a bound still have an order.
  [[nodiscard]] Estimate unbounded(const PriorWord& word, const Eigen::VectorXd& features) const;
  /// b of a played one.
  [[nodiscard]] Estimate played(int puzzle) const;
  /// How much of b belongs to the size of a puzzle and not to its difficulty.
  [[nodiscard]] double size_part(const PriorWord& word) const;
  /// What the genre alone says of b.
  [[nodiscard]] double prior_b(const PriorWord& word) const;
  /// The correction by a feature per deviation of its score; 0 while the third gate is closed.
  [[nodiscard]] Estimate weight(int feature) const;
  /// By how much of eta somebody with so many plays behind them differs from the typical.
  [[nodiscard]] double practised(double plays_before) const;

  [[nodiscard]] Value to_value() const;
};

/// Fits one measure. `collection` is every puzzle there is (or a sample), played or not; empty: those of the table.
/// `honest` is what another measure found of the persons: yes and no alone cannot tell who plays in earnest.
[[nodiscard]] AnchoredModel fit_anchored(const PlayTable& table, const Collection& collection, Measure measure,
                                         const Eigen::VectorXd* honest = nullptr);

}  // namespace nazo::model
