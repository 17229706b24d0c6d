// The whole space of a small board found the slow way, from the words of the rules alone: it shares nothing with the
// genre but where the tiles lie and which match.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <unordered_map>
#include <vector>

#include "genres/shanghai/rules/rules.hpp"

namespace oracle {

struct Layer {
  std::uint64_t states = 0, transitions = 0, solvable = 0;
};

class Space {
 public:
  explicit Space(const nazo::shanghai::Board& board) {
    for (const auto& tile : board.tiles)
      tiles_.push_back({tile.slot.layer, tile.slot.row, tile.slot.column, nazo::shanghai::group_of(tile.face)});
    visit((std::uint64_t{1} << tiles_.size()) - 1, 0);
  }

  std::uint64_t states = 0, transitions = 0, solvable = 0, solvable_transitions = 0, losing = 0, deadlocks = 0;
  int longest = -1, first_deadlock = -1;
  std::map<int, Layer> layers{};
  [[nodiscard]] bool can_be_won() const { return seen_.at((std::uint64_t{1} << tiles_.size()) - 1).won; }
  [[nodiscard]] double random_walk_win() const { return seen_.at((std::uint64_t{1} << tiles_.size()) - 1).chance; }

 private:
  struct Tile {
    int layer, row, column, group;
  };
  struct Worth {
    bool won = false;
    int longest = 0;
    double chance = 0;
  };

  [[nodiscard]] bool free(std::uint64_t state, std::size_t t) const {
    bool left = false, right = false;
    for (std::size_t o = 0; o < tiles_.size(); ++o) {
      if ((state >> o & 1) == 0 || o == t) continue;
      const int down = std::abs(tiles_[o].row - tiles_[t].row), across = tiles_[o].column - tiles_[t].column;
      if (tiles_[o].layer == tiles_[t].layer + 1 && down < 2 && std::abs(across) < 2) return false;
      if (tiles_[o].layer != tiles_[t].layer || down > 1) continue;
      left |= across == -2;
      right |= across == 2;
    }
    return !(left && right);
  }

  Worth visit(std::uint64_t state, int depth) {
    if (const auto known = seen_.find(state); known != seen_.end()) return known->second;
    Worth worth;
    std::uint64_t count = 0, lost = 0;
    int below = -1;
    for (std::size_t a = 0; a < tiles_.size(); ++a)
      for (std::size_t b = a + 1; b < tiles_.size(); ++b) {
        const bool there = (state >> a & 1) != 0 && (state >> b & 1) != 0;
        if (!there || tiles_[a].group != tiles_[b].group || !free(state, a) || !free(state, b)) continue;
        const Worth child = visit(state & ~(std::uint64_t{1} << a) & ~(std::uint64_t{1} << b), depth + 1);
        ++count;
        worth.won |= child.won;
        worth.chance += child.chance;
        lost += !child.won;
        if (!child.won) below = std::max(below, child.longest);
      }
    if (count == 0) {
      worth.won = state == 0;
      worth.chance = state == 0 ? 1 : 0;
    } else {
      worth.chance /= static_cast<double>(count);
    }
    Layer& layer = layers[depth];
    ++states;
    ++layer.states;
    transitions += count;
    layer.transitions += count;
    if (worth.won) {
      ++solvable;
      ++layer.solvable;
      solvable_transitions += count;
      losing += lost;
    } else {
      worth.longest = below + 1;
      longest = std::max(longest, worth.longest);
      if (count == 0) {
        ++deadlocks;
        if (first_deadlock < 0 || depth < first_deadlock) first_deadlock = depth;
      }
    }
    return seen_[state] = worth;
  }

  std::vector<Tile> tiles_{};
  std::unordered_map<std::uint64_t, Worth> seen_{};
};

}  // namespace oracle
