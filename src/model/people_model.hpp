// Everything that was learnt from the plays of one genre, in one value: fitted, saved, loaded, asked.
//
//   const PeopleModel model = fit_people({table, collection, puzzle_keys, person_keys});
//   const Prediction p = model.predict({model.puzzle_number(key), features, word}, nullptr);   // people at large
//   NAZO_TRY(again, PeopleModel::from_value(model.to_value()));
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"
#include "model/anchored_model.hpp"
#include "model/difficulty_scale.hpp"
#include "model/online.hpp"
#include "model/personal.hpp"
#include "model/plays.hpp"

namespace nazo::model {

/// What is expected of one puzzle, for people at large or for one person.
struct Prediction {
  double seconds = 0;      ///< the median time to solve
  double log_time_se = 0;  ///< standard error of its logarithm
  double success = 0;      ///< the probability of solving it
  double logit_se = 0;     ///< standard error of its logit
  double difficulty = 50;  ///< 0–100: the puzzle's place in the collection, as the genre numbers places
  double difficulty_se = 0;
  bool played = false;  ///< false: from the features alone
};

/// What a model knows of a puzzle: its number if it was in the fit, its features in the model's order (NaN: missing),
/// and what its genre says of it.
struct PuzzleView {
  int number = -1;
  Eigen::VectorXd features{};
  PriorWord word{};
};

/// What the model knows of one person.
struct PersonState {
  OwnState time{}, success{};
  double plays_before = 0;  ///< finished plays of the genre: practice
};

struct PeopleModel {
  static constexpr std::int64_t layout = 2;  ///< of to_value; changes when old models can no longer be read

  std::vector<std::string> feature_names{};
  std::vector<std::string> puzzle_keys{}, person_keys{};  ///< ascending
  AnchoredModel time{}, failure{};
  DifficultyScale scale{};
  PersonalWeights personal_time{}, personal_success{};
  std::vector<GlickoRating> glicko_puzzles{}, glicko_persons{};
  std::vector<double> elo_puzzles{}, elo_persons{};
  std::size_t plays = 0;
  std::vector<double> person_plays{};  ///< of each person

  [[nodiscard]] int puzzle_number(std::string_view key) const;  ///< −1: not in the fit
  [[nodiscard]] int person_number(std::string_view key) const;
  /// b of a puzzle, played or not.
  [[nodiscard]] Estimate time_of(const PuzzleView& puzzle) const;
  [[nodiscard]] Estimate failure_of(const PuzzleView& puzzle) const;
  /// Time and success as one number without a unit, higher is harder; what belongs to size alone is taken off.
  [[nodiscard]] Estimate index_of(const PuzzleView& puzzle) const;
  /// As it was at the fit.
  [[nodiscard]] PersonState person(int number) const;
  /// From the person's plays as they are now, with the puzzles as the fit left them: a play counts from the moment it
  /// is made. Observation::puzzle is an index into `puzzles`.
  /// What they said of difficulty counts as well, with the same numbers of puzzles.
  [[nodiscard]] PersonState learn_person(const std::vector<Observation>& plays, const std::vector<PuzzleView>& puzzles,
                                         const Opinions& said = {}) const;
  /// For one person, or (nullptr) for people at large.
  [[nodiscard]] Prediction predict(const PuzzleView& puzzle, const PersonState* person) const;

  [[nodiscard]] Value to_value() const;
  [[nodiscard]] static Result<PeopleModel> from_value(const Value& value);
};

/// What a fit stands on. `table` must hold plays; keys are those of its puzzles and persons, ascending.
struct PeopleInput {
  const PlayTable& table;
  const Collection& collection;
  std::vector<std::string> puzzle_keys{}, person_keys{};
};
/// Fits everything.
[[nodiscard]] PeopleModel fit_people(PeopleInput input);

}  // namespace nazo::model
