// Which pairs can be joined, for many groups of states at once (tiles/space/moves.hpp). One lane of a vector is a
// group: a tile's row and column are one word a lane. Pairs that can go with some leaves only look at single paths and
// the leaf tiles that lie on them.
#pragma once

#include <memory>

#include "genres/shisen/rules/rules.hpp"
#include "tiles/space/moves.hpp"

namespace nazo::shisen {

/// The board and the layout outlive it.
[[nodiscard]] std::unique_ptr<tiles::MoveGenerator> path_moves(const Board& board, const tiles::SpaceLayout& layout,
                                                               tiles::Lanes lanes);

}  // namespace nazo::shisen
