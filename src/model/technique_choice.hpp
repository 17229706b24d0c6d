// Which techniques a person uses, and what each costs them, from what they found and how long it took.
//
// At every step several techniques can find something in several places. The person chooses one of these alternatives
// with probability
//
//   exp(preference of its technique + stay·[place of the last step] + near·[place that the last step touched]) / the
//   sum
//
// finds all of it at once with probability `whole`, else some part of it, every part alike, and takes a time whose
// logarithm is normal around the technique's own cost (and `stay_cost` where the place is that of the last step). What
// is seen is what was found and how long it took, never the technique: several alternatives may explain one step, so
// the fit is by expectation and maximisation. Preferences are relative to one technique that serves everywhere.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "model/stats.hpp"

namespace nazo::model {

/// How what was found compares with what the alternative would have found.
enum class Match : std::uint8_t { none, part, whole };

/// Alternatives that are alike: `count` of them.
struct Alternative {
  int technique = 0;
  bool stays = false;  ///< where the last step was
  bool near = false;   ///< at a place that the last step touched
  Match match = Match::none;
  int finds = 1;  ///< how much there is to find; matters for matches alone
  double count = 1;
};

struct Step {
  double seconds = 0;
  std::vector<Alternative> alternatives{};
};

/// What is believed before anything is seen: preferences and costs are drawn to it as if this many steps had been.
struct ChoicePrior {
  double preference_deviation = 2;  ///< of the preferences around 0, on the scale of the logarithm
  double cost_steps = 2;            ///< steps of each technique at the person's mean cost
};

struct TechniqueChoice {
  std::vector<Estimate> preference{};  ///< by technique; the first is the reference, 0
  Estimate stay{}, near{};
  std::vector<double> cost{};  ///< mean of ln seconds by technique
  std::vector<double> cost_se{};
  double stay_cost = 0;  ///< added to it where the place is that of the last step
  double sigma = 1;      ///< deviation of ln seconds
  double whole = .5;
  std::vector<double> used{};   ///< expected steps of each technique among those explained
  std::size_t steps = 0;        ///< explained by some alternative
  std::size_t unexplained = 0;  ///< by none: errors, guesses, several places at once; left out
  double log_likelihood = 0;

  /// Seconds that a step with the technique takes at the mean.
  [[nodiscard]] double seconds(std::size_t technique) const;
};

/// The fit. With no step explained everything is the prior.
[[nodiscard]] TechniqueChoice fit_techniques(const std::vector<Step>& steps, int techniques,
                                             const ChoicePrior& prior = {});

/// What somebody with these preferences and costs does next: which alternative, whether all of it, and how long it
/// takes.
struct ChosenStep {
  std::size_t alternative = 0;
  bool all = true;
  double seconds = 0;
};
[[nodiscard]] ChosenStep choose_step(const TechniqueChoice& person, const std::vector<Alternative>& alternatives,
                                     Rng& rng);

}  // namespace nazo::model
