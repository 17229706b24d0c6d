// Paper 001 on the comparisons of a study: how hard each puzzle was found, how each person's scores go with each
// feature, and what of that is chance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/paired.hpp"
#include "model/person_features.hpp"
#include "workshop/account.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

/// A correlation from here on counts as strong, as in the paper.
inline constexpr double strong_correlation = .7;

struct ComparisonFit {
  ComparisonData data{};
  model::BradleyTerry strengths{};
  Eigen::MatrixXd correlations{};  ///< persons × features; only persons who compared all pairs
  model::ChanceLevel chance{};
  Eigen::Index some_strong = 0;  ///< persons with some |r| ≥ strong_correlation
};

/// An error if the study has no comparisons. `features` empty: those that differ between its puzzles.
[[nodiscard]] Result<ComparisonFit> comparison_fit(store::Store& store, const DataQuery& query,
                                                   const std::vector<std::string>& features, std::uint64_t seed);

/// The same laid out: the strengths with their intervals as a table and a figure, and each person's correlations.
[[nodiscard]] Account comparison_account(const ComparisonFit& fit);

}  // namespace nazo
