// From what chains saw to the figures of an estimate, each with its interval.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tiles/space/estimate.hpp"

namespace nazo::tiles {

/// What one chain saw. All sums are weighted by what a state of its layer stands for.
struct Replicate {
  std::vector<Sums> layers{};    ///< by pairs gone
  std::vector<double> visits{};  ///< by pairs gone
  Sums first{};                  ///< states and moves before the split
  std::uint64_t looks = 0;       ///< states looked at; 0: all there are
  std::uint64_t returns = 0;     ///< to the start, from the second half of the game
};

/// A ratio of two sums over all chains, and the relative variance of it (delta method).
struct Ratio {
  double value = 0, variance = 0;
  std::vector<double> influence{};  ///< of every chain on the logarithm
};

/// Means over the states that the chains met, and sizes. What they met too rarely is left out.
void add_features(SpaceEstimate& out, const std::vector<Replicate>& all, int split);

}  // namespace nazo::tiles
