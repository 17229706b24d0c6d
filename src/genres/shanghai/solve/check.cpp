#include "genres/shanghai/solve/check.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.hpp"

namespace nazo::shanghai {

namespace {

/// Is the tile in this slot free among these tiles?
bool free_among(const std::vector<Slot>& there, Slot slot) {
  bool left = false, right = false;
  for (const Slot& other : there) {
    if (lies_on(other, slot)) return false;
    left = left || left_of(other, slot);
    right = right || left_of(slot, other);
  }
  return !left || !right;
}

/// A core: with only the stuck tiles on the board, none of them is free together with a tile that may be its mate (or
/// free at all, if that mate is none of them). Before the first of them went all of them would be there, and tiles in
/// addition only make it worse: so none ever goes.
Result<void> check_core(const Board& board, const std::vector<int>& kinds, const tiles::ProofStep& step,
                        const Meter& clock) {
  std::vector<Slot> there;
  for (const TileId tile : step.stuck) there.push_back(board.tiles[tile].slot);
  for (const TileId tile : step.stuck) {
    if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
    if (!free_among(there, board.tiles[tile].slot)) continue;
    for (std::size_t i = 0; i < board.tiles.size(); ++i) {
      const auto mate = static_cast<TileId>(i);
      if (!tiles::may_be_mates(kinds, step.pairs, tile, mate)) continue;
      const bool among_them = std::ranges::find(step.stuck, mate) != step.stuck.end();
      if (!among_them || free_among(there, board.tiles[mate].slot))
        return fail(cat("the tile at ", write_slot(board.tiles[tile].slot), " is not stuck"));
    }
  }
  return {};
}

/// The ground the tiles stand on, half tile by half tile: what a replay asks.
class Ground {
 public:
  explicit Ground(const Board& board) {
    for (const Tile& tile : board.tiles) mark(tile.slot, static_cast<std::uint8_t>(tile.face + 1), part);
  }
  /// The face of the tile that has its upper left corner there, if there is one.
  [[nodiscard]] std::optional<int> face(Slot slot) const {
    const std::uint8_t here = half({slot.layer, slot.row, slot.column});
    if (here == nothing || here == part) return {};
    return here - 1;
  }
  /// No half of it has anything above, and at one side neither half has a neighbour.
  [[nodiscard]] bool free(Slot slot) const {
    const auto open = [&](int layer, int column) {
      return half({layer, slot.row, column}) == nothing && half({layer, slot.row + 1, column}) == nothing;
    };
    const int above = slot.layer + 1, left = slot.column - 1, right = slot.column + 2;
    return open(above, slot.column) && open(above, slot.column + 1) &&
           (open(slot.layer, left) || open(slot.layer, right));
  }
  void take(Slot slot) { mark(slot, nothing, nothing); }

 private:
  static constexpr std::uint8_t nothing = 0, part = 255;
  static constexpr std::size_t side = longest_side + 2;
  static_assert(face_count < part);
  static std::size_t place(Slot slot) {
    return (index(slot.layer) * side + index(slot.row + 1)) * side + index(slot.column + 1);
  }
  [[nodiscard]] std::uint8_t half(Slot slot) const { return halves_[place(slot)]; }
  void mark(Slot slot, std::uint8_t corner, std::uint8_t rest) {
    for (int down = 0; down < 2; ++down)
      for (int right = 0; right < 2; ++right)
        halves_[place({slot.layer, slot.row + down, slot.column + right})] = down + right == 0 ? corner : rest;
  }
  std::array<std::uint8_t, (most_layers + 1) * side * side> halves_{};
};

}  // namespace

Result<void> check_solution(const Board& board, const std::vector<SlotPair>& pairs) {
  Ground ground(board);
  std::size_t number = 0;
  for (const auto& [a, b] : pairs) {
    ++number;
    const auto wrong = [&](const std::string& why) {
      return fail(cat("pair ", number, " (", write_pair(a, b), "): ", why));
    };
    if (a == b) return wrong("a tile cannot go with itself");
    for (const Slot slot : {a, b}) {
      if (!ground.face(slot)) return wrong(cat("there is no tile at ", slot_in_words(slot)));
      if (!ground.free(slot)) return wrong(cat("the tile at ", slot_in_words(slot), " is not free"));
    }
    const int face_a = *ground.face(a), face_b = *ground.face(b);
    if (group_of(face_a) != group_of(face_b))
      return wrong(cat("the tiles do not match: ", face_code(face_a), " and ", face_code(face_b)));
    ground.take(a);
    ground.take(b);
  }
  if (const std::size_t gone = 2 * pairs.size(); gone < board.tiles.size())
    return fail(cat(board.tiles.size() - gone, " of ", board.tiles.size(), " tiles are left at the end"));
  return {};
}

tiles::ProofGame proof_game(const Board& board, const Meter& clock) {
  tiles::ProofGame game;
  for (const Tile& tile : board.tiles) game.kinds.push_back(tile.kind);
  game.check_core = [&board, &clock, kinds = game.kinds](const tiles::ProofStep& step) {
    return check_core(board, kinds, step, clock);
  };
  game.place = [&board](TileId tile) { return write_slot(board.tiles[tile].slot); };
  return game;
}

Result<void> check_proof(const Board& board, const tiles::Proof& proof, const Meter& clock) {
  return tiles::check_steps(proof_game(board, clock), proof, clock);
}

}  // namespace nazo::shanghai
