// Useless interpositions (無駄合, mudaai): the rule, and its simplest case.
//
// At a check by one distant slider X let s1, s2, … be the squares between, from the king outwards, and V0 the length of
// the longest defence that does not interpose (0: there is none). For j = 1, 2, … an interposition on sj is useless if
// X can take it, still giving check, and the defender is then mated within V(j−1) plies, the interposed piece being
// taken out of the account: one that was dropped goes back to the defender's hand, one that was moved leaves the game.
// V(j) is the longest of V(j−1) and the useful interpositions on sj. docs/TSUME.md has the reasons and examples.
#pragma once

#include <array>
#include <cstdint>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// How lengths are counted.
enum class Rules : std::uint8_t {
  count_all,        ///< plain minimax
  exclude_useless,  ///< useless interpositions do not count; only for searches of finite length
};

/// Is the side to move, which is in check, mated if useless interpositions do not count? `is_mate` (movegen.hpp) counts
/// them; both are needed, for either is the end of a problem by one of the two `Rules`.
[[nodiscard]] bool is_mate_in_effect(const Position& p);

/// Is that the end of a problem?
[[nodiscard]] inline bool is_mate(const Position& p, Rules rules) {
  return rules == Rules::count_all ? is_mate(p) : is_mate_in_effect(p);
}

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

/// Can the checker take the interposition `m` so that `mated(position)` is true of what is then left? `before` is the
/// position before the interposition. What `mated` asks makes the rule: mated within V(j−1) plies.
template <class Mated>
[[nodiscard]] bool is_useless_interposition(const Position& before, Move16 m, Square checker, Mated mated) {
  const Captures captures = checking_captures(after(before, m), checker, m.to());
  for (int i = 0; i < captures.count; ++i)
    if (mated(without_interposition(before, m, captures.moves[static_cast<std::size_t>(i)]))) return true;
  return false;
}

}  // namespace nazo::tsume
