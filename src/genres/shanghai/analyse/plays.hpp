// Simulated players: one who sees only the free tiles, as in the hidden game, and one who sees all of them.
#pragma once

#include "base/rng.hpp"
#include "genres/shanghai/solve/pile.hpp"

namespace nazo::shanghai {

/// The move of a player who knows the faces of free tiles and how many of each kind are left, and nothing else: a kind
/// that is free as a whole goes; else the pair that sets most tiles free, and among those any.
struct BlindMove {
  Pair pair{};
  bool whole_kind = false;  ///< all that is left of the kind is free
  int freed = 0;            ///< tiles that become free
};
/// There must be a move.
[[nodiscard]] BlindMove blind_move(const Pile& pile, const Position& position, Rng& rng);
/// True if the board was cleared.
bool play_blind(const Pile& pile, Rng& rng);

/// The same player where every face is seen: of the pairs it would take it takes the first after which the tiles that
/// are left are not plainly in each other's way. Plainly: even if each tile could go as soon as any other of its kind
/// had been free, some never would.
bool play_sighted(const Pile& pile, Rng& rng);

}  // namespace nazo::shanghai
