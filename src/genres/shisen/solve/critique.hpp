// What a maker is told about a board while laying it: odd kinds, the tiles that block each other, and which two tiles
// to exchange.
#pragma once

#include <vector>

#include "genres/shisen/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::shisen {

[[nodiscard]] std::vector<TechniqueFact> repair_facts();

/// A finding for each kind with an odd number of tiles.
[[nodiscard]] std::vector<Finding> odd_kinds(const Board& board);

/// Adds the tiles that block each other, where the critique's verdict is that nothing clears the board.
void add_blocks(Critique& critique, const Board& board, const Facts& facts, Meter& meter);

/// Adds small changes that mend what the critique remarks.
void add_repairs(Critique& critique, const Board& board, Meter& meter);

}  // namespace nazo::shisen
