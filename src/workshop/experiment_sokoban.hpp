// The experiment of Murase, Matsubara and Hiraga: what becomes of 500 generated Sokoban levels per set of parts.
#pragma once

#include "workshop/experiments.hpp"

namespace nazo {

[[nodiscard]] Experiment sokoban_table1();

}  // namespace nazo
