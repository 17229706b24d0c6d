// Experiments about people: paper 001's chapter 4 run again on what it printed, and the models tried on simulated
// players.
#pragma once

#include "workshop/experiments.hpp"

namespace nazo {

[[nodiscard]] Experiment nonogram_personal();
[[nodiscard]] Experiment simulated_players();

}  // namespace nazo
