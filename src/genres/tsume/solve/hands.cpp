#include "genres/tsume/solve/hands.hpp"

namespace nazo::tsume {

Hand keep_monopoly(const Position& p, Hand needed) {
  const Color defender = Color::white;
  const Hand holds = p.hand(Color::black);
  if (holds.empty()) return needed;
  const Bitboard checkers = p.attackers_to(p.king(defender), Color::black, p.occupied());
  if (checkers.more_than_one()) return needed;
  const Bitboard gap = between(p.king(defender), checkers.first());
  if (gap.empty()) return needed;
  const Hand stock = p.hand(defender);
  for (const Kind k : hand_kinds)
    if (holds.has(k) && !stock.has(k) && (gap & p.drop_squares(defender, k)).any()) needed.set(k, holds.count(k));
  return needed;
}

Hand without_new_checks(const Position& p, Hand allowed) {
  const Color us = Color::black, them = Color::white;
  const Square king = p.king(them);
  const Hand holds = p.hand(us);
  const Bitboard occupied = p.occupied();
  for (const Kind k : hand_kinds) {
    if (holds.has(k) || !allowed.has(k)) continue;
    if (k == Kind::pawn && !p.pawn_file_free(us, file_of(king))) continue;
    if ((attacks_of(k, them, king, occupied) - occupied).any()) allowed.set(k, 0);
  }
  return allowed;
}

}  // namespace nazo::tsume
