// Which puzzle next? One whose predicted success (or time) is nearest to what the player asked for, with some curiosity
// about puzzles of which little is known. Every draw states the probability with which it was made.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "model/people_model.hpp"

namespace nazo::model {

enum class Wanted { success, time };

struct Wish {
  Wanted target = Wanted::success;
  double value = .7;  ///< a probability, or seconds
  std::size_t count = 1;
  std::size_t pool = 200;  ///< so many of the nearest are considered at all
  double width =
      .05;  ///< how sharply: at this distance (in probability, or in ln seconds) a puzzle is e times less likely
  double curiosity = 1;  ///< a puzzle of average uncertainty is 1 + this as likely as one that is known exactly
};

struct Choice {
  int puzzle = 0;             ///< index into the candidates
  double predicted = 0;       ///< a probability, or seconds
  double standard_error = 0;  ///< of the logit, or of ln seconds
  double propensity = 1;      ///< with which it was drawn, given the draws before it
};

/// The draw itself, from predictions made anyhow: probabilities or ln seconds, with variances (of logits or ln
/// seconds).
[[nodiscard]] std::vector<Choice> draw_choices(const Eigen::ArrayXf& value, const Eigen::ArrayXf& variance,
                                               const Wish& wish, std::span<const int> avoid, Rng& rng);

/// Candidates laid out for speed: a request costs one pass over them.
class Recommender {
 public:
  Recommender(const PeopleModel& model, const std::vector<PuzzleView>& candidates);

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(time_b_.size()); }

  /// `avoid`: indices of candidates not to give (recently seen). `person` null: somebody new.
  [[nodiscard]] std::vector<Choice> recommend(const PersonState* person, const Wish& wish, std::span<const int> avoid,
                                              Rng& rng) const;

 private:
  const PeopleModel& model_;
  Eigen::MatrixXf x_;  ///< candidates × features, as scores
  Eigen::ArrayXf time_b_, time_variance_, success_b_, success_variance_;
};

}  // namespace nazo::model
