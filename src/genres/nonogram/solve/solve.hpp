// The solver: is there a picture that meets the clues, is it the only one, and what does it take to find out?
//
// A ladder: lines alone, then probing, then conflict-driven search. Every rung proves what it says; all decisions hang
// on counts, so that the same puzzle gives the same answer and the same counts on every machine.
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
  bool crowded = false;        ///< clauses were dropped for want of room: with more memory the counts may be others
  Marks after_lines{};         ///< what lines alone found
  bool lines_done = false;     ///< they came to their end: more they do not find

  [[nodiscard]] bool solved() const { return !solutions.empty(); }
  [[nodiscard]] bool unsolvable() const { return complete && solutions.empty(); }
  /// The most guesses that stood on top of each other; nothing if the search did not come to its end, or was short of
  /// memory.
  [[nodiscard]] std::optional<int> guesses() const {
    if (limit != Limit::none || crowded) return std::nullopt;
    return guess_depth;
  }
  /// Nothing: not decided.
  [[nodiscard]] std::optional<bool> unique() const {
    if (solutions.size() > 1) return false;
    if (complete && solutions.size() == 1) return true;
    return std::nullopt;
  }
};

/// Where the search begins: after probing, or (so that tests can compare) straight after lines.
enum class SearchFrom { probes, lines };

/// Pictures that meet the clues and agree with the marks (none: an empty board).
[[nodiscard]] Answer solve(const Clues& clues, const Marks& marks, Wanted wanted, const Budget& budget,
                           SearchFrom from = SearchFrom::probes);

/// The fixpoint of lines alone, from the given marks. Nothing: a line contradicts itself.
[[nodiscard]] std::optional<Marks> solve_by_lines(const Clues& clues, const Marks& marks);

}  // namespace nazo::nonogram
