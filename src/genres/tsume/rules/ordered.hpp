// Moves in a fixed order for people: captures and king moves first, promotions before refusals, near squares before far
// ones, moves before drops. Where several moves are as good, main lines and hints take the first.
#pragma once

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// The legal checks of the side to move.
[[nodiscard]] MoveList ordered_checks(const Position& p);
/// The legal answers of the side to move, which must be in check.
[[nodiscard]] MoveList ordered_evasions(const Position& p);

}  // namespace nazo::tsume
