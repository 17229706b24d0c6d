// Useless interpositions (無駄合, mudaai): the rule, and its simplest case.
//
// At a check by one distant slider X let s1, s2, … be the squares between, from the king outwards, and V0 the length of
// the longest defence that does not interpose (0: there is none). For j = 1, 2, … an interposition on sj is useless if
// X can take it, still giving check, and the defender is then mated within V(j−1) plies, the interposed piece being
// taken out of the account: one that was dropped goes back to the defender's hand, one that was moved leaves the game.
// V(j) is the longest of V(j−1) and the useful interpositions on sj. docs/TSUME.md has the reasons and examples.
#pragma once

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// Is the side to move, which is in check, mated if useless interpositions do not count?
[[nodiscard]] bool is_mate_in_effect(const Position& p);

/// The position after the interposition `m` and its capture by the checker with `capture`, the interposed piece taken
/// out of the account. `p` is the position before the interposition.
[[nodiscard]] Position without_interposition(const Position& p, Move16 m, Move16 capture);

/// The captures (at most two: promoting or not) by which the piece on `checker` takes what was interposed on `at` and
/// still gives check. `p` is the position after the interposition.
struct Captures {
  std::array<Move16, 2> moves{};
  int count = 0;
};
[[nodiscard]] Captures checking_captures(const Position& p, Square checker, Square at);

}  // namespace nazo::tsume
