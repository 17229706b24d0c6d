// The rules of Shisen-sho: a grid of tiles, and when two equal tiles may be taken away together.
//
// Two tiles of the same kind go if a path of at most three straight segments through empty cells joins them. Around
// the grid lies a margin one cell wide: with the border `outside` paths may run there, with `inside` they may not.
//
// Everything rests on one lemma (monotone play): tiles that can be joined stay joinable when other tiles go.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tiles/kinds.hpp"

namespace nazo::shisen {

/// Small whole numbers (rows, kinds, tiles) as places in a list.
[[nodiscard]] constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

inline constexpr int longest_side = 30;  ///< with the margin a row fits 32 bits
inline constexpr int largest_label = 9999;
using tiles::most_copies;

enum class Border : std::uint8_t { outside, inside };
[[nodiscard]] constexpr std::string_view name(Border border) {
  return border == Border::outside ? "outside" : "inside";
}

/// A cell; rows and columns count from 1, the margin is 0 and height+1 (width+1).
struct Place {
  int row = 0, column = 0;
  friend constexpr bool operator==(const Place&, const Place&) = default;
  friend constexpr auto operator<=>(const Place&, const Place&) = default;
};

using tiles::Pair;  ///< a move: two tiles of a board by their ids, the smaller first
using tiles::TileId;
using KindId = std::uint16_t;

struct Tile {
  Place place{};
  KindId kind = 0;
};

/// A board, be it a puzzle or a position in play: the tiles that are there. Tiles of one kind have neighbouring ids.
struct Board {
  int width = 0, height = 0;
  Border border = Border::outside;
  std::vector<Tile> tiles{};     ///< by kind, within a kind in reading order
  std::vector<int> labels{};     ///< kind → the number it is written with, ascending
  std::vector<TileId> first{0};  ///< kind → its first tile; one entry more than kinds

  [[nodiscard]] int kinds() const { return static_cast<int>(labels.size()); }
  [[nodiscard]] int copies(KindId kind) const { return first[kind + 1u] - first[kind]; }
  [[nodiscard]] int label_of(const Tile& tile) const { return labels[tile.kind]; }
  [[nodiscard]] bool empty() const { return tiles.empty(); }
  /// The first kind with an odd number of tiles, or kinds() if there is none.
  [[nodiscard]] int odd_kind() const;
};

using tiles::no_tile;

/// Rows and columns of labels (no_tile: an empty cell) → the board.
[[nodiscard]] Board make_board(int width, int height, Border border, const std::vector<int>& labels_by_cell);
/// The reverse: label or no_tile of every cell, row by row.
[[nodiscard]] std::vector<int> labels_by_cell(const Board& board);

/// Which cells are occupied, by rows and by columns: bit c of row[r] is the cell (r, c), margin included. Everything
/// beyond the margin, and with the border `inside` the margin too, counts as occupied.
struct Occupancy {
  std::array<std::uint32_t, 32> row{};
  std::array<std::uint32_t, 32> column{};

  void put(Place p) {
    row[static_cast<std::size_t>(p.row)] |= 1u << p.column;
    column[static_cast<std::size_t>(p.column)] |= 1u << p.row;
  }
  void take(Place p) {
    row[static_cast<std::size_t>(p.row)] &= ~(1u << p.column);
    column[static_cast<std::size_t>(p.column)] &= ~(1u << p.row);
  }
  [[nodiscard]] bool occupied(Place p) const { return (row[static_cast<std::size_t>(p.row)] >> p.column & 1) != 0; }
};

/// The grid with nothing on it.
[[nodiscard]] Occupancy empty_grid(int width, int height, Border border);
/// The grid with all tiles of the board.
[[nodiscard]] Occupancy occupancy_of(const Board& board);

/// The run of free cells around bit `at` of a row or column word, that bit included whether it is free or not.
[[nodiscard]] inline std::uint32_t free_run(std::uint32_t word, int at) {
  const std::uint32_t above = word & (~1u << at);
  const std::uint32_t below = word & ((1u << at) - 1);
  const std::uint32_t up_to = (above & (0u - above)) - 1;  // below the next tile above
  const std::uint32_t from = below == 0 ? 0u : (~0u << 1 << (31 - std::countl_zero(below)));  // after the next below
  return (below == 0 ? up_to : up_to & from);
}

namespace detail {
/// Is there a line across (a column, if the words are rows) that both runs meet and that is free in between?
[[nodiscard]] inline bool crossing(const std::array<std::uint32_t, 32>& words, int line_a, int at_a, int line_b,
                                   int at_b) {
  std::uint32_t open =
      free_run(words[static_cast<std::size_t>(line_a)], at_a) & free_run(words[static_cast<std::size_t>(line_b)], at_b);
  if (open == 0) return false;
  const int low = line_a < line_b ? line_a : line_b, high = line_a < line_b ? line_b : line_a;
  for (int line = low + 1; line < high; ++line) open &= ~words[static_cast<std::size_t>(line)];
  return open != 0;
}
}  // namespace detail

/// Can the two cells be joined? Their own occupation does not matter: it may be two tiles, or cells that are free.
/// One formula covers straight, L, Z and U paths, since a run includes the cell it starts from; only neighbours in
/// one line need a look of their own.
[[nodiscard]] inline bool joined(const Occupancy& o, Place a, Place b) {
  const int down = a.row - b.row, right = a.column - b.column;
  if (down * down + right * right == 1) return true;
  return detail::crossing(o.row, a.row, a.column, b.row, b.column) ||
         detail::crossing(o.column, a.column, a.row, b.column, b.row);
}

/// The joining path with the fewest segments, the shortest among those: both ends and the corners between them.
/// Empty if there is none.
[[nodiscard]] std::vector<Place> joining_path(const Occupancy& o, int width, int height, Place a, Place b);

/// All moves of a position, in the order of the tiles' ids.
[[nodiscard]] std::vector<Pair> legal_pairs(const Board& board);
/// The board without these two tiles.
[[nodiscard]] Board without(const Board& board, Pair pair);
/// The tile on a cell, or no_tile.
[[nodiscard]] int tile_at(const Board& board, Place place);

}  // namespace nazo::shisen
