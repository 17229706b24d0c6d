// In which order a participant of a study meets its puzzles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/records.hpp"

namespace nazo::serve {

/// A function of the study's seed and the participant's number (from 1) alone. `balanced` walks a Williams square: over 2n participants every
/// puzzle stands as often at every place, and follows every other equally often.
[[nodiscard]] std::vector<std::string> study_sequence(const store::Study& study, std::int64_t number);

}  // namespace nazo::serve
