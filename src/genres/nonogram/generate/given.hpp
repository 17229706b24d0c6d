// Pictures for the starter collection: our own, and known ones that may be passed on.
#pragma once

#include <vector>

#include "puzzle/usual.hpp"

namespace nazo::nonogram {

[[nodiscard]] std::vector<GivenPuzzle> given_pictures();

}  // namespace nazo::nonogram
