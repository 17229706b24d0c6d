// The dead-end test: can every card reach its final place if nothing that was possible ever ceases to be?
//
// Delete relaxation. A card may stand in every place it could get to, and a place counts as empty as soon as its card could
// have gone away. If even so some card cannot reach its place in any row, the state is lost. Each card has a mask of places; a
// round lays the successors right of their predecessors, one rank after the other, all suits (and several states) at once.
#pragma once

#include <cstdint>

#include "genres/superpuzz/best/state.hpp"

namespace nazo::superpuzz::best {

/// How many states are tested together: the instructions of one state wait for each other, those of several do not.
inline constexpr int batch = 4;

/// Which rows each suit could still be completed in: bit 4·suit + row. 0 if the state is lost.
using SuitRows = std::uint16_t;

/// Tests `count` ≤ batch states of so many columns.
void relax(const Layout* const* states, int count, int columns, SuitRows* suit_rows);

/// The same by the plainest means, to compare with.
[[nodiscard]] SuitRows relax_plainly(const Layout& state, int columns);

/// Can the four suits be given different rows out of these?
[[nodiscard]] bool rows_can_be_shared_out(SuitRows suit_rows);

}  // namespace nazo::superpuzz::best
