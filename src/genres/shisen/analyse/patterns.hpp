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
#include "genres/shisen/rules/rules.hpp"

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
  std::uint64_t two = 0, three = 0;  ///< how many of two pairs, and of three
  bool three_known = true;           ///< false: the board is too large to look at every three pairs
  std::vector<TileGroup> groups{};   ///< if they were asked for: those of two pairs first
  Limit limit = Limit::none;         ///< not none: there may be more
};
enum class TrapGroups { count, list };
/// Nodes are the pairs of pairs that were looked at.
[[nodiscard]] Traps find_traps(const Board& board, TrapGroups wanted, const Budget& budget);

/// What groups take in memory, each as a list of its own and once more as text.
class GroupBytes {
 public:
  explicit GroupBytes(const Budget& budget) : most_(budget.bytes + free_bytes) {}
  /// False: there is no room for one more of so many tiles.
  [[nodiscard]] bool add(std::size_t tiles) {
    used_ += a_group + tiles * a_tile;
    return used_ <= most_;
  }

 private:
  static constexpr std::uint64_t free_bytes = std::uint64_t{4} << 20, a_group = 256, a_tile = 96;
  std::uint64_t used_ = 0, most_;
};

}  // namespace nazo::shisen
