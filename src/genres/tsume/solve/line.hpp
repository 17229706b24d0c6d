// Main lines: the moves that a published solution prints.
//
// The attacker plays the shortest mate, the defender the longest defence that counts; among equally long defences the
// one that leaves the attacker least in hand.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "genres/tsume/solve/compared_line.hpp"
#include "genres/tsume/solve/dfpn.hpp"

namespace nazo::tsume {

/// A defence that counts, with the exact length of the mate after it.
struct Defence {
  Move16 move;
  Length length;  ///< of the attacker's mate after it; odd
};

/// Exact lengths of positions whose mate is known to be short enough for that. Black attacks. Once a question could not
/// be answered because the meter ran out, none is.
class ExactLines {
 public:
  ExactLines(MateSearch& search, Rules rules, Meter& meter) : search_(search), rules_(rules), meter_(meter) {}

  /// The exact length of the mate if it is at most `cap`; nothing if there is none, or if the meter ran out.
  [[nodiscard]] std::optional<Length> length_of(const Position& p, Length cap);
  /// Is there a mate within so many plies? Nothing if the meter ran out.
  [[nodiscard]] std::optional<bool> mates_within(const Position& p, Length length);

  /// The answers to a check that count, those of the greatest length first; `length` is the exact length of the
  /// position (even). Useless interpositions are left out. Empty if out of time.
  [[nodiscard]] std::vector<Defence> defences(const Position& p, Length length);

  /// The main line from a position of exactly this length. Shorter than that if the meter ran out.
  [[nodiscard]] std::vector<Move16> line(const Position& p, Length length);
  /// Comparing equally long defences must not cost too much: beyond a limit, or when the meter runs out, the best so
  /// far is taken, and a line may then leave the attacker more in hand than the main line does.
  [[nodiscard]] bool compared_all() const { return compared_all_ && !stopped(); }

 private:
  [[nodiscard]] ComparedLine attack(const Position& p, Length length);
  [[nodiscard]] ComparedLine defend(const Position& p, Length length);
  [[nodiscard]] Outcome run(const Position& p, Length length);
  [[nodiscard]] bool stopped() const { return gave_up_ || meter_.limit() != Limit::none; }
  [[nodiscard]] bool may_compare();

  MateSearch& search_;
  Rules rules_;
  Meter& meter_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, ComparedLine> memo_;
  std::size_t memo_bytes_ = 0;
  int comparisons_ = 0;
  bool gave_up_ = false, compared_all_ = true;
};

}  // namespace nazo::tsume
