// Is a position a sound problem? The quick answer that generators use; the last word is `check`. What sound means is
// written once, in solve/soundness.hpp; here the Prober is asked.
//
// Stricter than `check` in one respect: choices that `check` only reports (promoting or not, near or far, where it
// makes no difference) count as second solutions here. So `strip` may leave a piece that `check` calls a decoration:
// the problem without it has such a choice.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "genres/tsume/rules/position.hpp"
#include "genres/tsume/solve/prober.hpp"

namespace nazo::tsume {

/// A sound problem; black attacks, white holds all the rest.
struct Problem {
  Position position;
  std::vector<Move16> line;
  [[nodiscard]] int length() const { return static_cast<int>(line.size()); }
};

enum class Fault {
  none,
  illegal,
  no_check,
  many_checks,
  no_mate,
  too_short,
  too_long,
  second_solution,
  hand_left,
  decoration,
  limit
};
inline constexpr int fault_count = 11;
[[nodiscard]] std::string_view words_of(Fault fault);

/// May a problem start like this? No stuck pieces, no two pawns on a file, the king not in check. The quick half of
/// `check_start` (text/sfen.hpp), which says what is wrong in words: generators throw most positions away.
[[nodiscard]] bool may_start(const Position& p);
/// Gives white everything that is neither on the board nor in black's hand. False if a set has not so many pieces.
[[nodiscard]] bool give_rest(Position& p);

/// Are there two checks that mate within n plies? n is the exact length.
[[nodiscard]] bool has_second_solution(Prober& prober, const Position& p, int n);

/// Judges a position whose mate has exactly n plies: one solution, nothing left in hand. Fills in the line.
[[nodiscard]] Fault judge(Prober& prober, const Position& p, int n, Problem& out);

/// Does another check on the way lead to a mate at all, however late, or can that not be ruled out quickly (or in
/// the time that is left)? Such problems pass `check`, but not every editor.
[[nodiscard]] bool has_longer_mate(const Problem& problem, const Budget& left);

/// Takes away every piece without which line and soundness stay as they are. False if the allowance ran out.
[[nodiscard]] bool strip(Prober& prober, Problem& problem);

/// The line with files counted from the king's first square and mirrored so that it comes first: problems with the same
/// are the same idea on another file.
[[nodiscard]] std::string line_name(const Problem& problem);

}  // namespace nazo::tsume
