// Boards, layouts, moves and solutions as text. docs/SHANGHAI.md shows the format.
//
// A layer is drawn from above, a sign for a half tile: a tile is its two letters with [] below them, ## stands for a
// tile without a face (a layout that is still to be dealt), a point for half a tile of nothing.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

inline constexpr int blank_face = -1;

/// What a file says of one board. All tiles have a face, or none has.
struct BoardText {
  Frame frame{};
  Seen seen = Seen::all;
  std::vector<FacedSlot> tiles{};
  std::string title{}, solution{};
  [[nodiscard]] bool blank() const { return !tiles.empty() && tiles.front().face == blank_face; }
  [[nodiscard]] Layout slots() const;
};

/// Every board of a text, in the corner of its frame.
[[nodiscard]] Result<std::vector<BoardText>> read_boards(std::string_view text);
/// One position: it stays where it lies in its frame and may be empty; every tile has a face.
[[nodiscard]] Result<Board> read_position(std::string_view text);
/// "seen: top", for a board of which only the top is seen.
[[nodiscard]] std::string seen_line(Seen seen);
[[nodiscard]] std::string write_board(const Board& board);
/// A layout without faces, as it is drawn by hand.
[[nodiscard]] std::string write_layout(const Layout& layout);

/// "LAYER,ROW,COLUMN", half tiles, all from 1.
[[nodiscard]] std::string write_slot(Slot slot);
/// The same in words.
[[nodiscard]] std::string slot_in_words(Slot slot);
using SlotPair = std::pair<Slot, Slot>;
[[nodiscard]] std::string write_pair(Slot a, Slot b);
[[nodiscard]] Result<SlotPair> read_pair(std::string_view text);
[[nodiscard]] Result<std::vector<SlotPair>> read_pairs(std::string_view text);

}  // namespace nazo::shanghai
