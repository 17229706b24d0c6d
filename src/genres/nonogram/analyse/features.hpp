// The features of a puzzle: the eleven of paper 001, what the solver needed, and what a simulated person spends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "genres/nonogram/analyse/effort.hpp"
#include "genres/nonogram/analyse/trials.hpp"
#include "genres/nonogram/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::nonogram {

struct FeatureSettings {
  std::uint64_t trials = 100'000;
  EdgeBlack edge_black = EdgeBlack::printed;
  std::vector<Preference> preferences{};
  std::uint64_t simulations = 200;
};

[[nodiscard]] std::vector<FeatureFact> feature_facts();

/// `wanted` empty: all. Those that need the puzzle to be solvable by lines are null if it is not.
[[nodiscard]] Analysis features_of(const Clues& clues, const std::vector<std::string>& wanted,
                                   const FeatureSettings& settings, const Context& context);

/// The features that cost nothing, for a puzzle known to be solvable by lines alone.
[[nodiscard]] Value features_of_line_solvable(const Clues& clues);

/// Difficulty and interest from features; the formula is in docs/NONOGRAM.md.
[[nodiscard]] Prior prior_of(const Value& features);

}  // namespace nazo::nonogram
