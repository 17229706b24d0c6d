#include "genres/tsume/rules/mudaai.hpp"

#include "genres/tsume/rules/in_check.hpp"

namespace nazo::tsume {

Captures checking_captures(const Position& p, Square checker, Square at) {
  Captures found;
  const Kind kind = kind_of(p.on(checker));
  const auto consider = [&](Move16 m) {
    if (why_illegal(p, m) == Illegal::none && gives_check(p, m))
      found.moves[static_cast<std::size_t>(found.count++)] = m;
  };
  if (can_promote(kind) && (in_zone(p.side(), checker) || in_zone(p.side(), at)))
    consider(Move16::promotion(checker, at));
  consider(Move16::step(checker, at));
  return found;
}

Position without_interposition(const Position& p, Move16 m, Move16 capture) {
  const Color defender = p.side();
  const Kind blocker = m.is_drop() ? m.dropped() : plain(kind_of(p.on(m.from())));
  Position after = p;
  after.make(m);
  after.make(capture);
  Hand attacker_hand = after.hand(~defender);
  attacker_hand.remove(blocker);
  after.set_hand(~defender, attacker_hand);
  if (m.is_drop()) after.set_hand(defender, p.hand(defender));
  return after;
}

bool is_mate_in_effect(const Position& p) {
  const Escape escape = escape_from_check(p);
  if (escape.possible) return false;
  if (escape.gap.empty()) return true;
  // Only interpositions are left: every one must be useless.
  MoveList list;
  evasions(p, list);
  Bitboard dropped_on;  // squares where a dropped piece was found useless: all kinds give the same test
  for (const Move16 m : list) {
    if (m.is_drop() && dropped_on.has(m.to())) continue;
    if (!is_useless_interposition(p, m, escape.checker, is_mate_in_effect)) return false;
    if (m.is_drop()) dropped_on |= Bitboard::of(m.to());
  }
  return true;
}

}  // namespace nazo::tsume
