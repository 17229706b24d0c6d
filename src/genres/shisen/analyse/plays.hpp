// Plays of a player who takes every move with the same chance: the walk behind `random_walk_win`.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "genres/shisen/solve/field.hpp"

namespace nazo::shisen {

struct Walk {
  bool cleared = false;
  int pairs = 0;  ///< taken before the end
};

[[nodiscard]] Walk walk_at_random(const Field& field, Rng& rng);

}  // namespace nazo::shisen
