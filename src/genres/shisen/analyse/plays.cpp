#include "genres/shisen/analyse/plays.hpp"

#include "genres/shisen/solve/position.hpp"

namespace nazo::shisen {

Walk walk_at_random(const Field& field, Rng& rng) {
  Position position(field);
  std::vector<Pair> pairs;
  Walk walk;
  for (;;) {
    open_pairs(field, position, pairs);
    if (pairs.empty()) break;
    play(field, position, pairs[rng.below(pairs.size())]);
    ++walk.pairs;
  }
  walk.cleared = position.left == 0;
  return walk;
}

}  // namespace nazo::shisen
