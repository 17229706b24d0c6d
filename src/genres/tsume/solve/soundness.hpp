// What makes a problem sound: one definition, for generators (generate/judge.hpp) and for publication (check.hpp).
//
// A problem is sound if, wherever the attacker's choice counts on the main line, no other check mates in as few plies,
// and if nothing stands on the board that could be taken away. How soon a position is mated is for others to say:
// generators ask the Prober, which is quick and often runs out, `check` asks ExactLines, which prove what they say.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"
#include "genres/tsume/solve/line.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {

/// Is the move at this ply (from 0) the attacker's, and part of the problem? The last move of a line is not, unless it
/// is the only one: there anything that mates will do.
[[nodiscard]] constexpr bool choice_counts(std::size_t ply, std::size_t plies) {
  const bool attacks = ply % 2 == 0;
  const bool last = ply + 1 == plies;
  return attacks && (!last || plies == 1);
}

/// The checks of a list that mate in time, in its order and at most so many; mirror images in a symmetric position
/// count once. `mates(move, position after it)` tells whether it does; nothing as soon as that cannot say.
template <class Mates>
[[nodiscard]] std::optional<std::vector<Move16>> mating_checks(const Position& p, const MoveList& list,
                                                               std::size_t most, Mates mates) {
  std::vector<Move16> found;
  std::optional<bool> symmetric;
  for (const Move16 m : list) {
    const std::optional<bool> mate = mates(m, after(p, m));
    if (!mate) return std::nullopt;
    if (!*mate) continue;
    if (!found.empty()) {
      if (!symmetric) symmetric = p == p.mirrored();
      if (*symmetric && std::ranges::count(found, m.mirrored()) > 0) continue;
    }
    found.push_back(m);
    if (found.size() == most) break;
  }
  return found;
}

/// Is this line legal from that position, a check with every attacking move, and mate at the end?
[[nodiscard]] bool mates_by(const Position& start, const std::vector<Move16>& line, Rules rules);

/// The position with one piece of the board given to the defender.
[[nodiscard]] Position without_piece(const Position& p, Square s);

/// Does the problem stay as it is, line, length and soundness, without the piece on that square? Nothing if the oracle
/// cannot say. An oracle answers two questions, or nothing:
///   mates_within(position, plies)   does the attacker mate in so many plies?
///   has_solution(position, line)    the line mates and nothing does sooner: is it the main line, and is that sound?
template <class Oracle>
[[nodiscard]] std::optional<bool> is_decoration(const Position& start, Square s, const std::vector<Move16>& line,
                                                Rules rules, Oracle& oracle) {
  if (start.on(s) == Piece::none || kind_of(start.on(s)) == Kind::king) return false;
  const Position less = without_piece(start, s);
  // The cheap tests first.
  if (!check_start(less) || !mates_by(less, line, rules)) return false;
  const auto plies = static_cast<int>(line.size());
  const std::optional<bool> sooner = oracle.mates_within(less, plies - 2);
  if (!sooner) return std::nullopt;
  if (*sooner) return false;
  const std::optional<bool> in_time = oracle.mates_within(less, plies);
  if (!in_time) return std::nullopt;
  if (!*in_time) return false;
  return oracle.has_solution(less, line);
}

/// Another check besides the line's that mates as soon, and what it amounts to.
struct Alternative {
  enum class Sort {
    yozume,     ///< a second solution
    promotion,  ///< promoting or not makes no difference
    far_drop,   ///< nor does the distance
  } sort;
  int ply;  ///< from 1
  Move16 move;
};

/// Every alternative along a main line. Nothing if the meter ran out.
[[nodiscard]] std::optional<std::vector<Alternative>> alternatives(const Position& start,
                                                                   const std::vector<Move16>& line, Rules rules,
                                                                   MateSearch& search, Meter& meter);

/// Is none of them a second solution?
[[nodiscard]] bool is_sound(const std::vector<Alternative>& alternatives);

}  // namespace nazo::tsume
