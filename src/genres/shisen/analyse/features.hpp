// The features of a board: what `analyze` prints.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "puzzle/genre.hpp"
#include "tiles/space/features.hpp"

namespace nazo::shisen {

[[nodiscard]] const std::vector<FeatureFact>& feature_facts();

using tiles::SpaceOrder;

/// A board with an even number of every kind.
[[nodiscard]] Result<Analysis> analyze_board(const Board& board, const SpaceOrder& order, const Context& context);

/// Difficulty and interest from the features; docs/SHISEN.md explains the formulas.
[[nodiscard]] Prior prior_of(const Value& features);

}  // namespace nazo::shisen
