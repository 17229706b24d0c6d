// Players that do not exist, with known skills, for testing whether the models find what was planted. They are never
// shown as people: everything made from them says that it is simulated.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "model/paired.hpp"
#include "model/plays.hpp"

namespace nazo::model {

/// How a simulated world differs from what the models assume.
enum class World {
  correct,     ///< as the models say, personal weights included
  heavy_tail,  ///< times with t-distributed noise (3 degrees of freedom) instead of normal
  curved,      ///< difficulty depends on the square of a feature too, which no model is told
  learning,    ///< people get better with every play
  leaving,     ///< people stop sooner the more they fail, so who plays much is not who plays little
  null,        ///< nobody differs in taste: personal weights are 0
  nothing,     ///< the features say nothing either
};
[[nodiscard]] const std::vector<World>& worlds();
[[nodiscard]] std::string_view name(World world);
[[nodiscard]] std::string_view about(World world);

/// Sizes as in paper 000 and spreads of a usual order.
struct WorldSize {
  int persons = 90;
  int puzzles = 100;
  int plays = 1647;
  int features = 5;
};

struct Planted {
  Eigen::VectorXd weights{};  ///< constant first
  double sigma = .5, person_sd = .4, puzzle_sd = .3;
  double logit_person_sd = 1, logit_puzzle_sd = .5;
  double personal_spread = .15;
};
[[nodiscard]] Planted planted(World world, int features);

/// Two tables over the same people and puzzles: times with give-ups when patience ends, and plain solved-or-not.
struct SimulatedPlays {
  Planted truth{};
  PlayTable times{}, outcomes{};
  Eigen::VectorXd time_b{}, person_speed{};     ///< b and s of the time model
  Eigen::VectorXd outcome_b{}, person_skill{};  ///< b and θ of the success model
  Eigen::MatrixXd u{};                          ///< personal weights on ln t
};
[[nodiscard]] SimulatedPlays simulate_plays(World world, const WorldSize& size, std::uint64_t seed, std::uint64_t item);

/// Five-level comparisons of all pairs: paper 001's experiment.
struct SimulatedPairs {
  std::vector<double> strength{};  ///< of everyone
  std::vector<Pairing> pairs{};
};
[[nodiscard]] SimulatedPairs simulate_pairs(int persons, int puzzles, double own_spread, std::uint64_t seed,
                                            std::uint64_t item);

}  // namespace nazo::model
