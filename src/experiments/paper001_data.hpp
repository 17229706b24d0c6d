// What paper 001 printed about people and nonograms, carried by the program: the features of its five puzzles
// (table 4.2), the scores of twelve people (recovered from tables 4.3 and 4.4), and those tables themselves.
#pragma once

#include <Eigen/Core>

#include "model/person_features.hpp"

namespace nazo {

/// Table 4.2 and the scores.
[[nodiscard]] const model::ScoreTable& paper001_scores();
/// Tables 4.3 and 4.4 as printed: persons × features, cut (not rounded) at two decimals.
[[nodiscard]] const Eigen::MatrixXd& paper001_correlations();
/// Half of the last printed digit of each feature of table 4.2.
[[nodiscard]] const Eigen::VectorXd& paper001_feature_error();

/// The interval of correlations that the rounding of table 4.2 allows for a person and a feature: a lower and an upper
/// bound.
struct CorrelationRange {
  double low = 0, high = 0;
};
[[nodiscard]] CorrelationRange paper001_range(Eigen::Index person, Eigen::Index feature);

}  // namespace nazo
