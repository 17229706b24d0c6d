// The line solver in colours: which colours each cell of one line can have, given its blocks and what is known.
//
// As for black and white it keeps sets of positions as bits: forward those that can be reached with the first j blocks
// placed, backward those from which the rest can be completed. The sets of cells that can have a colour come from
// outside, one word a colour.
#pragma once

#include <span>

#include "genres/nonogram/colour/rules.hpp"
#include "genres/nonogram/solve/words.hpp"

namespace nazo::nonogram::colour {

/// `can[c]`: the cells that may have colour c, 0 the background. Takes out what no placement of the blocks agrees with.
/// False: there is no placement (then `can` is left as it was).
[[nodiscard]] bool narrow(const BlockList& blocks, int length, std::span<Word128> can);

}  // namespace nazo::nonogram::colour
