#include "genres/shisen/field.hpp"

namespace nazo::shisen {

Field::Field(const Board& board) : first_(board.first.begin(), board.first.end()), start_(occupancy_of(board)) {
  spots_.reserve(board.tiles.size());
  kind_of_.reserve(board.tiles.size());
  for (const Tile& tile : board.tiles) {
    spots_.push_back({static_cast<std::uint8_t>(tile.place.row), static_cast<std::uint8_t>(tile.place.column)});
    kind_of_.push_back(tile.kind);
  }
}

}  // namespace nazo::shisen
