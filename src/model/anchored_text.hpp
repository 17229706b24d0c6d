// Inside the room: an anchored model read back from a Value.
#pragma once

#include "model/anchored_model.hpp"
#include "model/value_reader.hpp"

namespace nazo::model {

/// What is missing or of the wrong size is remembered by the reader.
[[nodiscard]] AnchoredModel anchored_in(ValueReader reader, Measure measure, Eigen::Index features,
                                        Eigen::Index puzzles, Eigen::Index persons);

}  // namespace nazo::model
