// A mating line read off the search's table, move by move.
#pragma once

#include <vector>

#include "genres/tsume/solve/dfpn.hpp"

namespace nazo::tsume {

/// A line that follows the table's bounds without looking at the whole proof: quick, neither shortest nor longest.
/// Where the table has lost an entry the search proves it again. Empty if the meter ran out. Black attacks.
[[nodiscard]] std::vector<Move16> quick_line(MateSearch& search, Position p, Meter& meter);

}  // namespace nazo::tsume
