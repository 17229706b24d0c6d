// From what chains saw to the figures of an estimate, each with its interval.
//
// Every move out of a layer is a way back out of the next, so the moves of a layer's states and the ways back of the
// next one's tell how many times larger it is; the first layer has one state. Averages over all states are those of the
// layers, weighted by their sizes. How much a figure varies is told by leaving out one chain after the other (the
// jackknife): chains do not know of each other.
#pragma once

#include <cstdint>
#include <vector>

#include "tiles/space/estimate.hpp"

namespace nazo::tiles {

/// What one chain saw.
struct Replicate {
  LayersSeen layers{};
  std::uint64_t looks = 0;
  std::uint64_t returns = 0;  ///< to the start, from the second half of the game
};

/// How many states each layer has, as far as is known; 0 from where nothing was seen.
[[nodiscard]] std::vector<double> sizes_of_layers(const LayersSeen& seen);

/// Adds what several chains tell. What they met too rarely is left out.
void add_features(SpaceEstimate& out, const std::vector<Replicate>& all, int split);
/// The same where every state was looked at once: no doubt is left.
void add_counted(SpaceEstimate& out, const LayersSeen& all, int split);

}  // namespace nazo::tiles
