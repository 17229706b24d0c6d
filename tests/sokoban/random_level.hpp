// Small random levels, solvable or not, for comparisons.
#pragma once

#include "base/rng.hpp"
#include "genres/sokoban/generate/outline.hpp"
#include "genres/sokoban/rules/small.hpp"

namespace nazo::sokoban {

/// A random level of some squares with this many boxes; the boxes and goals lie anywhere.
template <class G = Grid6>
Small<G> random_small(std::uint64_t seed, std::uint64_t item, int boxes, int least_area = 9, int most_area = 16,
                      int side = 5) {
  Rng rng(seed, item);
  Plan plan;
  plan.width = plan.height = side;
  plan.least_area = least_area;
  plan.most_area = most_area;
  Small<G> level;
  level.floor = grown_outline<G>(plan, rng);
  const auto pick = [&](typename G::Bits set) {
    for (auto n = rng.below(static_cast<std::uint64_t>(G::count(set))); n > 0; --n) set &= set - 1;
    return set & (~set + 1);
  };
  for (int i = 0; i < boxes; ++i) level.goals |= pick(level.floor & ~level.goals);
  for (int i = 0; i < boxes; ++i) level.boxes |= pick(level.floor & ~level.boxes);
  level.keeper = G::lowest(pick(level.floor & ~level.boxes));
  return level;
}

}  // namespace nazo::sokoban
