// A king in check: who gives it, what lies between, and whether anything but an interposition helps.
#pragma once

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// The check that the side to move stands in, as far as interpositions matter.
struct KingInCheck {
  Square king, checker;  ///< one of the checkers, if there are two
  Bitboard gap;          ///< the squares between; none if there are two checkers, since nothing stops both

  /// Of the legal answers to the check, those that end in the gap: the king itself cannot step along the line.
  [[nodiscard]] bool interposes(Move16 answer) const { return gap.has(answer.to()); }
  /// Interpositions next to the king are of stage 1, those on the next square of stage 2 …; other answers of stage 0.
  [[nodiscard]] int stage(Move16 answer) const {
    return interposes(answer) ? 1 + between(king, answer.to()).count() : 0;
  }
};

[[nodiscard]] inline KingInCheck king_in_check(const Position& p) {
  const Square king = p.king(p.side());
  const Bitboard checkers = p.attackers_to(king, ~p.side(), p.occupied());
  const Square checker = checkers.first();
  return {king, checker, checkers.more_than_one() ? Bitboard{} : between(king, checker)};
}

/// What helps against a check, interpositions left aside.
struct Escape {
  bool possible;    ///< the king can step away, or the checker can be taken
  Square checker;   ///< if not possible: who gives check,
  Bitboard gap;     ///< where something could be put between (nowhere: it is mate),
  Bitboard movers;  ///< and the pieces that are free to go there
};

/// The side to move must be in check. Inline: searches ask this more often than anything else.
[[nodiscard]] inline Escape escape_from_check(const Position& p) {
  const Color us = p.side();
  const Square king = p.king(us);
  const Bitboard occupied = p.occupied();
  const Bitboard covered = p.attacked_round(king, ~us, occupied ^ Bitboard::of(king));
  if ((king_steps(king) - p.of(us) - covered).any()) return {.possible = true, .checker = {}, .gap = {}, .movers = {}};
  const Bitboard checkers = p.attackers_to(king, ~us, occupied);
  const Square checker = checkers.first();
  if (checkers.more_than_one()) return {.possible = false, .checker = checker, .gap = {}, .movers = {}};
  // A pinned piece can neither take the checker nor step into its line: two lines through the king meet only there.
  const Bitboard movers = p.of(us) - p.of(Kind::king) - p.blockers_of(us);
  const bool taken = (p.attackers_to(checker, us, occupied) & movers).any();
  return {.possible = taken, .checker = checker, .gap = between(king, checker), .movers = movers};
}

}  // namespace nazo::tsume
