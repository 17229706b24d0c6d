// Groups of tiles that block each other.
//
// A deadlock pattern is a smallest set of kinds whose tiles alone, all other tiles taken away, already cannot be
// cleared. Taking whole kinds away never makes a board harder (strike their moves out of a solution), so a board that
// contains a pattern is unsolvable, and every unsolvable board contains one.
//
// A trap is a group that blocks itself when it is what is left over: two tiles each of two (or three) kinds, none of
// which can go while only they are on the board, and no smaller trap inside. Solvable boards have traps too; a player
// who leaves just these tiles of their kinds is stuck.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "genres/shisen/rules.hpp"

namespace nazo::shisen {

using TileGroup = std::vector<TileId>;  ///< ids ascending

struct Patterns {
  std::vector<TileGroup> groups{};  ///< all of the smallest size, if `all`; else one that is minimal
  bool all = true;
  Limit limit = Limit::none;  ///< not none: it could not be found out
};

/// The deadlock patterns of a board with an even number of every kind; none if it can be cleared.
[[nodiscard]] Patterns deadlock_patterns(const Board& board, const Budget& budget);

struct Traps {
  std::vector<TileGroup> of_two{}, of_three{};
  bool three_known = true;  ///< false: the board is too large to look at every three pairs
};
[[nodiscard]] Traps find_traps(const Board& board);

}  // namespace nazo::shisen
