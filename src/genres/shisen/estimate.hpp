// The features of boards whose state space nobody can enumerate, each with an interval.
//
// The first layers are explored in full while they are small. From there independent populations of states
// (sampling.hpp) estimate the sizes of the layers and what their states are like; plays at random estimate the chance
// of a random player. Intervals come from how much the populations differ among each other: relative ones for sizes,
// Student's for means, and for rare events those of a count that varies as much as was seen.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "genres/shisen/rules.hpp"

namespace nazo::shisen {

/// Populations of a run; what is known of their spread rests on this number.
inline constexpr int estimate_populations = 24;

/// A number with its 95 % interval.
struct Estimate {
  double value = 0, low = 0, high = 0;
};

struct LayerEstimate {
  Estimate states{};
  double moves_mean = 0, solvable_fraction = 0;
};

struct SpaceEstimate {
  std::optional<Estimate> states{}, transitions{}, moves_mean{}, moves_mean_first{}, moves_mean_second{};
  std::optional<Estimate> solvable_fraction{}, losing_fraction{}, losing_fraction_solvable{};
  std::optional<Estimate> random_walk_win{};
  std::vector<LayerEstimate> layers{};  ///< by pairs gone
  int exact_layers = 0;                 ///< of these, explored in full
  int meeting_layer = 0;                ///< before it states were drawn walking down, from there on walking up
  int populations = 0, population_size = 0;
  std::uint64_t walks = 0;
};

struct EstimateRequest {
  Budget budget{};  ///< the time is used up; without a limit of time a fixed amount of work is done
  unsigned threads = 1;
  std::uint64_t seed = 1;
  int split = 13;
  int population_size = 300;       ///< without a limit of time
  std::size_t exact_layer = 1000;  ///< layers of at most so many states are explored in full
  std::uint64_t walks = 20'000;    ///< without a limit of time
  ProgressSink progress{};
};

[[nodiscard]] SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request);

}  // namespace nazo::shisen
