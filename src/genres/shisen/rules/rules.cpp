#include "genres/shisen/rules/rules.hpp"

#include <algorithm>
#include <map>

namespace nazo::shisen {

int Board::odd_kind() const {
  for (int kind = 0; kind < kinds(); ++kind)
    if (copies(static_cast<KindId>(kind)) % 2 != 0) return kind;
  return kinds();
}

Board make_board(int width, int height, Border border, const std::vector<int>& labels_by_cell) {
  Board board;
  board.width = width;
  board.height = height;
  board.border = border;
  std::map<int, std::vector<Place>> places;  // by label, each in reading order
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const int label = labels_by_cell[static_cast<std::size_t>(row * width + column)];
      if (label != no_tile) places[label].push_back({row + 1, column + 1});
    }
  for (const auto& [label, of_kind] : places) {
    const auto kind = static_cast<KindId>(board.labels.size());
    board.labels.push_back(label);
    for (const Place place : of_kind) board.tiles.push_back({place, kind});
    board.first.push_back(static_cast<TileId>(board.tiles.size()));
  }
  return board;
}

std::vector<int> labels_by_cell(const Board& board) {
  std::vector<int> cells(static_cast<std::size_t>(board.width * board.height), no_tile);
  for (const Tile& tile : board.tiles)
    cells[static_cast<std::size_t>((tile.place.row - 1) * board.width + tile.place.column - 1)] = board.label_of(tile);
  return cells;
}

Occupancy empty_grid(int width, int height, Border border) {
  const int margin = border == Border::outside ? 1 : 0;
  const auto free_bits = [margin](int side) {  // cells 1 … side, and the margin where it may be used
    return static_cast<std::uint32_t>(((std::uint64_t{1} << (side + 2 * margin)) - 1) << (1 - margin));
  };
  Occupancy o;
  o.row.fill(~0u);
  o.column.fill(~0u);
  for (int row = 1 - margin; row <= height + margin; ++row) o.row[static_cast<std::size_t>(row)] = ~free_bits(width);
  for (int column = 1 - margin; column <= width + margin; ++column)
    o.column[static_cast<std::size_t>(column)] = ~free_bits(height);
  return o;
}

Occupancy occupancy_of(const Board& board) {
  Occupancy o = empty_grid(board.width, board.height, board.border);
  for (const Tile& tile : board.tiles) o.put(tile.place);
  return o;
}

namespace {

/// Are all cells strictly between two cells of one line free?
bool clear_between(const Occupancy& o, Place a, Place b) {
  const Place step{(b.row > a.row) - (b.row < a.row), (b.column > a.column) - (b.column < a.column)};
  for (Place p{a.row + step.row, a.column + step.column}; p != b; p = {p.row + step.row, p.column + step.column})
    if (o.occupied(p)) return false;
  return true;
}

int distance(Place a, Place b) { return std::abs(a.row - b.row) + std::abs(a.column - b.column); }

}  // namespace

std::vector<Place> joining_path(const Occupancy& o, int width, int height, Place a, Place b) {
  if (a == b) return {};
  std::vector<Place> best;
  std::pair<int, int> best_cost{4, 0};  // segments, length
  const auto consider = [&](std::vector<Place> path) {
    int length = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Place from = path[i - 1], to = path[i];
      if (!clear_between(o, from, to)) return;
      if (i + 1 < path.size() && o.occupied(to)) return;
      length += distance(from, to);
    }
    const std::pair<int, int> cost{static_cast<int>(path.size()) - 1, length};
    if (cost < best_cost) {
      best_cost = cost;
      best = std::move(path);
    }
  };
  // A path that leaves `a` sideways and arrives at `b` sideways crosses over in one column; likewise with rows.
  const auto through = [&](Place first_corner, Place second_corner) {
    std::vector<Place> path{a};
    if (first_corner != a) path.push_back(first_corner);
    if (second_corner != first_corner && second_corner != b) path.push_back(second_corner);
    if (path.back() != b) path.push_back(b);
    if (path.size() >= 2) consider(std::move(path));
  };
  for (int column = 0; column <= width + 1; ++column) through({a.row, column}, {b.row, column});
  for (int row = 0; row <= height + 1; ++row) through({row, a.column}, {row, b.column});
  return best;
}

std::vector<Pair> legal_pairs(const Board& board) {
  const Occupancy o = occupancy_of(board);
  std::vector<Pair> pairs;
  for (int kind = 0; kind < board.kinds(); ++kind)
    for (TileId a = board.first[static_cast<std::size_t>(kind)]; a < board.first[static_cast<std::size_t>(kind) + 1];
         ++a)
      for (TileId b = a + 1; b < board.first[static_cast<std::size_t>(kind) + 1]; ++b)
        if (joined(o, board.tiles[a].place, board.tiles[b].place)) pairs.push_back({a, b});
  return pairs;
}

Board without(const Board& board, Pair pair) {
  std::vector<int> cells = labels_by_cell(board);
  for (const TileId id : {pair.a, pair.b}) {
    const Place p = board.tiles[id].place;
    cells[static_cast<std::size_t>((p.row - 1) * board.width + p.column - 1)] = no_tile;
  }
  return make_board(board.width, board.height, board.border, cells);
}

int tile_at(const Board& board, Place place) {
  const auto tile = std::ranges::find(board.tiles, place, &Tile::place);
  return tile == board.tiles.end() ? no_tile : static_cast<int>(tile - board.tiles.begin());
}

}  // namespace nazo::shisen
