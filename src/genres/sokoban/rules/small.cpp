#include "genres/sokoban/rules/small.hpp"

#include <algorithm>

namespace nazo::sokoban {

template <class G>
std::optional<Small<G>> to_small(const Level& level) {
  const std::vector<bool> floor = walkable(level);
  int top = level.height, left = level.width;
  for (int r = 0; r < level.height; ++r)
    for (int c = 0; c < level.width; ++c) {
      const std::uint8_t cell = level.at(r, c);
      if (floor[static_cast<std::size_t>(level.index(r, c))]) {
        top = std::min(top, r);
        left = std::min(left, c);
      } else if (((cell & box) != 0) != ((cell & goal) != 0)) {
        return std::nullopt;
      }
    }
  Small<G> small;
  for (int r = 0; r < level.height; ++r)
    for (int c = 0; c < level.width; ++c) {
      if (!floor[static_cast<std::size_t>(level.index(r, c))]) continue;
      if (r - top >= G::side || c - left >= G::side) return std::nullopt;
      const int square = square_at<G>(r - top, c - left);
      const std::uint8_t cell = level.at(r, c);
      small.floor |= bit<G>(square);
      if ((cell & goal) != 0) small.goals |= bit<G>(square);
      if ((cell & box) != 0) small.boxes |= bit<G>(square);
      if ((cell & keeper) != 0) small.keeper = square;
    }
  return small;
}

template <class G>
Level to_level(const Small<G>& small) {
  int top = G::side, bottom = -1, left = G::side, right = -1;
  for_each_bit<G>(small.floor, [&](int square) {
    top = std::min(top, row_of<G>(square));
    bottom = std::max(bottom, row_of<G>(square));
    left = std::min(left, column_of<G>(square));
    right = std::max(right, column_of<G>(square));
  });
  if (bottom < 0) return Level(0, 0);
  Level level(right - left + 3, bottom - top + 3);
  const auto marks = [&](int r, int c) -> std::uint8_t& { return level.at(r - top + 1, c - left + 1); };
  for_each_bit<G>(small.floor, [&](int square) {
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) marks(row_of<G>(square) + dr, column_of<G>(square) + dc) = wall;
  });
  for_each_bit<G>(small.floor, [&](int square) {
    const auto one = bit<G>(square);
    marks(row_of<G>(square), column_of<G>(square)) =
        static_cast<std::uint8_t>(((small.goals & one) != 0 ? goal : 0) | ((small.boxes & one) != 0 ? box : 0) |
                                  (small.keeper == square ? keeper : 0));
  });
  return level;
}

template std::optional<Small<Grid6>> to_small<Grid6>(const Level&);
template std::optional<Small<Grid8>> to_small<Grid8>(const Level&);
template std::optional<Small<Grid10>> to_small<Grid10>(const Level&);
template Level to_level<Grid6>(const Small<Grid6>&);
template Level to_level<Grid8>(const Small<Grid8>&);
template Level to_level<Grid10>(const Small<Grid10>&);

}  // namespace nazo::sokoban
