// Which plays say something of a puzzle and of the person: replays do not, because who knows a puzzle is no measure of
// its difficulty.
#pragma once

#include <vector>

#include "model/plays.hpp"

namespace nazo::model {

/// By the moment they began, each person's first play of each puzzle. How many plays were before each, replays too, is
/// written down where it was not told (Observation::plays_before).
[[nodiscard]] std::vector<Observation> first_plays(std::vector<Observation> plays);

}  // namespace nazo::model
