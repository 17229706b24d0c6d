// The rules of Shanghai (mahjong solitaire): tiles in layers on half-tile positions, and when two of them may go.
//
// A tile is free when nothing lies on it and its left or its right side is open. Two free tiles of one kind may go
// together. Flowers are one kind, whatever their picture, and so are seasons.
//
// Everything rests on one lemma (monotone play): a tile that is free stays free when other tiles go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tiles/faces.hpp"
#include "tiles/kinds.hpp"

namespace nazo::shanghai {

using tiles::no_tile;
using tiles::Pair;
using tiles::TileId;

inline constexpr int most_tiles = 144;
inline constexpr int most_layers = 5;
inline constexpr int longest_side = 64;  ///< of a layer, in half tiles

[[nodiscard]] constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Where a tile lies: the upper left corner in half tiles, and the layer, all from 0. It is two wide and two high.
struct Slot {
  int layer = 0, row = 0, column = 0;
  friend constexpr bool operator==(const Slot&, const Slot&) = default;
  friend constexpr auto operator<=>(const Slot&, const Slot&) = default;
};

/// Do two tiles share ground, seen from above?
[[nodiscard]] constexpr bool overlap(Slot a, Slot b) {
  const int down = a.row - b.row, right = a.column - b.column;
  return down > -2 && down < 2 && right > -2 && right < 2;
}
/// Does b lie on a?
[[nodiscard]] constexpr bool lies_on(Slot b, Slot a) { return b.layer == a.layer + 1 && overlap(a, b); }
/// Does b touch a's left side?
[[nodiscard]] constexpr bool left_of(Slot b, Slot a) {
  return b.layer == a.layer && b.column == a.column - 2 && b.row > a.row - 2 && b.row < a.row + 2;
}

using Layout = std::vector<Slot>;

/// Why these slots are no layout (overlap, in the air, too many, too large); nothing if they are. `culprit` receives
/// the number of the slot that is wrong, if it is one.
[[nodiscard]] Result<void> check_layout(const Layout& slots, std::optional<std::size_t>* culprit = nullptr);
/// The layout moved to the upper left corner, in order.
[[nodiscard]] Layout in_the_corner(Layout slots);

/// How much of the board a player sees: everything, or only the faces of tiles that nothing lies on.
enum class Seen : std::uint8_t { all, top };

struct Tile {
  Slot slot{};
  int kind = 0;  ///< of this board
  int face = 0;  ///< tiles/faces.hpp
};

/// A board, be it a puzzle or a position in play: the tiles that are there. Tiles of one kind have neighbouring ids.
struct Board {
  int width = 0, height = 0, layers = 1;  ///< the frame, sides in half tiles
  Seen seen = Seen::all;
  std::vector<Tile> tiles{};     ///< by kind, within a kind by slot
  std::vector<int> groups{};     ///< kind → group of faces that match, ascending
  std::vector<TileId> first{0};  ///< kind → its first tile; one entry more than kinds

  [[nodiscard]] int kinds() const { return static_cast<int>(groups.size()); }
  [[nodiscard]] int copies(int kind) const { return first[index(kind) + 1] - first[index(kind)]; }
  [[nodiscard]] bool empty() const { return tiles.empty(); }
  /// The first kind with an odd number of tiles, or kinds() if there is none.
  [[nodiscard]] int odd_kind() const;
};

/// A tile before it belongs to a board.
struct FacedSlot {
  Slot slot{};
  int face = 0;
};

struct Frame {
  int width = 0, height = 0, layers = 1;
};
[[nodiscard]] Frame frame_of(const Layout& slots);
[[nodiscard]] Board make_board(Frame frame, Seen seen, std::vector<FacedSlot> tiles);
[[nodiscard]] Layout layout_of(const Board& board);

/// Is each tile free?
[[nodiscard]] std::vector<bool> free_tiles(const Board& board);
/// Does something lie on each tile?
[[nodiscard]] std::vector<bool> covered_tiles(const Board& board);
/// All moves of a position, in the order of the tiles' ids.
[[nodiscard]] std::vector<Pair> legal_pairs(const Board& board);
/// The board without these two tiles.
[[nodiscard]] Board without(const Board& board, Pair pair);
/// The tile in a slot, or no_tile.
[[nodiscard]] int tile_at(const Board& board, Slot slot);

// ── faces ──

inline constexpr int face_count = 42;   ///< 34 of four equal tiles each, four flowers, four seasons
inline constexpr int group_count = 36;  ///< kinds of tiles that match
inline constexpr int first_flower = 34, first_season = 38;
[[nodiscard]] constexpr int group_of(int face) {
  if (face >= first_season) return 35;
  return face >= first_flower ? 34 : face;
}
/// Two letters: p1 … p9 circles, s1 … s9 bamboo, m1 … m9 characters, we ws ww wn winds, dr dg dw dragons, f1 … f4
/// flowers, y1 … y4 seasons.
[[nodiscard]] std::string face_code(int face);
[[nodiscard]] std::optional<int> face_of_code(std::string_view code);
[[nodiscard]] std::string face_name(int face);
[[nodiscard]] std::string group_name(int group);

}  // namespace nazo::shanghai
