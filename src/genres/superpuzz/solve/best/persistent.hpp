// Which moves are enough: moves that no others can get in the way of are played first, and alone.
//
// A set of moves is *persistent* if nothing that can be done without them touches them. Every way to win plays one of
// them some time (a won table has no moves left), and could as well play it at once, so all other moves may wait
// (Godefroid, Valmari). A move brings card x from its place p to a hole h right of its predecessor. Two things get in
// its way: the predecessor goes away from h−1, or p+1 becomes empty and takes the successor of x. So a set of holes is
// persistent if, with these holes left unused, no such place could become empty even when nothing ever ceases to be
// possible.
#pragma once

#include "genres/superpuzz/solve/best/relaxation.hpp"
#include "genres/superpuzz/solve/best/state.hpp"

namespace nazo::superpuzz::best {

/// Holes outside the leftmost column whose moves are enough; 0 if all moves are needed (or there are none). What was in
/// `relaxation` is lost.
[[nodiscard]] Mask persistent_holes(const State& state, Relaxation& relaxation);

}  // namespace nazo::superpuzz::best
