// Persons × puzzles: the machine under the time and the success model.
//
// An observation k of person i at puzzle j depends on   eta_k = f_j · (b_j + sign · s_i)   only. The unknowns are
//   s_i ~ N(0, person_variance)              a person's speed or skill
//   b_j ~ N(x_j · w, puzzle_variance)        a puzzle's difficulty, with its features x_j (first column 1)
//   w_1… ~ N(0, weight_variance), w_0 flat   what the features say of puzzles nobody has played
// The mode and the curvature there (Laplace) come from Newton steps in which the larger of the two sides, being
// diagonal, is eliminated exactly; what remains is a dense system of the smaller side and the weights. Nothing is
// sampled.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace nazo::model {

struct CrossedDesign {
  int persons = 0;
  int puzzles = 0;
  Eigen::MatrixXd x{};                  ///< puzzles × (1 + features)
  double sign = 1;                      ///< of the person's part in eta
  std::vector<int> person{}, puzzle{};  ///< of each observation
  Eigen::VectorXd factor{};             ///< f_j of each puzzle
};

struct CrossedVariances {
  double person = 1;
  double puzzle = 1;
  double weight = 1;
};

/// First and second derivative of an observation's log-likelihood by eta (the second with its sign turned: > 0), and
/// its value.
struct Slope {
  double gradient = 0, curvature = 0, log_likelihood = 0;
};
/// Of an observation at eta. `variance` is how uncertain eta still is: a likelihood that is far from a parabola (yes or
/// no) gives its averages over N(eta, variance), which turns the Laplace approximation into the variational Gaussian
/// one and takes away the bias that few plays a person would leave in the variances.
using Likelihood = std::function<Slope(std::size_t observation, double eta, double variance)>;

/// What a person's own weights add to the eta of each observation, and how uncertain that still is.
struct OwnParts {
  std::vector<double> offset{}, variance{};
};

struct CrossedFit {
  Eigen::VectorXd s{}, b{}, w{};
  Eigen::VectorXd s_variance{}, b_variance{};  ///< posterior, everything else unknown too
  Eigen::VectorXd e_variance{};                ///< of b_j − x_j·w
  Eigen::MatrixXd w_covariance{};
  double effective_parameters = 0;     ///< how many observations' worth the fit has used up
  std::vector<double> eta_variance{};  ///< of each observation's eta
  bool exact_variances = true;         ///< false: too large, each unknown's variance is given the others
};

/// Newton steps from `start` (or from nothing) to the mode.
[[nodiscard]] CrossedFit fit_crossed(const CrossedDesign& design, const CrossedVariances& variances,
                                     const Likelihood& likelihood, int most_steps, const CrossedFit* start = nullptr);

/// The variances that the fit itself suggests: one EM step.
[[nodiscard]] CrossedVariances next_variances(const CrossedDesign& design, const CrossedFit& fit);

}  // namespace nazo::model
