// Random boards for the tests.
#pragma once

#include <span>
#include <vector>

#include "base/rng.hpp"
#include "genres/shisen/rules/rules.hpp"

namespace nazo::shisen {

/// A board with these numbers of tiles of each kind at random places; cells may stay empty.
inline Board random_board(Rng& rng, int width, int height, Border border, const std::vector<int>& copies) {
  std::vector<int> cells;
  for (std::size_t kind = 0; kind < copies.size(); ++kind)
    for (int i = 0; i < copies[kind]; ++i) cells.push_back(static_cast<int>(kind) + 1);
  while (static_cast<int>(cells.size()) < width * height) cells.push_back(no_tile);
  rng.shuffle(std::span(cells));
  return make_board(width, height, border, cells);
}

/// Kinds of two, four and now and then six tiles (with `odd`, also of one, three and five) for a number of tiles.
inline std::vector<int> random_copies(Rng& rng, int tiles, bool odd) {
  std::vector<int> copies;
  for (int left = tiles; left > 0; left -= copies.back()) {
    int n = rng.chance(.6) ? 4 : rng.chance(.7) ? 2 : 6;
    if (odd && rng.chance(.3)) n -= 1;
    copies.push_back(n < left ? n : left);
  }
  return copies;
}

}  // namespace nazo::shisen
