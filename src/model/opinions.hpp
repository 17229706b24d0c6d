// What people say of difficulty beside their plays: which of two puzzles is harder (five levels), and marks of 1 to 5.
//
//   pairs:  P(level ≤ l) = logistic(κ·(b_x − b_y) + cut_l), cuts −far, −near, near, far
//   marks:  P(mark ≤ l)  = logistic(cut_l − κ·(b_j − mean) − severity_person), severity ~ N(0, 1)
//
// Both speak of the same b as the plays do, but only of its order and spacing: alone they fix no level. κ, how strongly
// what people say goes with b, is found from the data and drawn to 1.5.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/mixture.hpp"
#include "model/plays.hpp"

namespace nazo::model {

/// The likelihood of an answer on a scale of levels, and its first two derivatives by the place on it.
struct OrdinalStep {
  double log_likelihood = 0, gradient = 0, curvature = 0;  ///< curvature: minus the second derivative, not negative
};
/// Of a comparison, by κ·(b_x − b_y).
[[nodiscard]] OrdinalStep of_level(int level, double near, double far, double difference);

/// How comparisons go with b.
struct OpinionScale {
  double strength = 1.5, near = .5, far = 2;
};

class OpinionFit {
 public:
  /// `size` is the part of b of each puzzle that belongs to its size and not to difficulty.
  OpinionFit(const Opinions& opinions, int persons, const Eigen::VectorXd& size);

  [[nodiscard]] bool empty() const { return opinions_.pairs.empty() && opinions_.marks.empty(); }
  /// κ and the cuts for b as it is believed without these opinions.
  void measure(const Eigen::VectorXd& b);
  /// Adds what is said to what the plays say; needs an Evidence with all pairs of puzzles.
  void add(Evidence& evidence, const Eigen::VectorXd& b) const;

  [[nodiscard]] const OpinionScale& pairs() const { return pairs_; }

 private:
  void measure_pairs(const Eigen::VectorXd& b);
  void measure_marks(const Eigen::VectorXd& b);
  void add_pairs(Evidence& evidence, const Eigen::VectorXd& b) const;
  void add_marks(Evidence& evidence, const Eigen::VectorXd& b) const;
  [[nodiscard]] double severity(std::size_t person, const Eigen::VectorXd& b, double strength) const;

  const Opinions& opinions_;
  Eigen::VectorXd size_;
  std::vector<std::vector<std::size_t>> marks_of_{};   ///< by person
  std::vector<double> pair_weight_{}, mark_weight_{};  ///< by person: nobody is more than a part of the public
  OpinionScale pairs_{};
  double mark_strength_ = 1.5, middle_ = 0;
  std::vector<double> mark_cuts_{-2, -.7, .7, 2};
};

}  // namespace nazo::model
