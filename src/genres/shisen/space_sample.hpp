// A small sample of a board's state space, to learn how its kinds vary before the space is laid out.
#pragma once

#include <vector>

#include "genres/shisen/rules.hpp"

namespace nazo::shisen {

/// How freely each kind varies: how many of its codes it can have while all other kinds stay as they are (harmonic mean
/// over a sample of states), as bits saved for each bit of its code. The freest kinds make the best leaves.
[[nodiscard]] std::vector<double> freedom_of_kinds(const Board& board);

}  // namespace nazo::shisen
