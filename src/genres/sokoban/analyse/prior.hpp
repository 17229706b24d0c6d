// Difficulty and interest before anyone has played: percentiles of a stated reference population. docs/SOKOBAN.md has
// the formulas and says what the population is.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo::sokoban {

/// What the percentiles are of. Nothing if a feature it needs is missing.
[[nodiscard]] std::optional<double> raw_difficulty(const Value& features);
[[nodiscard]] std::optional<double> raw_interest(const Value& features);

[[nodiscard]] Prior prior(const Value& features);

}  // namespace nazo::sokoban
