// Which moves are legal: all of them, those that give check, those that answer a check.
//
// Every generator emits exactly the legal moves of its kind, each once, promotions and non-promotions alike: a bishop
// that declines to promote can be the only way round a mate by a pawn drop.
#pragma once

#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// All legal moves of the side to move.
void legal_moves(const Position& p, MoveList& out);
/// The legal moves of the side to move that give check; none if the other side has no king.
void checks(const Position& p, MoveList& out);
/// The legal moves of the side to move, which must be in check.
void evasions(const Position& p, MoveList& out);

/// The same moves; drops come last, from the king outwards, on each square the cheapest first. Says how many of the
/// moves are no drops.
int evasions_drops_last(const Position& p, MoveList& out);

/// Would this (at least pseudo-legal) move give check?
[[nodiscard]] bool gives_check(const Position& p, Move16 m);
/// Is the side to move, which must be in check, mated by the rules of shogi? Whether it is mated as problems count it
/// is another question (`is_mate_in_effect` in mudaai.hpp): the two share all but interpositions (in_check.hpp).
[[nodiscard]] bool is_mate(const Position& p);
/// Would dropping a pawn there mate? The square must be the one in front of the other side's king.
[[nodiscard]] bool pawn_drop_mates(const Position& p, Square to);
/// One of these checks that mates, or no move; the position is left as it was.
[[nodiscard]] Move16 mating_move(Position& p, const MoveList& checks);
/// A move that mates at once, or no move. The side to move need not have a king.
[[nodiscard]] Move16 mate_in_one(const Position& p);

/// Why a move may not be played.
enum class Illegal {
  none,
  empty_square,    ///< nothing of the mover's on the square it comes from
  wrong_way,       ///< the piece does not move like that, or something is in the way
  own_piece,       ///< it would take a piece of its own side
  no_promotion,    ///< the piece cannot promote, or is not in the promotion zone
  must_promote,    ///< it could never move again
  not_in_hand,     ///< the piece to drop is not in hand
  occupied,        ///< a drop on a piece
  stuck_drop,      ///< a drop on a square it could never leave
  two_pawns,       ///< a second unpromoted pawn on a file (nifu)
  pawn_drop_mate,  ///< mate by dropping a pawn (uchifuzume)
  leaves_king,     ///< the mover's own king could be taken
};
/// Checks any move against the rules, step by step; used on what people type, so the move may be anything.
[[nodiscard]] Illegal why_illegal(const Position& p, Move16 m);

}  // namespace nazo::tsume
