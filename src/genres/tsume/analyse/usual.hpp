// Problems as they usually are (puzzle/usual.hpp). The table is made by tools/usual_features from usual.orders.
#pragma once

#include "puzzle/usual.hpp"

namespace nazo::tsume {

[[nodiscard]] const UsualPuzzles& usual_puzzles();

}  // namespace nazo::tsume
