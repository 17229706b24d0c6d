// Plays of a player who takes every move with the same chance: the walk behind `random_walk_win`.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "tiles/kinds.hpp"

namespace nazo::tiles {

struct Walk {
  bool cleared = false;
  int pairs = 0;  ///< taken before the end
};

/// Any game of pairs: a start, all pairs that can be played, and taking a tile.
template <class Game>
[[nodiscard]] Walk walk_at_random(const Game& game, Rng& rng) {
  auto position = game.start();
  std::vector<Pair> pairs;
  Walk walk;
  for (;;) {
    game.open_pairs(position, pairs);
    if (pairs.empty()) break;
    const Pair pair = pairs[rng.below(pairs.size())];
    game.take(position, pair.a);
    game.take(position, pair.b);
    ++walk.pairs;
  }
  walk.cleared = position.left == 0;
  return walk;
}

}  // namespace nazo::tiles
