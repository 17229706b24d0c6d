// Proof hands and disproof hands: how little the attacker needs for a mate that was proved, how much he may hold and
// still fail where a failure was proved. The attacker is black throughout the search.
#pragma once

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// All that both sides hold: the attacker can never hold more than this here.
[[nodiscard]] inline Hand both_hands(const Position& p) {
  return Hand::sum(p.hand(Color::black), p.hand(Color::white));
}

/// The defender (to move, in check) was mated after every move, and the attacker needed `needed` for it. Against a
/// distant check a kind that the defender has none of could block the line: the attacker must keep all he holds of it.
[[nodiscard]] Hand keep_monopoly(const Position& p, Hand needed);

/// The attacker (to move) failed with every check, even holding `allowed`. A kind that he holds none of and that could
/// be dropped with check would be a check nobody has tried: of that he may hold none.
[[nodiscard]] Hand without_new_checks(const Position& p, Hand allowed);

/// What the attacker needs before a move, given what he needs after it.
[[nodiscard]] inline Hand needed_before(const Position& p, Move16 m, Hand after) {
  if (m.is_drop()) {
    after.add(m.dropped());
  } else if (const Piece captured = p.on(m.to()); captured != Piece::none) {
    if (const Kind k = plain(kind_of(captured)); after.has(k)) after.remove(k);
  }
  return after;
}

/// What the attacker may hold before a move, given what he may hold after it and still fail.
[[nodiscard]] inline Hand allowed_before(const Position& p, Move16 m, Hand after) { return needed_before(p, m, after); }

}  // namespace nazo::tsume
