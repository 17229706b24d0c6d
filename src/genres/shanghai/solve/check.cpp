#include "genres/shanghai/solve/check.hpp"

#include <algorithm>

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

}  // namespace

Result<void> check_solution(const Board& board, const std::vector<SlotPair>& pairs) {
  std::vector<Slot> there = layout_of(board);
  std::size_t number = 0;
  for (const auto& [a, b] : pairs) {
    ++number;
    const auto wrong = [&](const std::string& why) {
      return fail(cat("pair ", number, " (", write_pair(a, b), "): ", why));
    };
    if (a == b) return wrong("a tile cannot go with itself");
    for (const Slot slot : {a, b}) {
      if (std::ranges::find(there, slot) == there.end()) return wrong(cat("there is no tile at ", slot_in_words(slot)));
      if (!free_among(there, slot)) return wrong(cat("the tile at ", slot_in_words(slot), " is not free"));
    }
    const int face_a = board.tiles[index(tile_at(board, a))].face, face_b = board.tiles[index(tile_at(board, b))].face;
    if (group_of(face_a) != group_of(face_b))
      return wrong(cat("the tiles do not match: ", face_code(face_a), " and ", face_code(face_b)));
    std::erase(there, a);
    std::erase(there, b);
  }
  if (!there.empty()) return fail(cat(there.size(), " of ", board.tiles.size(), " tiles are left at the end"));
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
