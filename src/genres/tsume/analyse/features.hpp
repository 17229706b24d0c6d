// Features of a problem: the paper's proof numbers, and what the main line shows.
#pragma once

#include <string>
#include <vector>

#include "genres/tsume/analyse/pns.hpp"
#include "genres/tsume/rules/position.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "puzzle/genre.hpp"

namespace nazo::tsume {

[[nodiscard]] std::vector<FeatureFact> feature_facts();

/// What the main line shows.
struct LineFeatures {
  int length = 0;
  int pieces = 0;  ///< on the board, both kings too, and in the attacker's hand
  double checks_mean = 0, evasions_mean = 0;
  int sacrifices = 0;       ///< attacking pieces that the defender takes at once on the square they went to
  int quiet_drops = 0;      ///< drops by the attacker that the defender does not take at once
  int king_walk = 0;        ///< steps of the defender's king
  int captures = 0;         ///< by the attacker
  int underpromotions = 0;  ///< promotions that the attacker declines
  int interpositions = 0;   ///< drops by the defender
};
[[nodiscard]] LineFeatures line_features(const Position& start, const std::vector<Move16>& line);

[[nodiscard]] Analysis analyze(const Position& start, const std::vector<std::string>& wanted, const PnsOptions& pns,
                               const SolveOptions& solving, const Context& context);

/// What interest is the percentile of; NaN where a feature is missing. It has no ceiling, so that a composer can climb
/// on it beyond the best of the population.
[[nodiscard]] double interest_index(const Value& features);

/// Difficulty and interest as percentiles; see docs/TSUME.md.
[[nodiscard]] Prior prior(const Value& features);

}  // namespace nazo::tsume
