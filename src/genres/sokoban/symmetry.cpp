#include "genres/sokoban/symmetry.hpp"

#include "genres/sokoban/text.hpp"

namespace nazo::sokoban {

Level image_of(const Level& level, int image) {
  const bool turned = (image & 4) != 0;
  Level result(turned ? level.height : level.width, turned ? level.width : level.height);
  for (int row = 0; row < level.height; ++row)
    for (int column = 0; column < level.width; ++column) {
      const int r = (image & 1) != 0 ? level.height - 1 - row : row;
      const int c = (image & 2) != 0 ? level.width - 1 - column : column;
      result.at(turned ? c : r, turned ? r : c) = level.at(row, column);
    }
  return result;
}

Level canonical(const Level& level) {
  const Level tidy = tidied(level);
  Level least;
  std::string least_text;
  for (int image = 0; image < 8; ++image) {
    Level now = image_of(tidy, image);
    // The keeper goes to the first square of its region: where it stands there makes no difference.
    std::vector<bool> seen(now.cells.size(), false);
    std::vector<int> stack;
    const int from = now.keeper_square();
    if (from >= 0) {
      int first = from;
      stack.push_back(from);
      seen[static_cast<std::size_t>(from)] = true;
      while (!stack.empty()) {
        const int at = stack.back();
        stack.pop_back();
        first = std::min(first, at);
        for (const Direction d : directions) {
          const int r = at / now.width + row_step(d), c = at % now.width + column_step(d);
          if (!now.inside(r, c) || (now.at(r, c) & (wall | box)) != 0 ||
              seen[static_cast<std::size_t>(now.index(r, c))])
            continue;
          seen[static_cast<std::size_t>(now.index(r, c))] = true;
          stack.push_back(now.index(r, c));
        }
      }
      now.cells[static_cast<std::size_t>(from)] =
          static_cast<std::uint8_t>(now.cells[static_cast<std::size_t>(from)] & ~keeper);
      now.cells[static_cast<std::size_t>(first)] |= keeper;
    }
    std::string text = write_level(now);
    if (image == 0 || text < least_text) {
      least = std::move(now);
      least_text = std::move(text);
    }
  }
  return least;
}

}  // namespace nazo::sokoban
