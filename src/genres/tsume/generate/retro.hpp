// Moves taken back: every position from which a position can arise by one legal move.
//
// Captures, promotions and drops are undone too. A captured piece comes back from the hand of the side that moved,
// plain or promoted; that is the explosion that makes reverse composing hard.
#pragma once

#include <vector>

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

struct Before {
  Position position;  ///< the side that moved is to move
  Move16 move;        ///< leads to the given position
};

/// Every way in which the side that is not to move can have moved last. In `p` it must not be in check itself. Mates by
/// a pawn drop are not told apart here (nothing is left to answer them, so no problem goes on from there).
void moves_back(const Position& p, std::vector<Before>& out);

}  // namespace nazo::tsume
