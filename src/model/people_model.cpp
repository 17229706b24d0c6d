#include "model/people_model.hpp"

#include <algorithm>
#include <cmath>

#include "model/first_plays.hpp"
#include "model/own_opinions.hpp"
#include "model/stats.hpp"
#include "model/success_model.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// b before it is held in its range: everybody may be done in two seconds, and yet one puzzle is harder than another.
Estimate free_b(const AnchoredModel& model, const PuzzleView& puzzle) {
  if (puzzle.number >= 0) return normal_estimate(model.b[puzzle.number], model.b_se[puzzle.number]);
  return model.unbounded(puzzle.word, puzzle.features);
}

int number_of_key(const std::vector<std::string>& keys, std::string_view key) {
  const auto found = std::ranges::lower_bound(keys, key);
  return found != keys.end() && *found == key ? static_cast<int>(found - keys.begin()) : -1;
}

}  // namespace

int PeopleModel::puzzle_number(std::string_view key) const { return number_of_key(puzzle_keys, key); }
int PeopleModel::person_number(std::string_view key) const { return number_of_key(person_keys, key); }

Estimate PeopleModel::time_of(const PuzzleView& puzzle) const {
  return puzzle.number >= 0 ? time.played(puzzle.number) : time.cold(puzzle.word, puzzle.features);
}
Estimate PeopleModel::failure_of(const PuzzleView& puzzle) const {
  return puzzle.number >= 0 ? failure.played(puzzle.number) : failure.cold(puzzle.word, puzzle.features);
}
Estimate PeopleModel::index_of(const PuzzleView& puzzle) const {
  const Estimate time_b = free_b(time, puzzle), failure_b = free_b(failure, puzzle);
  const double value = scale.time.z(time_b.value - time.size_part(puzzle.word)) +
                       scale.failure.z(failure_b.value - failure.size_part(puzzle.word));
  const double error =
      std::hypot(time_b.standard_error / scale.time.spread, failure_b.standard_error / scale.failure.spread);
  return normal_estimate(value / 2, error / 2);
}

namespace {

VectorXd scores_of(const PeopleModel& model, const PuzzleView& puzzle) {
  if (model.feature_names.empty()) return {};
  return model.time.basis.scale.apply(puzzle.features.transpose()).row(0).transpose();
}

/// One odd time must not make somebody slow: it counts as far as three deviations go.
double tamed_seconds(const AnchoredModel& time, const Observation& play, const Estimate& b) {
  const double reach = 3 * std::hypot(1.3 * time.sigma, time.person_sd, b.standard_error);
  const double log_time = std::log(std::max(play.seconds, .1));
  return std::exp(std::clamp(log_time, b.value - reach, b.value + reach));
}

}  // namespace

PersonState PeopleModel::person(int number) const {
  return {personal_time.of(number), personal_success.of(number), person_plays[static_cast<std::size_t>(number)]};
}

PersonState PeopleModel::learn_person(const std::vector<Observation>& own_plays, const std::vector<PuzzleView>& puzzles,
                                      const Opinions& said) const {
  const std::vector<Observation> counted = first_plays(own_plays);
  const auto n = static_cast<Index>(counted.size()), p = static_cast<Index>(feature_names.size());
  OwnPlays own{Eigen::MatrixXd(n, p), VectorXd(n), VectorXd(n), VectorXd::Ones(n), counted};
  OwnPlays outcomes = own;
  double practice = static_cast<double>(own_plays.size());
  for (Index k = 0; k < n; ++k) {
    Observation& play = own.plays[static_cast<std::size_t>(k)];
    const PuzzleView& view = puzzles[static_cast<std::size_t>(play.puzzle)];
    const double before = play.plays_before;
    if (before + 1 > practice) practice = before + 1;
    own.x.row(k) = scores_of(*this, view).transpose();
    Estimate time_b = time_of(view), failure_b = failure_of(view);
    time_b.value -= time.practised(before);
    failure_b.value -= failure.practised(before);
    play.seconds = tamed_seconds(time, play, time_b);
    own.b[k] = time_b.value;
    own.b_se[k] = time_b.standard_error;
    outcomes.b[k] = failure_b.value;
    outcomes.b_se[k] = failure_b.standard_error;
  }
  outcomes.x = own.x;
  PersonState out{learn_time(own, time.sigma, personal_time), learn_success(outcomes, personal_success), practice};
  const std::vector<Pairing> pairs = as_pairs(said);
  if (pairs.empty()) return out;
  std::vector<OwnComparison> heard;
  for (const Pairing& pair : pairs) {
    const PuzzleView &x = puzzles[static_cast<std::size_t>(pair.x)], &y = puzzles[static_cast<std::size_t>(pair.y)];
    const double difference = time_of(x).value - time.size_part(x.word) - time_of(y).value + time.size_part(y.word);
    heard.push_back({scores_of(*this, x) - scores_of(*this, y), difference, pair.level});
  }
  constexpr double noticeable = 1e-3;
  hear(out.time, heard, time.opinions, personal_time.spread > noticeable ? Tastes::any : Tastes::none);
  return out;
}

Prediction PeopleModel::predict(const PuzzleView& puzzle, const PersonState* person) const {
  Prediction out;
  const int j = puzzle.number;
  out.played = j >= 0;
  const Estimate time_b = time_of(puzzle), failure_b = failure_of(puzzle), index = index_of(puzzle);
  double harder = 0;
  if (person != nullptr) {  // harder or easier for them than for others
    const VectorXd x = scores_of(*this, puzzle);
    harder = .5 * (person->time.u.dot(x) / scale.time.spread - person->success.u.dot(x) / scale.failure.spread);
  }
  const double place = index.value + harder, number = puzzle.word.difficulty;
  const auto at = [&](double off) { return scale.at(place + off, number, harder); };
  out.difficulty = at(0);
  out.difficulty_se = (at(index.standard_error) - at(-index.standard_error)) / 2;

  double log_time = time_b.value, time_error = 0, logit = -failure_b.value, logit_error = failure.person_sd;
  if (person != nullptr) {
    const VectorXd x = scores_of(*this, puzzle);
    log_time += person->time.own + person->time.u.dot(x) - time.practised(person->plays_before);
    time_error = person->time.standard_error(x);
    logit += person->success.own + person->success.u.dot(x) + failure.practised(person->plays_before);
    logit_error = person->success.standard_error(x);
  }
  const BRange range = range_of(Measure::time);
  out.log_time_se = std::hypot(time_b.standard_error, time_error);
  out.seconds = std::exp(std::clamp(log_time, range.low, range.high));
  out.logit_se = std::hypot(failure_b.standard_error, logit_error);
  out.success = averaged_logistic(logit, out.logit_se * out.logit_se);
  if (person == nullptr)
    out.logit_se = failure_b.standard_error;  // that people differ is no error of the puzzle's estimate
  return out;
}

namespace {

/// Every puzzle of the collection as the model sees it.
std::vector<PuzzleView> views_of(const PlayTable& table, const Collection& collection) {
  std::vector<PuzzleView> views;
  const bool whole = !collection.words.empty();
  const std::size_t count = whole ? collection.words.size() : static_cast<std::size_t>(table.puzzles);
  for (std::size_t k = 0; k < count; ++k) {
    const auto row = static_cast<Index>(k);
    PuzzleView view;
    view.number = whole ? collection.number[k] : static_cast<int>(k);
    view.features = (whole ? collection.features : table.features).row(row).transpose();
    if (whole) view.word = collection.words[k];
    if (!whole && !table.words.empty()) view.word = table.words[k];
    views.push_back(std::move(view));
  }
  return views;
}

void measure_difficulty(PeopleModel& model, const std::vector<PuzzleView>& views) {
  std::vector<double> times, failures, indices, genre;
  for (const PuzzleView& view : views) {
    times.push_back(free_b(model.time, view).value - model.time.size_part(view.word));
    failures.push_back(free_b(model.failure, view).value - model.failure.size_part(view.word));
    genre.push_back(view.word.difficulty);
  }
  model.scale.time = BScale::of(times);
  model.scale.failure = BScale::of(failures);
  for (const PuzzleView& view : views) indices.push_back(model.index_of(view).value);
  model.scale.measure(std::move(indices), std::move(genre));
}

/// Tastes count where features do, and only if they explain the plays clearly better than none.
PersonalWeights own_weights(const PlayTable& all, const AnchoredModel& model, Target target) {
  constexpr double least_gain = 2;
  PlayTable table = all;
  table.plays = first_plays(all.plays);
  CommonPart part{.x = model.basis.scale.apply(table.features), .b = model.b, .b_se = model.b_se};
  for (const Observation& play : table.plays) part.practised.push_back(model.practised(play.plays_before));
  part.sigma = model.sigma;
  part.person_sd = model.person_sd;
  if (target == Target::time)
    for (std::size_t k = 0; k < table.plays.size(); ++k) {
      Estimate b = model.played(table.plays[k].puzzle);
      b.value -= part.practised[k];
      table.plays[k].seconds = tamed_seconds(model, table.plays[k], b);
    }
  if (model.gates.corrections > 0) {
    PersonalWeights found = fit_personal(table, part, target, Tastes::any);
    if (found.log_likelihood_gain > least_gain) return found;
  }
  return fit_personal(table, part, target, Tastes::none);
}

}  // namespace

PeopleModel fit_people(PeopleInput input) {
  const PlayTable& table = input.table;
  PeopleModel model;
  model.feature_names = table.feature_names;
  model.puzzle_keys = std::move(input.puzzle_keys);
  model.person_keys = std::move(input.person_keys);
  model.plays = table.plays.size();

  model.person_plays.resize(static_cast<std::size_t>(table.persons));
  for (const Observation& play : table.plays) model.person_plays[static_cast<std::size_t>(play.person)] += 1;
  model.time = fit_anchored(table, input.collection, Measure::time);
  model.failure = fit_anchored(table, input.collection, Measure::failure, &model.time.honest);
  model.personal_time = own_weights(table, model.time, Target::time);
  model.personal_success = own_weights(table, model.failure, Target::success);
  measure_difficulty(model, views_of(table, input.collection));
  constexpr std::int64_t a_day = 86'400'000;
  const GlickoTable glicko = run_glicko(table, a_day);
  model.glicko_persons = glicko.persons;
  model.glicko_puzzles = glicko.puzzles;
  const Elo elo = run_elo(table);
  for (int i = 0; i < table.persons; ++i) model.elo_persons.push_back(elo.skill(i));
  for (int j = 0; j < table.puzzles; ++j) model.elo_puzzles.push_back(elo.difficulty(j));
  return model;
}

}  // namespace nazo::model
