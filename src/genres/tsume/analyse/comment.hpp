// What a finder writes below the solution: which move is the point, which other check tempts, and why that fails.
//
// Nothing of it is made up: every other check along the solution is searched to its end, the one that was hardest to
// refute is the try that is told, with the defence that refutes it; what the point does is read off the rest of the
// line. Where no check tempts, the comment says so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

/// A check beside the solution that does not do what the solution does.
struct Try {
  int ply = 0;                  ///< of the solution's move, from 0
  Move16 move{};                ///< the check
  Move16 defence{};             ///< the answer that refutes it, or (`slower`) that holds out longer than the solution
  int defences = 0;             ///< how many answers refute it
  int slower = 0;               ///< not refuted: it mates too, in so many plies from there; 0: refuted
  Move16 answer{};              ///< what the solution's move has against the same defence; none: the defence is illegal
  bool pawn_drop_mate = false;  ///< all that is missing is the drop of a pawn that would mate
  int checks_left = 0;          ///< after the refutation
  std::uint64_t work = 0;       ///< nodes it took to see that
};

/// The tries along a solution, the most tempting first, at most one for each ply. The line must be that of a sound
/// problem in which black attacks. Tries that are not decided within the meter's nodes are left out.
[[nodiscard]] std::vector<Try> tries_of(const Position& start, const std::vector<Move16>& line, Meter& meter);

/// What a move of the solution is for, as far as the rest of the line shows it.
struct Purpose {
  bool sacrifice = false;      ///< the piece that moved is taken at once
  bool lures_king = false;     ///< by the king
  bool blocks_flight = false;  ///< by a piece that then stands beside the mated king
  bool draws_guard = false;    ///< by a piece that is thereby drawn off
  bool clears = false;         ///< the square it left is needed later by another piece, to stand on or to pass
  bool declines = false;       ///< it could have promoted
  bool distant = false;        ///< a long piece is dropped away from the king
  bool uncovers = false;       ///< another piece gives the check
  bool comes_back = false;     ///< it returns to where it stood before
  bool takes = false;          ///< it captures what is dropped later
  Move16 later{};              ///< the move that needs what it cleared or took
};
[[nodiscard]] Purpose purpose_of(const Position& start, const std::vector<Move16>& line, int ply);

struct Comment {
  std::string english, japanese;
};
[[nodiscard]] Comment comment_on(const Position& start, const std::vector<Move16>& line, const std::vector<Try>& tries);

/// A move as English books write it, with squares as in USI: B*4d, Sx1b, G2c-3b, Rx2c+, Bx3c= (promotion declined).
[[nodiscard]] std::string english_move(const Position& before, Move16 m);

}  // namespace nazo::tsume
