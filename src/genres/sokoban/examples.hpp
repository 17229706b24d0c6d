// Levels of our own making, for help texts, tours, tests and benches.
#pragma once

#include <vector>

#include "puzzle/genre.hpp"

namespace nazo::sokoban {

[[nodiscard]] std::vector<Example> examples();

}  // namespace nazo::sokoban
