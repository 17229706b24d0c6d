// The backward pass of the exact analysis: from the last layer to the start, what every state is worth.
#pragma once

#include <memory>
#include <vector>

#include "tiles/space/forward.hpp"
#include "tiles/space/space.hpp"

namespace nazo::tiles {

/// Fills in everything but `states`. Frees the layers as it goes. If a limit runs out the counts are incomplete.
[[nodiscard]] Result<void> evaluate_backward(const SpaceWork& work, std::vector<std::unique_ptr<Layer>> layers,
                                             SpaceCounts& counts);

}  // namespace nazo::tiles
