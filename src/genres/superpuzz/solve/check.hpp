// Is a solution right? Small code that knows the rules and nothing of the solvers.
#pragma once

#include <string_view>

#include "genres/superpuzz/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

/// Plays the solution from the start and looks at the end. A wrong one is a finding `wrong_solution`.
[[nodiscard]] Report verify(const Position& start, std::string_view solution);

/// Is the deal fit to publish? `unsolvable` and `solved_at_start` are what can be wrong with it.
[[nodiscard]] Report check(const Position& start, const Context& context);

}  // namespace nazo::superpuzz
