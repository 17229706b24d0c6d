#include "genres/shanghai/rules/rules.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace nazo::shanghai {

Result<void> check_layout(const Layout& slots, Slot* culprit) {
  Slot unused;
  Slot& wrong = culprit == nullptr ? unused : *culprit;
  if (slots.size() > most_tiles) return fail(cat("a board has at most ", most_tiles, " tiles, not ", slots.size()));
  for (const Slot& slot : slots) {
    wrong = slot;
    if (slot.layer < 0 || slot.layer >= most_layers) return fail(cat("a board has at most ", most_layers, " layers"));
    if (slot.row < 0 || slot.column < 0 || slot.row + 2 > longest_side || slot.column + 2 > longest_side)
      return fail(cat("a layer is at most ", longest_side, " half tiles wide and high"));
    bool carried = slot.layer == 0;
    for (const Slot& other : slots) {
      if (&other != &slot && other.layer == slot.layer && overlap(slot, other)) return fail("two tiles overlap");
      carried = carried || lies_on(slot, other);
    }
    if (!carried) return fail("a tile hangs in the air: nothing lies under it");
  }
  return {};
}

Layout in_the_corner(Layout slots) {
  if (slots.empty()) return slots;
  const int row = std::ranges::min(slots, {}, &Slot::row).row;
  const int column = std::ranges::min(slots, {}, &Slot::column).column;
  for (Slot& slot : slots) {
    slot.row -= row;
    slot.column -= column;
  }
  std::ranges::sort(slots);
  return slots;
}

int Board::odd_kind() const {
  int kind = 0;
  while (kind < kinds() && copies(kind) % 2 == 0) ++kind;
  return kind;
}

Frame frame_of(const Layout& slots) {
  Frame frame;
  for (const Slot& slot : slots) {
    frame.width = std::max(frame.width, slot.column + 2);
    frame.height = std::max(frame.height, slot.row + 2);
    frame.layers = std::max(frame.layers, slot.layer + 1);
  }
  return frame;
}

Board make_board(Frame frame, Seen seen, std::vector<FacedSlot> tiles) {
  Board board;
  board.width = frame.width;
  board.height = frame.height;
  board.layers = frame.layers;
  board.seen = seen;
  std::ranges::sort(tiles, {}, [](const FacedSlot& tile) { return std::pair{group_of(tile.face), tile.slot}; });
  for (const FacedSlot& tile : tiles) {
    if (board.groups.empty() || board.groups.back() != group_of(tile.face)) {
      board.groups.push_back(group_of(tile.face));
      board.first.push_back(board.first.back());
    }
    board.tiles.push_back({tile.slot, board.kinds() - 1, tile.face});
    ++board.first.back();
  }
  return board;
}

Layout layout_of(const Board& board) {
  Layout slots;
  for (const Tile& tile : board.tiles) slots.push_back(tile.slot);
  return slots;
}

Ways ways_of(const std::vector<Slot>& slots) {
  Ways ways;
  ways.on.resize(slots.size());
  ways.left.resize(slots.size());
  ways.right.resize(slots.size());
  for (std::size_t a = 0; a < slots.size(); ++a)
    for (std::size_t b = 0; b < slots.size(); ++b) {
      if (lies_on(slots[b], slots[a])) ways.on[a].push_back(static_cast<TileId>(b));
      if (left_of(slots[b], slots[a])) {
        ways.left[a].push_back(static_cast<TileId>(b));
        ways.right[b].push_back(static_cast<TileId>(a));
      }
    }
  return ways;
}

std::vector<bool> covered_tiles(const Board& board) {
  const Ways ways = ways_of(layout_of(board));
  std::vector<bool> covered;
  for (const auto& on : ways.on) covered.push_back(!on.empty());
  return covered;
}

std::vector<bool> free_tiles(const Board& board) {
  const Ways ways = ways_of(layout_of(board));
  std::vector<bool> free;
  for (std::size_t i = 0; i < board.tiles.size(); ++i)
    free.push_back(ways.on[i].empty() && (ways.left[i].empty() || ways.right[i].empty()));
  return free;
}

std::vector<Pair> legal_pairs(const Board& board) {
  const std::vector<bool> free = free_tiles(board);
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < free.size(); ++a)
    for (std::size_t b = a + 1; b < free.size() && board.tiles[b].kind == board.tiles[a].kind; ++b)
      if (free[a] && free[b]) pairs.push_back({static_cast<TileId>(a), static_cast<TileId>(b)});
  return pairs;
}

Board without(const Board& board, Pair pair) {
  std::vector<FacedSlot> rest;
  for (std::size_t i = 0; i < board.tiles.size(); ++i)
    if (i != pair.a && i != pair.b) rest.push_back({board.tiles[i].slot, board.tiles[i].face});
  return make_board({board.width, board.height, board.layers}, board.seen, std::move(rest));
}

int tile_at(const Board& board, Slot slot) {
  const auto found = std::ranges::find(board.tiles, slot, &Tile::slot);
  return found == board.tiles.end() ? no_tile : static_cast<int>(found - board.tiles.begin());
}

namespace {

constexpr std::array<std::string_view, 7> honours = {"we", "ws", "ww", "wn", "dr", "dg", "dw"};

}  // namespace

std::string face_code(int face) {
  if (face < 27) return cat("psm"[face / 9], face % 9 + 1);
  if (face < first_flower) return std::string(honours[index(face - 27)]);
  return face < first_season ? cat("f", face - first_flower + 1) : cat("y", face - first_season + 1);
}

std::optional<int> face_of_code(std::string_view code) {
  if (code.size() != 2) return {};
  const auto numbered = [&](int first, int most) -> std::optional<int> {
    const int number = code[1] - '0';
    if (number < 1 || number > most) return {};
    return first + number - 1;
  };
  switch (code[0]) {
    case 'p':
      return numbered(0, 9);
    case 's':
      return numbered(9, 9);
    case 'm':
      return numbered(18, 9);
    case 'f':
      return numbered(first_flower, 4);
    case 'y':
      return numbered(first_season, 4);
    default:
      break;
  }
  const auto honour = std::ranges::find(honours, code);
  if (honour == honours.end()) return {};
  return 27 + static_cast<int>(honour - honours.begin());
}

std::string face_name(int face) {
  constexpr std::array<std::string_view, 8> bonus = {"plum blossom", "orchid", "chrysanthemum", "bamboo plant",
                                                     "spring",       "summer", "autumn",        "winter"};
  return face < first_flower ? tiles::face_name(face) : std::string(bonus[index(face - first_flower)]);
}

std::string group_name(int group) {
  if (group == 34) return "flower";
  return group == 35 ? "season" : face_name(group);
}

}  // namespace nazo::shanghai
