// Random line solving, many times over: the trials behind the features of paper 001 (see REFS.md).
//
// A trial starts from the empty board. At each step one of the lines that E can update is chosen uniformly and updated;
// T is the number of steps to the full picture. At every step the lines are counted that E and each of six heuristics
// could update. Trial n of a seed is a function of (seed, n) alone, and all sums are whole numbers, so that the result
// does not depend on the order or on how the trials are divided.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram {

/// How the heuristic h3 (black near the edge) is read; docs/NONOGRAM.md.
enum class EdgeBlack { printed, inner, full };

/// E, h1 … h6.
inline constexpr int solving_ways = 7;

/// What the trials that took T steps add up to.
struct StepSums {
  std::uint64_t trials = 0;
  std::array<std::uint64_t, solving_ways> updatable{};  ///< Σ over trials and steps of the lines that could be updated
  friend bool operator==(const StepSums&, const StepSums&) = default;
};

struct TrialSums {
  std::vector<StepSums> by_steps{};  ///< indexed by T
  std::uint64_t narrowest = 0;       ///< Σ over trials of the fewest lines E could update at any step

  void merge(const TrialSums& other);
  friend bool operator==(const TrialSums&, const TrialSums&) = default;
};

/// Trials first … first+count−1. The puzzle must be solvable by lines alone. Nothing: the clock ran out.
[[nodiscard]] std::optional<TrialSums> run_trials(const Clues& clues, EdgeBlack edge_black, std::uint64_t seed,
                                                  std::uint64_t first, std::uint64_t count, const Meter& clock);
/// What a call of run_trials takes at most, its sums included.
[[nodiscard]] std::uint64_t bytes_of_trials(const Clues& clues);

/// The paper's figures from the sums.
struct TrialFigures {
  std::array<double, solving_ways> rate{};  ///< mean over trials of (1/T) Σ_t U(p^t, s) / (n + m)
  double mean = 0, variance = 0;            ///< of T; the variance divides by N
  std::int64_t least = 0, most = 0;         ///< of T
  double narrowest = 0;                     ///< mean over trials of min_t U(p^t, E)
};
[[nodiscard]] TrialFigures figures_of(const TrialSums& sums, int lines);

}  // namespace nazo::nonogram
