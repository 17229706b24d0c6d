// The features of boards whose state space nobody can enumerate, each with an interval.
//
// Chains of states (sampling.hpp) meet all states of a layer (by pairs gone) equally often, and are steered so that
// they meet every layer about as often as any other: they go from the start to the empty board and back, many times.
// How often they are where tells how many states each layer has, since the first has one; what they see in a layer,
// weighted by that, estimates the average over all states. Plays at random estimate the chance of a random player.
// Intervals come from how much independent chains differ among each other. How that is done stands in estimation.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "tiles/intervals.hpp"

namespace nazo::tiles {

/// Chains of a run; what is known of their spread rests on this number.
inline constexpr int estimate_chains = 16;

/// Sums over the states of a layer, or of several.
struct Sums {
  double met = 0;  ///< how many there were; the other sums may be weighted
  double states = 0, moves = 0, solvable = 0, solvable_moves = 0, losing = 0;

  Sums& operator+=(const Sums& other) {
    met += other.met;
    states += other.states;
    moves += other.moves;
    solvable += other.solvable;
    solvable_moves += other.solvable_moves;
    losing += other.losing;
    return *this;
  }
  [[nodiscard]] Sums times(double factor) const {
    return {met, states * factor, moves * factor, solvable * factor, solvable_moves * factor, losing * factor};
  }
};

struct LayerEstimate {
  std::optional<Estimate> states{};  ///< none: met too rarely to say
  double moves_mean = 0, solvable_fraction = 0;
};

struct SpaceEstimate {
  Limit limit = Limit::none;  ///< not none: this ran out, and what follows is less than was asked for
  std::optional<Estimate> states{}, transitions{}, moves_mean{}, moves_mean_first{}, moves_mean_second{};
  std::optional<Estimate> solvable_fraction{}, losing_fraction{}, losing_fraction_solvable{};
  std::optional<Estimate> random_walk_win{};
  std::vector<LayerEstimate> layers{};  ///< by pairs gone
  int chains = 0;                       ///< that went to their end; 0: the space is small and was counted
  std::uint64_t sweeps = 0;             ///< of all chains, each ending in a state that is looked at
  std::uint64_t walks = 0;
};

struct EstimateRequest {
  Budget budget{};  ///< its time is used up unless `sweeps` are given
  unsigned threads = 1;
  std::uint64_t seed = 1;
  int split = 13;
  std::uint64_t sweeps = 0;         ///< the work that is done: the same answer every time. 0: as much as time allows
  std::size_t exact_states = 4000;  ///< spaces of at most so many states are counted one by one
  std::uint64_t walks = 0;          ///< that go with them; 0: a hundred a sweep
  ProgressSink progress{};
};

}  // namespace nazo::tiles
