// Everything that was learnt from the plays of one genre, in one value: fitted, saved, loaded, asked.
//
//   const PeopleModel model = fit_people(table, ratings, options);
//   const Prediction p = model.predict({model.puzzle_number(key), features}, nullptr);   // people at large
//   NAZO_TRY(again, PeopleModel::from_value(model.to_value()));
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"
#include "model/online.hpp"
#include "model/personal.hpp"
#include "model/plays.hpp"
#include "model/success_model.hpp"
#include "model/time_model.hpp"

namespace nazo::model {

/// What is expected of one puzzle, for people at large or for one person.
struct Prediction {
  double seconds = 0;      ///< the median time to solve
  double log_time_se = 0;  ///< standard error of its logarithm
  double success = 0;      ///< the probability of solving it
  double logit_se = 0;     ///< standard error of its logit
  double difficulty = 50;  ///< 0–100: where the puzzle stands among those the model was fitted to
  double difficulty_se = 0;
  std::optional<double> interest{};  ///< 0–100, from the players' own 1–5 ratings
  bool played = false;               ///< false: from the features alone
};

/// What a model knows of a puzzle: its number if it was in the fit, and its features in the model's order (NaN:
/// missing).
struct PuzzleView {
  int number = -1;
  Eigen::VectorXd features{};
};

/// The players' 1–5 marks of a puzzle.
struct Marks {
  int count = 0;
  double sum = 0;
};

/// What the model knows of one person.
struct PersonState {
  OwnState time{}, success{};
};

struct PeopleModel {
  static constexpr std::int64_t layout = 1;  ///< of to_value; changes when old models can no longer be read

  std::vector<std::string> feature_names{};
  std::vector<std::string> puzzle_keys{}, person_keys{};  ///< ascending
  TimeModel time{};
  SuccessModel success{};
  std::string success_kind = "rasch";  ///< or "2pl"
  PersonalWeights personal_time{}, personal_success{};
  std::vector<GlickoRating> glicko_puzzles{}, glicko_persons{};
  std::vector<double> elo_puzzles{}, elo_persons{};
  std::vector<Marks> marks{};
  double mean_mark = 3;
  std::size_t plays = 0;

  /// What difficulty is measured against: mean and spread of b over the puzzles of the fit.
  struct Scale {
    double centre = 0, spread = 1;
  };
  Scale time_scale{}, success_scale{};
  void measure();  ///< sets the scales

  [[nodiscard]] int puzzle_number(std::string_view key) const;  ///< −1: not in the fit
  [[nodiscard]] int person_number(std::string_view key) const;
  /// As it was at the fit.
  [[nodiscard]] PersonState person(int number) const { return {personal_time.of(number), personal_success.of(number)}; }
  /// From the person's plays as they are now, with the puzzles as the fit left them: a play counts from the moment it
  /// is made. Observation::puzzle is an index into `puzzles`.
  [[nodiscard]] PersonState learn_person(const std::vector<Observation>& plays,
                                         const std::vector<PuzzleView>& puzzles) const;
  /// For one person, or (nullptr) for people at large.
  [[nodiscard]] Prediction predict(const PuzzleView& puzzle, const PersonState* person) const;

  [[nodiscard]] Value to_value() const;
  [[nodiscard]] static Result<PeopleModel> from_value(const Value& value);
};

struct PeopleOptions {
  std::int64_t glicko_period = 86'400'000;  ///< a day
  FitLimits limits{};
};

/// Fits everything. `table` must hold plays; names are taken over as they are.
[[nodiscard]] PeopleModel fit_people(const PlayTable& table, std::vector<std::string> puzzle_keys,
                                     std::vector<std::string> person_keys, std::vector<Marks> marks,
                                     const PeopleOptions& options = {});

}  // namespace nazo::model
