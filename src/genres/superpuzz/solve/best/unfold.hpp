// From moves of the search to steps on the table: aces that were afloat are put where they are needed.
#pragma once

#include <vector>

#include "genres/superpuzz/rules/rules.hpp"
#include "genres/superpuzz/solve/best/state.hpp"

namespace nazo::superpuzz::best {

/// The steps that do on the table what the actions do in the search (and the safe moves it plays by itself).
[[nodiscard]] std::vector<Step> unfold(const Position& start, const std::vector<Action>& actions);

/// Leaves out everything between two visits of the same position.
[[nodiscard]] std::vector<Step> without_loops(const Position& start, const std::vector<Step>& steps);

}  // namespace nazo::superpuzz::best
