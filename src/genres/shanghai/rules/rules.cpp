#include "genres/shanghai/rules/rules.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "genres/shanghai/rules/places.hpp"

namespace nazo::shanghai {

Result<void> check_layout(const Layout& slots, std::optional<std::size_t>* culprit) {
  if (slots.size() > most_tiles) return fail(cat("a board has at most ", most_tiles, " tiles, not ", slots.size()));
  const auto wrong = [&](std::size_t i, const std::string& why) {
    if (culprit != nullptr) *culprit = i;
    return fail(why);
  };
  Places places;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Slot slot = slots[i];
    if (slot.layer < 0 || slot.layer >= most_layers)
      return wrong(i, cat("a board has at most ", most_layers, " layers"));
    if (slot.row < 0 || slot.column < 0 || slot.row + 2 > longest_side || slot.column + 2 > longest_side)
      return wrong(i, cat("a layer is at most ", longest_side, " half tiles wide and high"));
    if (places.shared(slot, slot.layer)) return wrong(i, "two tiles overlap");
    places.put(slot, i);
  }
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (slots[i].layer > 0 && !places.shared(slots[i], slots[i].layer - 1))
      return wrong(i, "a tile hangs in the air: nothing lies under it");
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
  // By group, then by slot: one number tells both, and numbers are quickly sorted.
  std::vector<std::uint64_t> order;
  order.reserve(tiles.size());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const auto [layer, row, column] = tiles[i].slot;
    std::uint64_t entry = 0;
    for (const int part : {group_of(tiles[i].face), layer, row, column}) entry = entry << 8 | index(part);
    order.push_back(entry << 16 | i);
  }
  std::ranges::sort(order);
  board.tiles.reserve(tiles.size());
  for (const std::uint64_t entry : order) {
    const FacedSlot& tile = tiles[entry & 0xffff];
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
  slots.reserve(board.tiles.size());
  for (const Tile& tile : board.tiles) slots.push_back(tile.slot);
  return slots;
}

std::vector<Ways> ways_of(const Layout& slots) {
  const Places places(slots);
  std::vector<Ways> ways(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    places.over(slots[i], slots[i].layer + 1, [&](int tile) { ways[i].on.add(tile); });
    places.beside(slots[i], -2, [&](int tile) { ways[i].left.add(tile); });
    places.beside(slots[i], 2, [&](int tile) { ways[i].right.add(tile); });
  }
  return ways;
}

std::vector<bool> covered_tiles(const Board& board) {
  std::vector<bool> covered;
  for (const Ways& ways : ways_of(layout_of(board))) covered.push_back(!ways.on.empty());
  return covered;
}

std::vector<bool> free_tiles(const Board& board) {
  std::vector<bool> free;
  for (const Ways& ways : ways_of(layout_of(board))) free.push_back(ways.free());
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
  static const auto codes = [] {
    std::array<std::string, face_count> made;
    for (int i = 0; i < 27; ++i) made[index(i)] = cat("psm"[i / 9], i % 9 + 1);
    for (int i = 27; i < first_flower; ++i) made[index(i)] = honours[index(i - 27)];
    for (int i = first_flower; i < first_season; ++i) made[index(i)] = cat("f", i - first_flower + 1);
    for (int i = first_season; i < face_count; ++i) made[index(i)] = cat("y", i - first_season + 1);
    return made;
  }();
  return codes[index(face)];
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
