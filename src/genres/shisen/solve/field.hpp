// The board as the solver plays on it: compact tiles, masks of the tiles present, and which pairs of a kind can be
// joined.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "genres/shisen/rules/rules.hpp"
#include "tiles/kinds.hpp"

namespace nazo::shisen {

using tiles::Members;

struct Spot {
  std::uint8_t row = 0, column = 0;
};

/// A board for searching, made once.
class Field : public tiles::Kinds {
 public:
  explicit Field(const Board& board);

  [[nodiscard]] const Spot* spots(int kind) const { return spots_.data() + first(kind); }
  [[nodiscard]] Spot spot(TileId tile) const { return spots_[tile]; }
  [[nodiscard]] Place place(TileId tile) const { return {spots_[tile].row, spots_[tile].column}; }
  /// The tiles of a kind that are to be cleared.
  [[nodiscard]] Members all(int kind) const { return all_[index(kind)]; }
  [[nodiscard]] const std::vector<Members>& all() const { return all_; }
  [[nodiscard]] const Occupancy& start() const { return start_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  std::vector<Spot> spots_;
  std::vector<Members> all_;
  Occupancy start_;
};

inline void put(Occupancy& o, Spot s) {
  o.row[s.row] |= 1u << s.column;
  o.column[s.column] |= 1u << s.row;
}
inline void take(Occupancy& o, Spot s) {
  o.row[s.row] &= ~(1u << s.column);
  o.column[s.column] &= ~(1u << s.row);
}

/// The runs of free cells through a spot, along its row and along its column.
struct Reach {
  std::uint32_t across = 0, down = 0;
};
inline Reach reach(const Occupancy& o, Spot s) {
  return {free_run(o.row[s.row], s.column), free_run(o.column[s.column], s.row)};
}

/// joined(), for spots whose reach is known already.
inline bool meet(const Occupancy& o, Spot a, const Reach& ra, Spot b, const Reach& rb) {
  if (std::uint32_t open = ra.across & rb.across; open != 0) {
    const unsigned low = a.row < b.row ? a.row : b.row, high = a.row < b.row ? b.row : a.row;
    for (unsigned row = low + 1; row < high; ++row) open &= ~o.row[row];
    if (open != 0) return true;
  }
  if (std::uint32_t open = ra.down & rb.down; open != 0) {
    const unsigned low = a.column < b.column ? a.column : b.column, high = a.column < b.column ? b.column : a.column;
    for (unsigned column = low + 1; column < high; ++column) open &= ~o.column[column];
    if (open != 0) return true;
  }
  const int dr = a.row - b.row, dc = a.column - b.column;
  return dr * dr + dc * dc == 1;
}
inline bool meet(const Occupancy& o, Spot a, Spot b) { return meet(o, a, reach(o, a), b, reach(o, b)); }

}  // namespace nazo::shisen
