// Which of some checks mates? Asked at every node, of every check: most are ruled out without making the move.
#pragma once

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// The first of these checks after which `mated(p)` is true of the defender, or no move; the position is left as it
/// was. Whatever `mated` stands for, it is false while the king has a square to go to.
template <class Mated>
[[nodiscard]] Move16 first_mating(Position& p, const MoveList& checks, Mated mated) {
  const Color us = p.side(), them = ~us;
  const Square king = p.king(them);
  const Bitboard occupied = p.occupied(), without_king = occupied ^ Bitboard::of(king);
  const Bitboard covered = p.attacked_round(king, us, without_king);
  const Bitboard flights = king_steps(king) - p.of(them) - covered;
  for (const Move16 m : checks) {
    // Most checks leave the king a square, which shows without making the move: one that neither the moved piece nor,
    // where a line may have been opened, any other covers. The mover still counts where it came from: that may hide a
    // flight, never invent one.
    const Bitboard to = Bitboard::of(m.to());
    if (m.is_drop()) {
      if (m.dropped() == Kind::pawn) continue;
      if ((to & king_steps(king)).any() && !covered.has(m.to())) continue;
      if (flights.any() && (flights - to - attacks_of(m.dropped(), us, m.to(), without_king | to)).any()) continue;
    } else if (flights.any()) {
      const Kind kind = kind_of(p.on(m.from()));
      const Bitboard after = (without_king ^ Bitboard::of(m.from())) | to;
      const Bitboard left = flights - to - attacks_of(m.is_promotion() ? promoted(kind) : kind, us, m.to(), after);
      if (left.some([&](Square s) { return !p.is_attacked(s, us, after); })) continue;
    }
    const Position::Undo undo = p.make(m);
    const bool mate = mated(static_cast<const Position&>(p));
    p.undo(m, undo);
    if (mate) return m;
  }
  return {};
}

}  // namespace nazo::tsume
