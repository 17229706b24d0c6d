#include "genres/shisen/solve/check.hpp"

#include <algorithm>
#include <queue>
#include <set>
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

bool same_kind(const Board& board, Pair p) {
  return p.a < board.tiles.size() && p.b < board.tiles.size() && p.a != p.b &&
         board.tiles[p.a].kind == board.tiles[p.b].kind;
}

bool contains(const std::vector<Pair>& pairs, Pair p) { return std::ranges::find(pairs, p) != pairs.end(); }

/// The tile that one of the pairs gives this tile as its mate, or no_tile.
int mate_in(const std::vector<Pair>& pairs, TileId tile) {
  for (const Pair p : pairs) {
    if (p.a == tile) return p.b;
    if (p.b == tile) return p.a;
  }
  return no_tile;
}

/// A core: with only the stuck tiles on the board, none of them can be joined to a tile that may be its mate. Before
/// the first of them went, all of them would be there, and tiles in addition only make it worse: so none ever goes.
Result<void> check_core(const Board& board, const ProofStep& step, const Meter& clock) {
  PlainGrid grid(board);
  for (const TileId tile : step.stuck) {
    if (tile >= board.tiles.size()) return fail("a tile that is not on the board");
    grid.set(board.tiles[tile].place, true);
  }
  for (const TileId tile : step.stuck) {
    if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
    for (std::size_t i = 0; i < board.tiles.size(); ++i) {
      const auto other = static_cast<TileId>(i);
      if (other == tile || board.tiles[other].kind != board.tiles[tile].kind) continue;
      const int mate = mate_in(step.pairs, tile), others_mate = mate_in(step.pairs, other);
      if ((mate != no_tile && mate != other) || (others_mate != no_tile && others_mate != tile)) continue;
      if (grid.connected(board.tiles[tile].place, board.tiles[other].place))
        return fail(cat("the tile at ", write_place(board.tiles[tile].place), " is not stuck"));
    }
  }
  return {};
}

/// A step that follows: every mate the tile could have is excluded by an earlier step or taken by one of the pairs.
Result<void> check_resolvent(const Board& board, const Proof& proof, std::size_t number) {
  const ProofStep& step = proof.steps[number];
  if (step.tile >= board.tiles.size()) return fail("a tile that is not on the board");
  for (std::size_t i = 0; i < board.tiles.size(); ++i) {
    const auto other = static_cast<TileId>(i);
    if (other == step.tile || board.tiles[other].kind != board.tiles[step.tile].kind) continue;
    const int mate = mate_in(step.pairs, step.tile), others_mate = mate_in(step.pairs, other);
    if ((mate != no_tile && mate != other) || (others_mate != no_tile && others_mate != step.tile)) continue;
    const Pair pair = other < step.tile ? Pair{other, step.tile} : Pair{step.tile, other};
    const bool excluded = std::ranges::any_of(step.from, [&](std::uint32_t from) {
      return from < number &&
             std::ranges::all_of(proof.steps[from].pairs, [&](Pair p) { return p == pair || contains(step.pairs, p); });
    });
    if (!excluded)
      return fail(
          cat("nothing speaks against the pair ", write_pair(board.tiles[pair.a].place, board.tiles[pair.b].place)));
  }
  return {};
}

}  // namespace

Result<void> check_proof(const Board& board, const Proof& proof, const Meter& clock) {
  for (std::size_t number = 0; number < proof.steps.size(); ++number) {
    const ProofStep& step = proof.steps[number];
    std::set<TileId> paired;
    for (const Pair p : step.pairs)
      if (!same_kind(board, p) || !paired.insert(p.a).second || !paired.insert(p.b).second)
        return fail(cat("step ", number + 1, ": its pairs are not pairs of equal tiles"));
    const auto sound = step.stuck.empty() ? check_resolvent(board, proof, number) : check_core(board, step, clock);
    const Limit limit = sound ? clock.overdue() : sound.error().limit;
    if (limit != Limit::none) return fail_limit(limit);
    if (!sound) return fail(cat("step ", number + 1, ": ", sound.error().message));
    if (step.pairs.empty()) return {};  // what follows is not needed
  }
  return fail("the proof does not come to an end");
}

}  // namespace nazo::shisen
