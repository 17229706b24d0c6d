// "Which of the two is harder?": comparisons on five levels turned into strengths.
//
// The plain score of paper 001 counts +1 for every puzzle one was found harder than and −1 for every one found easier.
// The cumulative-logit Bradley–Terry model says, with d = strength of X − strength of Y for that person,
//   P(level ≤ 1, 2, 3, 4) = logistic(d − far), logistic(d − near), logistic(d + near), logistic(d + far)
// where level 1 is "X is much harder", 3 "the same" and 5 "Y is much harder". A person's strengths are those of
// everyone plus an own part that is shrunk to 0; how much, the evidence decides.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/plays.hpp"
#include "model/stats.hpp"

namespace nazo::model {

/// Persons × puzzles, as the paper counts them ("much harder" counts as harder).
[[nodiscard]] Eigen::MatrixXd plain_scores(const std::vector<Pairing>& pairs, int persons, int puzzles);

/// Everyone's strength of a puzzle is shared.row(puzzle)·β, a person's own part own.row(puzzle)·u_person.
struct PairDesign {
  int persons = 0;
  Eigen::MatrixXd shared{};  ///< puzzles × parameters of the population: features, one column a puzzle, …
  Eigen::MatrixXd own{};     ///< puzzles × personal parameters
  std::vector<Pairing> pairs{};
};

struct PairPriors {
  Eigen::VectorXd shared_variance{};
  double own_variance = 1;
  double near = .5;
  double far = 2;  ///< infinite: the levels 1 and 5 do not occur (only three are asked)
};

struct PairFit {
  Eigen::VectorXd shared{};
  Eigen::MatrixXd shared_covariance{};
  Eigen::MatrixXd own{};            ///< persons × personal parameters
  double log_evidence = 0;          ///< a lower bound, close
  Eigen::MatrixXd person_scores{};  ///< persons × shared: each one's pull on the shared part at the optimum
  std::vector<Eigen::VectorXd> difference_variance{};  ///< of each pair, by person
  [[nodiscard]] double strength(const PairDesign& design, int person, int puzzle) const;
};

/// `start`: the fit of the same design with other priors.
[[nodiscard]] PairFit fit_pairs(const PairDesign& design, const PairPriors& priors, const PairFit* start = nullptr);

/// More personal parameters than puzzles say no more than as many as there are puzzles: an equivalent, smaller `own`.
[[nodiscard]] Eigen::MatrixXd compact_own(const Eigen::MatrixXd& own);

/// What of the priors the evidence may choose.
struct PairSearch {
  std::vector<bool> shared{};  ///< one common factor on the variances marked
  bool own = true, near = true, far = true;
  int rounds = 3;
  double tolerance = .1;  ///< in logarithms
};
[[nodiscard]] PairPriors best_priors(const PairDesign& design, PairPriors start, const PairSearch& search);

/// Strengths of puzzles with no features at all: the population's with intervals, and each person's.
struct BradleyTerry {
  std::vector<Estimate> strength{};  ///< of everyone; they sum to 0
  Eigen::MatrixXd personal{};        ///< persons × puzzles
  double own_spread = 0;             ///< how much persons differ from it
  double near = 0, far = 0;
};
[[nodiscard]] BradleyTerry fit_bradley_terry(const std::vector<Pairing>& pairs, int persons, int puzzles);

}  // namespace nazo::model
