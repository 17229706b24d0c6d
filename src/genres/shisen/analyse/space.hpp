// The whole state space of a board, exactly (tiles/space/space.hpp), and estimates of spaces that are too large for
// that (tiles/space/estimate.hpp).
#pragma once

#include "base/result.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "tiles/space/estimate.hpp"
#include "tiles/space/space.hpp"

namespace nazo::shisen {

using tiles::Estimate;
using tiles::EstimateRequest;
using tiles::Lanes;
using tiles::LayerCount;
using tiles::SpaceCounts;
using tiles::SpaceEstimate;
using tiles::SpaceRequest;

/// Any board, odd kinds included. Fails if it is too large for a key, or when the scratch room does (a full disk).
[[nodiscard]] Result<SpaceCounts> explore_space(const Board& board, const SpaceRequest& request);

[[nodiscard]] SpaceEstimate estimate_space(const Board& board, const EstimateRequest& request);

}  // namespace nazo::shisen
