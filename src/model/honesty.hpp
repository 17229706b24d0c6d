// Inside the room: whose times have nothing to do with the puzzles? Beside the model of somebody who plays there is one
// of somebody who clicks about: wild times around a level of their own whatever the puzzle. What the others say of a
// puzzle, without this person's own play, decides between the two. That somebody has tastes of their own is no sign of
// clicking about.
#pragma once

#include <Eigen/Core>

#include "model/person_side.hpp"

namespace nazo::model {

struct HonestyInput {
  const PlayList& plays;
  const Working& working;         ///< full weights, as if everybody were honest
  const Eigen::VectorXd& scale;   ///< of each person's noise
  const Eigen::VectorXd& honest;  ///< as believed when b was found
  const Eigen::VectorXd &b, &b_variance;
  const PersonSide& persons;
  double level_sd = .45;
};

/// The probability that each person plays. `share` is that of persons who do not, before their plays; it is moved to
/// what the plays say, and never beyond a third.
[[nodiscard]] Eigen::VectorXd honesty(const HonestyInput& input, double& share);

}  // namespace nazo::model
