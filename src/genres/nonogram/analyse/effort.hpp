// A simulated person: looks for techniques in an order of preference, pays for each step what it costs, and uses
// whole-line comparison (E) where nothing preferred applies. docs/NONOGRAM.md has the costs; they are a start, to be
// fitted to plays.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/nonogram/analyse/heuristics.hpp"
#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram {

/// A technique and what finding and applying it costs, in thousandths.
struct Preference {
  Way way;
  std::uint64_t cost;
};

/// "h2,h5:1.5,E": techniques in the order they are looked for, each with its cost or the usual one. E is added at the
/// end if it is missing, because without it most puzzles cannot be finished.
[[nodiscard]] Result<std::vector<Preference>> preferences_of(std::string_view text);

/// Sums over simulated solvings, in thousandths of a unit of effort.
struct EffortSums {
  std::uint64_t trials = 0, steps = 0;
  std::array<std::uint64_t, solving_ways> steps_by{}, effort_by{};  ///< indexed by Way
  void merge(const EffortSums& other);
  friend bool operator==(const EffortSums&, const EffortSums&) = default;
};

/// Solvings first … first+count−1 of a seed. The puzzle must be solvable by lines alone. Nothing: the clock ran out.
[[nodiscard]] std::optional<EffortSums> simulate(const Clues& clues, const std::vector<Preference>& preferences,
                                                 EdgeBlack edge_black, std::uint64_t seed, std::uint64_t first,
                                                 std::uint64_t count, const Meter& clock);

}  // namespace nazo::nonogram
