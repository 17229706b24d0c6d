#include "model/people_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "model/crossed_data.hpp"
#include "model/stats.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

int number_of_key(const std::vector<std::string>& keys, std::string_view key) {
  const auto found = std::ranges::lower_bound(keys, key);
  return found != keys.end() && *found == key ? static_cast<int>(found - keys.begin()) : -1;
}

/// Log loss of a success model on plays it did not see.
double log_loss(const SuccessModel& model, const std::vector<Observation>& plays) {
  double sum = 0;
  for (const Observation& play : plays) {
    const double alpha = model.alpha[play.puzzle];
    const double variance =
        model.theta_se[play.person] * model.theta_se[play.person] + model.b_se[play.puzzle] * model.b_se[play.puzzle];
    const double p =
        averaged_logistic(alpha * (model.theta[play.person] - model.b[play.puzzle]), alpha * alpha * variance);
    sum -= std::log(std::clamp(play.solved ? p : 1 - p, 1e-12, 1.));
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, plays.size()));
}

/// Does letting puzzles differ in sharpness predict plays better that were not fitted?
bool sharpness_helps(const PlayTable& table, const FitLimits& limits) {
  const PlayTable part = is_large(table) ? sample_of_persons(table, persons_for_variances) : table;
  PlayTable seen = part;
  seen.plays.clear();
  std::vector<Observation> unseen;
  Rng rng(11);
  for (const Observation& play : part.plays) (rng.chance(.2) ? unseen : seen.plays).push_back(play);
  if (unseen.size() < 100) return false;
  const SuccessModel rasch = fit_rasch(seen, limits);
  return log_loss(fit_2pl(seen, rasch, limits), unseen) < log_loss(rasch, unseen) - 1e-4;
}

}  // namespace

void PeopleModel::measure() {
  const auto scale_of = [](const VectorXd& b) -> Scale {
    if (b.size() == 0) return {};
    const double centre = b.mean(), spread = std::sqrt((b.array() - centre).square().mean());
    return {centre, spread > 1e-6 ? spread : 1};
  };
  time_scale = scale_of(time.b);
  success_scale = scale_of(success.b);
}

int PeopleModel::puzzle_number(std::string_view key) const { return number_of_key(puzzle_keys, key); }
int PeopleModel::person_number(std::string_view key) const { return number_of_key(person_keys, key); }

namespace {

Estimate time_of(const PeopleModel& model, const PuzzleView& puzzle) {
  const int j = puzzle.number;
  return j >= 0 ? normal_estimate(model.time.b[j], model.time.b_se[j]) : model.time.cold(puzzle.features);
}
Estimate success_of(const PeopleModel& model, const PuzzleView& puzzle) {
  const int j = puzzle.number;
  return j >= 0 ? normal_estimate(model.success.b[j], model.success.b_se[j]) : model.success.cold(puzzle.features);
}
VectorXd standard_row(const PeopleModel& model, const PuzzleView& puzzle) {
  return model.feature_names.empty()
             ? VectorXd()
             : VectorXd(model.time.standard.apply(puzzle.features.transpose()).row(0).transpose());
}

}  // namespace

PersonState PeopleModel::learn_person(const std::vector<Observation>& own_plays,
                                      const std::vector<PuzzleView>& puzzles) const {
  const auto n = static_cast<Index>(own_plays.size()), p = static_cast<Index>(feature_names.size());
  OwnPlays own{Eigen::MatrixXd(n, p), VectorXd(n), VectorXd(n), VectorXd::Ones(n), own_plays};
  OwnPlays outcomes = own;
  for (Index k = 0; k < n; ++k) {
    const PuzzleView& view = puzzles[static_cast<std::size_t>(own_plays[static_cast<std::size_t>(k)].puzzle)];
    own.x.row(k) = standard_row(*this, view).transpose();
    const Estimate time_b = time_of(*this, view), success_b = success_of(*this, view);
    own.b[k] = time_b.value;
    own.b_se[k] = time_b.standard_error;
    outcomes.b[k] = success_b.value;
    outcomes.b_se[k] = success_b.standard_error;
    if (view.number >= 0) outcomes.alpha[k] = success.alpha[view.number];
  }
  outcomes.x = own.x;
  return {learn_time(own, time, personal_time), learn_success(outcomes, personal_success)};
}

Prediction PeopleModel::predict(const PuzzleView& puzzle, const PersonState* person) const {
  Prediction out;
  const int j = puzzle.number;
  out.played = j >= 0;
  const Estimate time_b = time_of(*this, puzzle), success_b = success_of(*this, puzzle);
  const double alpha = j >= 0 ? success.alpha[j] : 1;

  const double z = ((time_b.value - time_scale.centre) / time_scale.spread +
                    (success_b.value - success_scale.centre) / success_scale.spread) /
                   2;
  const double z_se =
      std::hypot(time_b.standard_error / time_scale.spread, success_b.standard_error / success_scale.spread) / 2;
  out.difficulty = 100 * normal_cdf(z);
  out.difficulty_se = 100 * normal_density(z) * z_se;

  double log_time = time_b.value, time_error = 0, logit = -success_b.value, logit_error = success.person_sd;
  if (person != nullptr) {
    const VectorXd x = standard_row(*this, puzzle);
    log_time += person->time.own + person->time.u.dot(x);
    time_error = person->time.standard_error(x);
    logit += person->success.own + person->success.u.dot(x);
    logit_error = person->success.standard_error(x);
  }
  out.log_time_se = std::hypot(time_b.standard_error, time_error);
  out.seconds = std::exp(log_time);
  out.logit_se = alpha * std::hypot(success_b.standard_error, logit_error);
  out.success = averaged_logistic(alpha * logit, out.logit_se * out.logit_se);
  if (person == nullptr)
    out.logit_se = alpha * success_b.standard_error;  // that people differ is no error of the puzzle's estimate

  const Marks mine =
      j >= 0 && static_cast<std::size_t>(j) < marks.size() ? marks[static_cast<std::size_t>(j)] : Marks{};
  if (mine.count > 0) {
    constexpr double prior_marks =
        5;  // as many marks at the mean of all are added, so that one enthusiast does not decide
    out.interest = 25 * ((mine.sum + prior_marks * mean_mark) / (mine.count + prior_marks) - 1);
  }
  return out;
}

PeopleModel fit_people(const PlayTable& table, std::vector<std::string> puzzle_keys,
                       std::vector<std::string> person_keys, std::vector<Marks> marks, const PeopleOptions& options) {
  PeopleModel model;
  model.feature_names = table.feature_names;
  model.puzzle_keys = std::move(puzzle_keys);
  model.person_keys = std::move(person_keys);
  model.marks = std::move(marks);
  model.plays = table.plays.size();
  double count = 0, sum = 0;
  for (const Marks& m : model.marks) {
    count += m.count;
    sum += m.sum;
  }
  if (count > 0) model.mean_mark = sum / count;

  model.time = fit_time(table, options.limits);
  model.success = fit_rasch(table, options.limits);
  if (sharpness_helps(table, options.limits)) {
    model.success = fit_2pl(table, model.success, options.limits);
    model.success_kind = "2pl";
  }
  TimeTogether time = fit_together(table, std::move(model.time), options.limits);
  SuccessTogether success = fit_together(table, std::move(model.success), options.limits);
  model.time = std::move(time.common);
  model.personal_time = std::move(time.own);
  model.success = std::move(success.common);
  model.personal_success = std::move(success.own);
  model.measure();
  const GlickoTable glicko = run_glicko(table, options.glicko_period);
  model.glicko_persons = glicko.persons;
  model.glicko_puzzles = glicko.puzzles;
  const Elo elo = run_elo(table);
  for (int i = 0; i < table.persons; ++i) model.elo_persons.push_back(elo.skill(i));
  for (int j = 0; j < table.puzzles; ++j) model.elo_puzzles.push_back(elo.difficulty(j));
  return model;
}

}  // namespace nazo::model
