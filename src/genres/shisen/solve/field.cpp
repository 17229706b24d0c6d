#include "genres/shisen/solve/field.hpp"

namespace nazo::shisen {

Field::Field(const Board& board) : Kinds(board.first), start_(occupancy_of(board)) {
  spots_.reserve(board.tiles.size());
  for (const Tile& tile : board.tiles)
    spots_.push_back({static_cast<std::uint8_t>(tile.place.row), static_cast<std::uint8_t>(tile.place.column)});
  for (int kind = 0; kind < kinds(); ++kind) all_.push_back(every(kind));
}

}  // namespace nazo::shisen
