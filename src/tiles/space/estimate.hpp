// The features of boards whose state space nobody can enumerate, each with an interval.
//
// Chains of states (sampling.hpp) meet all states of a layer (by pairs gone) equally often, and are steered so that
// they meet every layer about as often as any other: they go from the start to the empty board and back, many times.
// How many moves lead out of a layer, and how many ways back out of the next, tells how many states each layer has,
// since the first has one; what they see in a layer, weighted by that, estimates the average over all states. Plays at
// random estimate the chance of a random player. Intervals come from how much independent chains differ among each
// other. How that is done stands in estimation.hpp and estimate_figures.hpp.
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

/// What was seen of one layer (the states with the same number of pairs gone): by one chain, or by several together.
struct LayerSeen {
  double plays = 0, moves = 0;      ///< states that were to be played on from, and the moves they had
  double undoings = 0, back = 0;    ///< states that a move was to be taken back in, and the ways back
  double looks = 0;                 ///< states that were looked at closely:
  double lost = 0, lost_moves = 0;  ///<   those that cannot be cleared, and their moves
  double losing = 0;                ///<   moves from solvable to unsolvable

  LayerSeen& operator+=(const LayerSeen& other) { return add(other, 1); }
  LayerSeen& operator-=(const LayerSeen& other) { return add(other, -1); }

 private:
  LayerSeen& add(const LayerSeen& other, double sign) {
    plays += sign * other.plays;
    moves += sign * other.moves;
    undoings += sign * other.undoings;
    back += sign * other.back;
    looks += sign * other.looks;
    lost += sign * other.lost;
    lost_moves += sign * other.lost_moves;
    losing += sign * other.losing;
    return *this;
  }
};
/// By pairs gone.
using LayersSeen = std::vector<LayerSeen>;

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
