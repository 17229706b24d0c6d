// Inside the room: what one person says of difficulty, as evidence of their own weights. Judge five puzzles, and the
// sixth is predicted: paper 001's loop.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/opinions.hpp"
#include "model/personal.hpp"

namespace nazo::model {

/// "X is harder than Y" with the difference of their features' scores and of what everybody's b says.
struct OwnComparison {
  Eigen::VectorXd features{};
  double difference = 0;
  int level = 3;
};

/// Comparisons as they are; marks as comparisons of every two puzzles that got different ones: how severe somebody is
/// then does not matter. One comparison of marks counts as little as there are many.
[[nodiscard]] std::vector<Pairing> as_pairs(const Opinions& said);

/// Moves the weights to what was said. Where plays have not shown that people differ (Tastes::none), weights of a
/// quarter of a deviation in all are thought possible.
void hear(OwnState& state, const std::vector<OwnComparison>& said, const OpinionScale& scale, Tastes shown);

}  // namespace nazo::model
