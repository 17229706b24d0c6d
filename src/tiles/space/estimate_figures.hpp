// From what chains saw to the figures of an estimate, each with its interval.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tiles/space/estimate.hpp"

namespace nazo::tiles {

/// What one chain saw.
struct Replicate {
  bool sampled = false, counted = false;
  std::vector<Sums> layers{};  ///< by pairs gone
  Sums total{}, first{}, second{};
  std::vector<double> settled_share{};  ///< how often each kind was as it was to be before it was settled
};

/// A ratio of two sums over all chains, and the relative variance of it (delta method).
struct Ratio {
  double value = 0, variance = 0;
  std::vector<double> influence{};  ///< of every chain on the logarithm
};

/// The number of states: one at the end, and for each settled kind one over the share of the states it left.
[[nodiscard]] std::optional<Ratio> size_of_space(const std::vector<Replicate>& all, std::size_t kinds);

/// Means over the states that the chains met; and, if the number of states is known, sizes. `looks` is how many states
/// they met (0: all there are).
void add_features(SpaceEstimate& out, const std::vector<Replicate>& all, const std::optional<Ratio>& size,
                  double looks);

}  // namespace nazo::tiles
