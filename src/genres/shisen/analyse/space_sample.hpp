// A small sample of a board's state space, to learn how its kinds vary before the space is laid out.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "genres/shisen/rules/rules.hpp"

namespace nazo::shisen {

/// Kinds by how freely they vary, the freest first, and the best set of them to be handled as leaves (codes of at most
/// `leaf_room` bits together). Freedom is how many codes a kind can have while the others stay as they are. The clock
/// ends the sample early; how many nodes there are for the space itself does not matter here.
struct Freedom {
  std::vector<int> order{};
  std::vector<int> leaf{};
};
[[nodiscard]] Freedom freedom_of_kinds(const Board& board, int leaf_room, const Meter& clock);

}  // namespace nazo::shisen
