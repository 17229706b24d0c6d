// Where learning starts: what the genre itself says of each puzzle, as a straight line through the genre's difficulty.
//
//   b_puzzle = level + slope · m + beyond + what is learnt
//
// m is the genre's difficulty as a normal score, mean 0 and deviation 1 over the collection. `beyond` is what the
// genre's own word on b (its expected time, say) has that the line leaves: a large easy board takes long.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

namespace nazo::model {

/// What a genre says of one puzzle before anyone has played it. NaN: it says nothing.
struct PriorWord {
  double difficulty = std::numeric_limits<double>::quiet_NaN();  ///< 0–100
  double index = std::numeric_limits<double>::quiet_NaN();       ///< Φ⁻¹(difficulty/100)
  double log_time = std::numeric_limits<double>::quiet_NaN();    ///< ln of the expected seconds
  double failure = std::numeric_limits<double>::quiet_NaN();     ///< logit of the probability not to solve it
};
/// From difficulty 0–100, seconds and the probability of success; percentiles at the very ends are drawn in.
[[nodiscard]] PriorWord prior_word(double difficulty, double seconds, double success);

/// What the line is when the genre says nothing of b itself, and what its slope may be when it does.
struct AnchorLimits {
  double level = 0, slope = 0;
  double least_slope = 0, steepest_slope = 0;
};
inline constexpr AnchorLimits time_limits{4.5, .8, .3, 1.2};  // e^4.5 = 90 seconds
inline constexpr AnchorLimits failure_limits{-1, 1, .5, 1.5};

class Anchor {
 public:
  double centre = 0, spread = 1;  ///< of the genre's index over the collection
  double level = 0, slope = 0;

  /// `index` and `own` (the genre's word on b) of every puzzle of the collection. `usual` puzzles stand beside them,
  /// spread as a genre's percentiles are by their meaning (mean 0, deviation 1) and on the line of the limits.
  [[nodiscard]] static Anchor of(const Eigen::VectorXd& index, const Eigen::VectorXd& own, const AnchorLimits& limits,
                                 double usual = 0);

  /// m of a puzzle; 0, the middle, where the genre has no word.
  [[nodiscard]] double m(double index) const;
  /// What the genre's word on b has beyond the line; 0 where it has none.
  [[nodiscard]] double beyond(double index, double own) const;
  /// The genre's word on b, or the line's.
  [[nodiscard]] double prior_b(double index, double own) const;
};

}  // namespace nazo::model
