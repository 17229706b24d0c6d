// Random small boards for tests.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "genres/shanghai/generate/deal.hpp"
#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

/// A heap of so many tiles (even): each lies somewhere on a small ground, half positions included, or on others.
inline Layout random_layout(Rng& rng, int tiles) {
  Layout slots;
  while (static_cast<int>(slots.size()) < tiles) {
    const Slot slot{static_cast<int>(rng.below(4)), static_cast<int>(rng.below(5)), static_cast<int>(rng.below(8))};
    slots.push_back(slot);
    if (!check_layout(slots)) slots.pop_back();
  }
  return in_the_corner(slots);
}

inline Board random_board(Rng& rng, int tiles, int copies) {
  const Layout layout = random_layout(rng, tiles);
  return shuffled_board(layout, *choose_faces(layout.size(), 0, copies, rng), Seen::all, rng);
}

}  // namespace nazo::shanghai
