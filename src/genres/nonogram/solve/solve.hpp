// The solver: is there a picture that meets the clues, is it the only one, and what does it take to find out?
//
// A ladder: lines alone, then probing, then a probing search and conflict-driven search in turn. Every rung proves what
// it says; all limits are counts, so that the same puzzle gives the same answer and the same counts on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "genres/nonogram/rules/rules.hpp"
#include "genres/nonogram/solve/board.hpp"

namespace nazo::nonogram {

/// The rung of the ladder that decided.
enum class Technique {
  lines,   ///< one line at a time
  probes,  ///< one assumption at a time, followed by lines
  search,  ///< assumptions upon assumptions
};
[[nodiscard]] constexpr std::string_view name(Technique technique) {
  if (technique == Technique::lines) return "lines";
  return technique == Technique::probes ? "probes" : "search";
}

enum class Wanted { first, unique };

struct Answer {
  std::vector<Picture> solutions{};  ///< none, one, or two that differ
  bool complete = false;             ///< there are no others (Wanted::first: or one is enough and is here)
  Limit limit = Limit::none;         ///< what ran out, if neither two solutions nor completeness was reached
  Technique technique = Technique::lines;
  std::uint64_t nodes = 0;     ///< line solves (a pack counts once) and conflicts
  std::uint64_t probes = 0;    ///< cells probed
  std::uint64_t branches = 0;  ///< guesses
  int guess_depth = 0;         ///< guesses on top of each other
  bool by_conflicts = false;   ///< conflict-driven search decided, so that guess_depth says little
  bool crowded = false;        ///< conflict-driven search had no room: with more memory the counts may be others
  Marks after_lines{};         ///< what lines alone found
  bool lines_done = false;     ///< they came to their end: more they do not find

  [[nodiscard]] bool solved() const { return !solutions.empty(); }
  [[nodiscard]] bool unsolvable() const { return complete && solutions.empty(); }
  /// The guesses on top of each other that the probing search needs; nothing if it did not come to its end, or only
  /// because the other engine had no room.
  [[nodiscard]] std::optional<int> guesses() const {
    if (limit != Limit::none || by_conflicts || crowded) return std::nullopt;
    return guess_depth;
  }
  /// Nothing: not decided.
  [[nodiscard]] std::optional<bool> unique() const {
    if (solutions.size() > 1) return false;
    if (complete && solutions.size() == 1) return true;
    return std::nullopt;
  }
};

/// Which engines may be used after probing: for tests that compare them. Conflict-driven search is left out where its
/// formula is too large.
enum class Engines { both, probing_only, sat_only };

/// Pictures that meet the clues and agree with the marks (none: an empty board).
[[nodiscard]] Answer solve(const Clues& clues, const Marks& marks, Wanted wanted, const Budget& budget,
                           Engines engines = Engines::both);

/// The fixpoint of lines alone, from the given marks. Nothing: a line contradicts itself.
[[nodiscard]] std::optional<Marks> solve_by_lines(const Clues& clues, const Marks& marks);

}  // namespace nazo::nonogram
