// Experiments on Superpuzz: table 1 of the paper, and how many deals of the full game can be won.
#pragma once

#include "workshop/experiments.hpp"

namespace nazo {

[[nodiscard]] Experiment superpuzz_table1();
[[nodiscard]] Experiment superpuzz_winnability();

}  // namespace nazo
