// The whole state space of a board, exactly (tiles/space/space.hpp), and estimates of spaces that are too large for
// that (tiles/space/estimate.hpp).
#pragma once

#include "base/result.hpp"
#include "genres/shanghai/rules/rules.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/space.hpp"

namespace nazo::shanghai {

using tiles::EstimateRequest;
using tiles::LayerCount;
using tiles::SpaceCounts;
using tiles::SpaceEstimate;
using tiles::SpaceRequest;

/// A board that is too large for a key ends at once with Limit::memory. Fails when the scratch room does (a full disk).
[[nodiscard]] Result<SpaceCounts> explore_space(const Board& board, const SpaceRequest& request);

[[nodiscard]] SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request);

}  // namespace nazo::shanghai
