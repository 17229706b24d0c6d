// Experiments that print features of puzzles as the papers do: nonograms (table 4.2), tsume-shogi (tables 5.1 to 7.8), Shisen-sho (the
// six variables of 100 boards).
#pragma once

#include "workshop/experiments.hpp"

namespace nazo {

[[nodiscard]] Experiment nonogram_features();
[[nodiscard]] Experiment tsume_proof_numbers();
[[nodiscard]] Experiment shisen_features();

}  // namespace nazo
