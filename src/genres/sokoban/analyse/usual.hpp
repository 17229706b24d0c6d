// Levels as they usually are (puzzle/usual.hpp). The table is made by tools/usual_features from usual.orders.
#pragma once

#include "puzzle/usual.hpp"

namespace nazo::sokoban {

[[nodiscard]] const UsualPuzzles& usual_puzzles();

}  // namespace nazo::sokoban
