// Sets of Sokoban levels side by side by the paper's four measures: generated ones, handmade ones, the printed ones.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "experiments/experiments.hpp"

namespace nazo {

/// pushes, box_changes, detour, area: what figures 8, 11 and 12 of the paper print.
struct LevelMeasure {
  const char* feature;
  Words title;
};
[[nodiscard]] const std::array<LevelMeasure, 4>& level_measures();

struct LevelSet {
  Words name;
  std::vector<Value> levels{};  ///< features of each; null where unknown
};

/// What the paper prints of single levels: figure 8 (trivial), the four of figure 11 (interesting), figure 12 (thrown
/// away).
[[nodiscard]] std::vector<Value> printed_levels();

/// The levels of the files named, a set each, with these features; nothing if the run was interrupted.
[[nodiscard]] Result<std::optional<std::vector<LevelSet>>> sets_of_files(const ExperimentCall& call,
                                                                         const std::vector<std::string>& wanted);

/// Adds medians and spreads of the sets, the printed levels, and a plot for each measure.
void compare_sets(Account& account, const std::vector<LevelSet>& sets);

}  // namespace nazo
