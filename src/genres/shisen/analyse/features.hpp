// The features of a board: what `analyze` prints.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::shisen {

[[nodiscard]] const std::vector<FeatureFact>& feature_facts();

struct AnalysisRequest {
  std::vector<std::string> wanted{};  ///< empty: all
  int split = 13;                     ///< pairs gone: where the second part begins
  bool estimate = false;
  std::uint64_t sweeps = 0;  ///< of an estimate; 0: as many as time allows
};

/// A board with an even number of every kind.
[[nodiscard]] Result<Analysis> analyze_board(const Board& board, const AnalysisRequest& request,
                                             const Context& context);

/// Difficulty and interest from the features; docs/SHISEN.md explains the formulas.
[[nodiscard]] Prior prior_of(const Value& features);

}  // namespace nazo::shisen
