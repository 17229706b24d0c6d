#include "genres/shisen/solve/check.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

#include "base/text.hpp"

namespace nazo::shisen {

PlainGrid::PlainGrid(const Board& board)
    : width_(board.width),
      height_(board.height),
      cells_(static_cast<std::size_t>((board.width + 2) * (board.height + 2)), false) {
  if (board.border == Border::outside) return;
  for (int row = 0; row <= height_ + 1; ++row)
    for (int column = 0; column <= width_ + 1; ++column)
      if (row == 0 || column == 0 || row == height_ + 1 || column == width_ + 1) set({row, column}, true);
}

bool PlainGrid::connected(Place a, Place b) const {
  constexpr Place steps[4] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
  struct Walk {
    Place at;
    int direction, turns;
  };
  std::vector<bool> seen(cells_.size() * 4 * 3, false);
  std::queue<Walk> walks;
  for (int direction = 0; direction < 4; ++direction) walks.push({a, direction, 0});
  while (!walks.empty()) {
    const Walk walk = walks.front();
    walks.pop();
    const Place next{walk.at.row + steps[walk.direction].row, walk.at.column + steps[walk.direction].column};
    if (!on_grid(next)) continue;
    if (next == b) return true;
    if (taken(next)) continue;
    for (int direction = 0; direction < 4; ++direction) {
      const int turns = walk.turns + (direction != walk.direction ? 1 : 0);
      if (turns > 2) continue;
      const std::size_t mark =
          (at(next) * 4 + static_cast<std::size_t>(direction)) * 3 + static_cast<std::size_t>(turns);
      if (seen[mark]) continue;
      seen[mark] = true;
      walks.push({next, direction, turns});
    }
  }
  return false;
}

Result<void> check_solution(const Board& board, const std::vector<PlacePair>& pairs) {
  PlainGrid grid(board);
  for (const Tile& tile : board.tiles) grid.set(tile.place, true);
  std::size_t number = 0;
  for (const auto& [a, b] : pairs) {
    ++number;
    const auto wrong = [&](const std::string& why) {
      return fail(cat("pair ", number, " (", write_pair(a, b), "): ", why));
    };
    if (a == b) return wrong("a tile cannot go with itself");
    const Tile* tiles[2]{};
    for (const auto& [place, slot] : {std::pair{a, 0}, std::pair{b, 1}}) {
      const int tile = tile_at(board, place);
      if (tile == no_tile || !grid.taken(place)) return wrong(cat("there is no tile at ", write_place(place)));
      tiles[slot] = &board.tiles[static_cast<std::size_t>(tile)];
    }
    if (tiles[0]->kind != tiles[1]->kind)
      return wrong(cat("the tiles differ: ", board.label_of(*tiles[0]), " and ", board.label_of(*tiles[1])));
    if (!grid.connected(a, b)) return wrong("no path of three segments joins them");
    grid.set(a, false);
    grid.set(b, false);
  }
  if (pairs.size() * 2 != board.tiles.size())
    return fail(cat(board.tiles.size() - 2 * pairs.size(), " of ", board.tiles.size(), " tiles are left at the end"));
  return {};
}

namespace {

/// A core: with only the stuck tiles on the board, none of them can be joined to a tile that may be its mate. Before
/// the first of them went, all of them would be there, and tiles in addition only make it worse: so none ever goes.
Result<void> check_core(const Board& board, const std::vector<int>& kinds, const ProofStep& step, const Meter& clock) {
  PlainGrid grid(board);
  for (const TileId tile : step.stuck) grid.set(board.tiles[tile].place, true);
  for (const TileId tile : step.stuck) {
    if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
    for (std::size_t i = 0; i < board.tiles.size(); ++i) {
      const auto other = static_cast<TileId>(i);
      if (!tiles::may_be_mates(kinds, step.pairs, tile, other)) continue;
      if (grid.connected(board.tiles[tile].place, board.tiles[other].place))
        return fail(cat("the tile at ", write_place(board.tiles[tile].place), " is not stuck"));
    }
  }
  return {};
}

}  // namespace

tiles::ProofGame proof_game(const Board& board, const Meter& clock) {
  tiles::ProofGame game;
  for (const Tile& tile : board.tiles) game.kinds.push_back(tile.kind);
  game.check_core = [&board, &clock, kinds = game.kinds](const ProofStep& step) {
    return check_core(board, kinds, step, clock);
  };
  game.place = [&board](TileId tile) { return cat(board.tiles[tile].place.row, ",", board.tiles[tile].place.column); };
  return game;
}

Result<void> check_proof(const Board& board, const Proof& proof, const Meter& clock) {
  return tiles::check_steps(proof_game(board, clock), proof, clock);
}

}  // namespace nazo::shisen
