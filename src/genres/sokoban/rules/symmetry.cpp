#include "genres/sokoban/rules/symmetry.hpp"

#include "genres/sokoban/text/text.hpp"

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

namespace {

/// The first square the keeper can walk to.
int first_of_region(const Level& level, int from) {
  std::vector<bool> seen(level.cells.size(), false);
  std::vector<int> ring, next{from};
  seen[static_cast<std::size_t>(from)] = true;
  int first = from;
  while (!next.empty()) {
    ring.swap(next);
    next.clear();
    for (const int at : ring) {
      first = std::min(first, at);
      for (const Direction d : directions) {
        const int r = at / level.width + row_step(d), c = at % level.width + column_step(d);
        if (!level.inside(r, c) || (level.at(r, c) & (wall | box)) != 0) continue;
        const auto near = static_cast<std::size_t>(level.index(r, c));
        if (seen[near]) continue;
        seen[near] = true;
        next.push_back(static_cast<int>(near));
      }
    }
  }
  return first;
}

}  // namespace

Result<std::string> canonical_text(const Level& level, const Budget& budget) {
  Meter meter(budget);
  const Level tidy = tidied(level);
  std::string least;
  for (int image = 0; image < 8; ++image) {
    if (!meter.check()) return fail_limit(meter.limit());
    Level now = image_of(tidy, image);
    // The keeper goes to the first square of its region: where it stands there makes no difference.
    if (const int from = now.keeper_square(); from >= 0) {
      const int first = first_of_region(now, from);
      std::uint8_t& left = now.cells[static_cast<std::size_t>(from)];
      left = static_cast<std::uint8_t>(left & ~keeper);
      now.cells[static_cast<std::size_t>(first)] |= keeper;
    }
    std::string text = write_level(now);
    if (image == 0 || text < least) least = std::move(text);
  }
  return least;
}

}  // namespace nazo::sokoban
