// Which pairs are free, for many groups of states at once (tiles/space/moves.hpp). Every tile has one word, a bit for
// each group in which it is there; which tiles are free in all 32 groups follows from a few words a tile.
#pragma once

#include <memory>

#include "genres/shanghai/rules/rules.hpp"
#include "tiles/space/moves.hpp"

namespace nazo::shanghai {

/// The layout outlives it.
[[nodiscard]] std::unique_ptr<tiles::MoveGenerator> pile_moves(const Board& board, const tiles::SpaceLayout& layout);

}  // namespace nazo::shanghai
