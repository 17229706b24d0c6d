// What can be measured of a deal; docs/SUPERPUZZ.md defines each feature.
#pragma once

#include <string>
#include <vector>

#include "genres/superpuzz/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

[[nodiscard]] const std::vector<FeatureFact>& feature_facts();

/// Features of the start alone, which cost nothing.
void add_start_features(const Position& start, Value& features);

/// `wanted` empty: all. Options: effort, paper-states.
[[nodiscard]] Analysis analyze(const Position& start, const std::vector<std::string>& wanted, const Options& options,
                               const Context& context);

[[nodiscard]] Prior prior(const Value& features);

}  // namespace nazo::superpuzz
