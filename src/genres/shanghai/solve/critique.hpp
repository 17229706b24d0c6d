// What a maker is told about a board while laying it: odd kinds, and which two tiles to exchange.
#pragma once

#include <vector>

#include "genres/shanghai/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::shanghai {

[[nodiscard]] std::vector<TechniqueFact> repair_facts();

/// A finding for each kind with an odd number of tiles.
[[nodiscard]] std::vector<Finding> odd_kinds(const Board& board);

/// Adds small changes that mend what the critique remarks.
void add_repairs(Critique& critique, const Board& board, Meter& meter);

}  // namespace nazo::shanghai
