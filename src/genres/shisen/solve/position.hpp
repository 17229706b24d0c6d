// Positions during a search, and the two ways of playing on by themselves: safe moves, and the relaxation.
//
// Safe moves never lose a solution. Each rests on monotone play (rules.hpp): take any solution, strike out the moves
// of the kind in question and put ours first; all other moves then meet fewer tiles and stay legal.
//   · the last two tiles of a kind, if they can be joined (every solution plays exactly this pair);
//   · a pair that has been decided on (each decided pair is a kind of its own);
//   · a whole kind, if its tiles can go one pair after the other right now (how a solution paired them does not
//   matter).
//
// Once every kind's pairing is decided the order of play does not matter: what can be played is played until nothing
// can, and what is left is the same for every order. So a solution is a choice of pairings, not an order.
//
// The relaxation lets a tile go as soon as it can be joined to any tile that may be its mate, there or already gone.
// Real play never empties a cell that the relaxation does not, so tiles left over prove that there is no solution.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "base/rng.hpp"
#include "genres/shisen/solve/field.hpp"
#include "tiles/pairing_search.hpp"

namespace nazo::shisen {

struct Position {
  Occupancy o{};
  std::vector<Members> present{};  ///< by kind
  int left = 0;                    ///< tiles

  Position() = default;
  explicit Position(const Field& field) : Position(field.all(), field.start()) {}
  /// The tiles to be cleared, by kind, and the cells that are occupied.
  Position(const std::vector<Members>& tiles, const Occupancy& start);
};

using tiles::Pairing;

/// Plays every safe move, adding it to `played`; `choices` receives the undecided pairs that could be played then.
void play_safe(const Field& field, const Pairing& pairing, Position& position, std::vector<Pair>& played,
               std::vector<Pair>& choices);

/// All playable pairs.
void open_pairs(const Field& field, const Position& position, std::vector<Pair>& pairs);

/// All pairs of tiles gone that could be played if they were put back. `all` are the tiles there are, by kind.
void gone_pairs(const Field& field, const std::vector<Members>& all, const Position& position,
                std::vector<Pair>& pairs);

/// Takes a pair away.
void play(const Field& field, Position& position, Pair pair);

/// The relaxation, to its end; what stays is stuck for good. With `first_kind` given, only that kind is looked at until
/// something of it goes (all others are known to be stuck). Mates are among `all`, by kind.
using tiles::any_kind;
void relax(const Field& field, const std::vector<Members>& all, const Pairing& pairing, Position& position,
           int first_kind = any_kind);
inline void relax(const Field& field, const Pairing& pairing, Position& position, int first_kind = any_kind) {
  relax(field, field.all(), pairing, position, first_kind);
}

/// One play to its end: safe moves, and where there are none a random move. True if the board was cleared; false also
/// if the clock (if there is one) ran out, which takes a moment on large boards. `room` is overwritten.
bool random_play(const Field& field, Rng& rng, Position& position, std::vector<Pair>& played, std::vector<Pair>& room,
                 const Meter* clock = nullptr);

}  // namespace nazo::shisen
