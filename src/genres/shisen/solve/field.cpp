#include "genres/shisen/solve/field.hpp"

namespace nazo::shisen {

Field::Field(const Board& board) : first_(board.first.begin(), board.first.end()), start_(occupancy_of(board)) {
  spots_.reserve(board.tiles.size());
  kind_of_.reserve(board.tiles.size());
  for (const Tile& tile : board.tiles) {
    spots_.push_back({static_cast<std::uint8_t>(tile.place.row), static_cast<std::uint8_t>(tile.place.column)});
    kind_of_.push_back(tile.kind);
  }
  for (int kind = 0; kind < kinds(); ++kind) {
    const int n = copies(kind);
    all_.push_back(n == most_copies ? ~Members{0} : (Members{1} << n) - 1);
  }
}

Field Field::restricted_to(const std::vector<Members>& tiles, const Occupancy& start) const {
  Field field = *this;
  field.all_ = tiles;
  field.start_ = start;
  return field;
}

}  // namespace nazo::shisen
