// The features of boards whose state space nobody can enumerate, each with an interval.
//
// Independent populations of states (sampling.hpp) estimate the sizes of the layers and what their states are like;
// plays at random estimate the chance of a random player. Intervals come from how much the populations differ among
// each other, and never claim more than the number of sampled states allows where an event is rare.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "genres/shisen/rules.hpp"

namespace nazo::shisen {

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
  std::optional<Estimate> solvable_fraction{}, losing_fraction{}, losing_fraction_solvable{}, deadlocks{};
  std::optional<Estimate> random_walk_win{};
  std::vector<LayerEstimate> layers{};  ///< by pairs gone
  int populations = 0, population_size = 0;
  std::uint64_t walks = 0;
};

struct EstimateRequest {
  Budget budget{};  ///< the time is used up; without a limit of time a fixed amount of work is done
  unsigned threads = 1;
  std::uint64_t seed = 1;
  int split = 13;
  ProgressSink progress{};
};

[[nodiscard]] SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request);

}  // namespace nazo::shisen
