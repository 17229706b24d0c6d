#include "workshop/people_fields.hpp"

namespace nazo {

namespace {

Value number_or_null(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

Value fields_of(const model::Gates& gates) {
  return Value::object()
      .set("few", gates.few)
      .set("slope", gates.slope > 0)
      .set("slope_open", gates.slope)
      .set("corrections", gates.corrections > 0)
      .set("corrections_open", gates.corrections)
      .set("free_slope", gates.free_slope)
      .set("corrected", gates.corrected);
}

}  // namespace

Value fields_of(const Rated& rated) {
  const store::Estimates& e = rated.estimates;
  return Value::object()
      .set("difficulty", number_or_null(e.difficulty))
      .set("interest", number_or_null(e.interest))
      .set("time", number_or_null(e.time))
      .set("success", number_or_null(e.success))
      .set("model", rated.model)
      .set("difficulty_se", number_or_null(e.difficulty_se))
      .set("time_se", number_or_null(e.time_se))
      .set("success_se", number_or_null(e.success_se))
      .set("played", rated.played)
      .set("exact", rated.exact)
      .set("features", rated.features);
}

std::string_view silence_of(const Rated& rated) {
  if (rated.estimates.difficulty) return "";
  const Value* const solvable = rated.features.find("solvable");
  if (solvable != nullptr && solvable->boolean() != nullptr && !*solvable->boolean()) return "unsolvable";
  if (rated.limit != Limit::none || !rated.exact) return "undecided";
  return "unmeasured";
}

Value fields_of(const Rated& rated, const Rater& rater) {
  Value fields = fields_of(rated);
  if (const std::string_view why = silence_of(rated); !why.empty()) fields.set("reason", why);
  if (rater.simulated()) fields.set("simulated", true);
  if (rater.simulated_player()) fields.set("simulated_player", true);
  if (rated.own_words) fields.set("own_words", true);
  if (rated.limit != Limit::none) fields.set("limit", name(rated.limit));
  return fields;
}

Value line_of(const Rater::Recommended& drawn, const Rater& rater, const Genre& genre, const model::Wish& wish) {
  const store::Puzzle& puzzle = drawn.puzzle;
  Value line =
      Value::object().set("id", puzzle.title.empty() ? puzzle.key : puzzle.title).set("genre", genre.facts().name);
  const Value rated = fields_of(rater.rate(puzzle));
  for (const auto& [name, value] : *rated.fields()) line.set(name, value);
  line.set("key", puzzle.key)
      .set("puzzle", puzzle.text)
      .set("target", wish.target == model::Wanted::time ? "time" : "success")
      .set("wanted", wish.value)
      .set("predicted", drawn.choice.predicted)
      .set("standard_error", drawn.choice.standard_error)
      .set("propensity", drawn.choice.propensity);
  return line;
}

Value fields_of(const StudyStatus& s) {
  return Value::object()
      .set("study", s.study.key)
      .set("genre", s.study.genre)
      .set("title", s.study.title)
      .set("puzzles", s.study.puzzles.size())
      .set("order", store::name(s.study.order))
      .set("open", !s.study.closed.has_value())
      .set("participants", s.participants)
      .set("players", s.players)
      .set("plays", s.plays)
      .set("solved", s.solved)
      .set("gave_up", s.gave_up)
      .set("unfinished", s.unfinished)
      .set("rated", s.rated)
      .set("hours", s.hours)
      .set("excluded_pause", s.excluded.paused)
      .set("excluded_at_once", s.excluded.at_once)
      .set("comparisons", s.comparisons)
      .set("complete_comparisons", s.complete_comparisons)
      .set("simulated_players", s.simulated_players)
      .set("simulated_plays", s.simulated_plays)
      .set("simulated_comparisons", s.simulated_comparisons);
}

Value fields_of(const store::Study& made) {
  return Value::object()
      .set("study", made.key)
      .set("genre", made.genre)
      .set("puzzles", made.puzzles.size())
      .set("order", store::name(made.order));
}

Value fields_of(const SimulatedStudy& done, const std::string& study) {
  return Value::object()
      .set("study", study)
      .set("simulated", true)
      .set("players", done.players)
      .set("plays", done.plays)
      .set("solved", done.solved)
      .set("comparisons", done.comparisons);
}

Value fields_of(const model::Estimate& e) {
  return Value::object().set("value", e.value).set("se", e.standard_error).set("low", e.low).set("high", e.high);
}

Value fields_of(const FittedPeople& fitted, const Genre& genre) {
  const model::PeopleModel& m = fitted.model;
  Value weights = Value::object();
  for (std::size_t f = 0; f < m.feature_names.size(); ++f)
    weights.set(m.feature_names[f], Value::object()
                                        .set("time", fields_of(m.time.weight(static_cast<int>(f))))
                                        .set("success", fields_of(m.failure.weight(static_cast<int>(f)))));
  return Value::object()
      .set("model", fitted.key)
      .set("genre", genre.facts().name)
      .set("plays", m.plays)
      .set("players", m.person_keys.size())
      .set("puzzles", m.puzzle_keys.size())
      .set("sigma", m.time.sigma)
      .set("person_sd", m.time.person_sd)
      .set("puzzle_sd", m.time.puzzle_sd)
      .set("skill_sd", m.failure.person_sd)
      .set("logit_puzzle_sd", m.failure.puzzle_sd)
      .set("practice", m.time.practice)
      .set("practice_se", m.time.practice_se)
      .set("gates", Value::object().set("time", fields_of(m.time.gates)).set("success", fields_of(m.failure.gates)))
      .set("personal_spread_time", m.personal_time.spread)
      .set("personal_spread_success", m.personal_success.spread)
      .set("weights", weights)
      .set("rated", fitted.rated)
      .set("live", fitted.live)
      .set("simulated", fitted.data.of_simulated > 0)
      .set("comparison", figures_of(fitted.verdict))
      .set("opinions", trials_value(fitted.opinion_trials))
      .set("opinions_heard", fitted.opinions_heard);
}

}  // namespace nazo
