// The backward pass of the exact analysis: from the last layer to the start, what every state is worth.
#pragma once

#include <memory>
#include <vector>

#include "tiles/space/forward.hpp"
#include "tiles/space/space.hpp"

namespace nazo::tiles {

/// Fills in the counts. Frees the layers as it goes. The values of the last `valued` layers are kept already. A limit
/// that ran out is an error.
[[nodiscard]] Result<void> evaluate_backward(SpaceWork& work, std::vector<std::unique_ptr<Layer>> layers,
                                             std::size_t valued, SpaceCounts& counts);

}  // namespace nazo::tiles
