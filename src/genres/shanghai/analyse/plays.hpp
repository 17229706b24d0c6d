// Players that are simulated: one who moves at random, and one who sees only the free tiles.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "base/rng.hpp"
#include "genres/shanghai/solve/pile.hpp"

namespace nazo::shanghai {

/// Any move, each equally likely. True if the board was cleared.
bool walk_at_random(const Pile& pile, Rng& rng);

/// The move of a player who knows the faces of free tiles and how many of each kind are left, and nothing else: a kind
/// that is free as a whole goes; else the pair that sets most tiles free, and among those any.
struct BlindMove {
  Pair pair{};
  bool whole_kind = false;  ///< all that is left of the kind is free
  int freed = 0;            ///< tiles that become free
};
/// There must be a move.
[[nodiscard]] BlindMove blind_move(const Pile& pile, const Position& position, Rng& rng);
bool play_blind(const Pile& pile, Rng& rng);

/// So many of so many, with Wilson's 95 % interval.
struct Share {
  std::uint64_t won = 0, of = 0;
  [[nodiscard]] double value() const { return of == 0 ? 0 : static_cast<double>(won) / static_cast<double>(of); }
  [[nodiscard]] double low() const;
  [[nodiscard]] double high() const;
};

}  // namespace nazo::shanghai
