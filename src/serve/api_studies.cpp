// Routes about studies: what a researcher sets up and reads, and a participant's way through one.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "store/exchange.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/fit_report.hpp"
#include "workshop/study_run.hpp"

namespace nazo::serve {

namespace {

constexpr std::string_view no_study = "there is no such study";
constexpr std::size_t most_study_puzzles = 500;

Value questions(const store::Study& study) {
  return Value::object()
      .set("key", study.key)
      .set("genre", study.genre)
      .set("title", study.title)
      .set("count", study.puzzles.size())
      .set("ask_experience", study.ask_experience)
      .set("ask_rating", study.ask_rating)
      .set("ask_comparisons", study.ask_comparisons)
      .set("closed", study.closed.has_value());
}

Value texts(const std::vector<std::string>& items) {
  Value list = Value::array();
  for (const std::string& item : items) list.push(item);
  return list;
}

/// The study's puzzles in this participant's order.
Value sequence(const store::Study& study, const store::Participant& participant) {
  Value list = Value::array();
  for (const std::size_t place : puzzle_order(study, participant.number)) list.push(study.puzzles[place]);
  return list;
}

/// Every puzzle of the study with its index of difficulty (null where nobody has played it) and its features.
Value points_of(const store::Study& study, const PeopleData& data, model::Target target) {
  const Eigen::VectorXd index = model::difficulty_index(data.table, target);
  const auto number = [](double value) { return std::isfinite(value) ? Value(value) : Value(); };
  Value points = Value::array();
  for (const std::string& key : study.puzzles) {
    Value point = Value::object().set("puzzle", key);
    Value features = Value::object();
    const auto played = std::ranges::lower_bound(data.puzzle_keys, key);
    if (played != data.puzzle_keys.end() && *played == key) {
      const Eigen::Index at = played - data.puzzle_keys.begin();
      point.set("index", number(index[at]));
      for (std::size_t f = 0; f < data.table.feature_names.size(); ++f)
        features.set(data.table.feature_names[f], number(data.table.features(at, static_cast<Eigen::Index>(f))));
    } else {
      point.set("index", Value());
    }
    points.push(point.set("features", features));
  }
  return points;
}

Value regression_json(const FitRow& row) {
  const model::Regression& fit = row.regression;
  Value coefficients = Value::array();
  for (std::size_t i = 0; i < row.predictors.size(); ++i)
    coefficients.push(Value::object()
                          .set("name", row.predictors[i])
                          .set("value", fit.coefficients[i].value)
                          .set("se", fit.coefficients[i].standard_error));
  return Value::object()
      .set("n", fit.n)
      .set("r", fit.r)
      .set("adj_r2", fit.adjusted_r2)
      .set("cv_r", fit.cv_r)
      .set("constant", fit.constant.value)
      .set("coefficients", coefficients);
}

/// How many of them do not exist.
std::int64_t simulated_among(const std::vector<store::Participant>& people, const std::set<std::string>& simulated) {
  return std::ranges::count_if(people, [&](const store::Participant& one) { return simulated.contains(one.player); });
}

}  // namespace

Response Api::list_studies(Call&) {
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto studies = (**store)->list_studies();
  if (!studies) return refusal(500, studies.error());
  const auto simulated = simulated_players(***store);
  if (!simulated) return refusal(500, simulated.error());
  Value list = Value::array();
  for (const store::Study& study : *studies) {
    const auto people = (**store)->participants(study.key);
    const auto plays = (**store)->count_plays({.study = study.key});
    if (!people || !plays) return refusal(500, people ? plays.error() : people.error());
    list.push(questions(study)
                  .set("participants", people->size())
                  .set("simulated", simulated_among(*people, *simulated))
                  .set("plays", *plays)
                  .set("created", study.created));
  }
  return json_response(Value::object().set("studies", list));
}

Response Api::post_study(Call& call) {
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  store::Study study;
  const auto key = needed_text(*object, "key"), genre = needed_text(*object, "genre"),
             title = text_field(*object, "title"), order = text_field(*object, "order", "random");
  for (const auto* field : {&key, &genre, &title, &order})
    if (!*field) return refusal(400, field->error());
  if (!looks_like_key(*key)) return refusal(400, "\"key\" must be letters, digits, - and _, at most 80");
  if (find_genre(settings_.genres, *genre) == nullptr) return refusal(400, cat("no genre ", in_quotes(*genre)));
  const auto known_order = store::study_order(*order);
  if (!known_order) return refusal(400, "\"order\" must be fixed, random or balanced");
  const auto seed = number_field(*object, "seed");
  const auto experience = flag_field(*object, "ask_experience", true), rating = flag_field(*object, "ask_rating", true),
             comparisons = flag_field(*object, "ask_comparisons", false);
  if (!seed) return refusal(400, seed.error());
  for (const auto* field : {&experience, &rating, &comparisons})
    if (!*field) return refusal(400, field->error());
  study = {.key = *key,
           .genre = *genre,
           .title = *title,
           .order = *known_order,
           .seed = static_cast<std::uint32_t>(std::clamp(seed->value_or(1), 0.0, 4e9))};
  study.ask_experience = *experience;
  study.ask_rating = *rating;
  study.ask_comparisons = *comparisons;
  study.created = settings_.now();
  const Value* puzzles = object->find("puzzles");
  if (puzzles == nullptr || puzzles->items() == nullptr || puzzles->items()->empty())
    return refusal(400, "\"puzzles\" must be a list of puzzles' keys");
  if (puzzles->items()->size() > most_study_puzzles)
    return refusal(400, cat("more than ", most_study_puzzles, " puzzles"));
  if (*comparisons && puzzles->items()->size() > 7) return refusal(400, "all pairs are compared for at most 7 puzzles");
  for (const Value& item : *puzzles->items()) {
    if (item.string() == nullptr) return refusal(400, "\"puzzles\" must be a list of puzzles' keys");
    const auto known = known_puzzle(*item.string());
    if (!known) return refusal(500, known.error());
    if (!*known) return refusal(404, cat("there is no puzzle ", in_quotes(*item.string())));
    if ((*known)->puzzle.genre != *genre) return refusal(400, cat(in_quotes(*item.string()), " is of another genre"));
    if (std::ranges::count(study.puzzles, *item.string()))
      return refusal(400, cat(in_quotes(*item.string()), " is there twice"));
    study.puzzles.push_back(*item.string());
  }
  const std::lock_guard lock(writing_);
  if (auto made = writer_->create_study(study); !made) return refusal(409, made.error());
  log("study created", Value::object().set("study", study.key));
  return json_response(questions(study), 201);
}

Response Api::get_study(Call& call) {
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto study = (**store)->find_study(call.word("key"));
  if (!study) return refusal(500, study.error());
  return *study ? json_response(questions(**study)) : refusal(404, no_study);
}

Response Api::join_study(Call& call) {
  if (call.player.empty()) return refusal(401, who_are_you);
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto study = (**store)->find_study(call.word("key"));
  if (!study) return refusal(500, study.error());
  if (!*study) return refusal(404, no_study);
  // A secret that somebody made up is a new player too, and takes as much room.
  if (auto refused = refused_to_meet(call, call.player)) return std::move(*refused);
  if (auto met = meet(call.player, call.arrived); !met) return refusal(409, met.error());
  const auto participant = keep_of(call, [&]() -> Result<store::Participant> {
    const std::lock_guard lock(writing_);
    NAZO_TRY(people, writer_->participants((*study)->key));
    const auto in = std::ranges::find(people, call.player, &store::Participant::player);
    if (in != people.end()) return *in;
    if ((*study)->closed) return fail("this study is closed");
    return writer_->join_study((*study)->key, call.player, settings_.now());
  });
  if (!participant) return refusal(409, participant.error());
  return json_response(questions(**study)
                           .set("number", participant->number)
                           .set("answers", participant->answers)
                           .set("puzzles", sequence(**study, *participant)));
}

Response Api::post_answers(Call& call) {
  if (call.player.empty()) return refusal(401, who_are_you);
  if (auto refused = refused_to_keep(call)) return std::move(*refused);
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  const Value* answers = object->find("answers");
  if (answers == nullptr || !answers->is_object() || answers->json().size() > 10'000)
    return refusal(400, "\"answers\" must be a small object");
  const std::lock_guard lock(writing_);
  if (auto kept = writer_->set_answers(call.word("key"), call.player, *answers); !kept)
    return refusal(409, kept.error());
  return json_response(Value::object().set("kept", "added"), 201);
}

Response Api::get_progress(Call& call) {
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto study = (**store)->find_study(call.word("key"));
  if (!study) return refusal(500, study.error());
  if (!*study) return refusal(404, no_study);
  const auto people = (**store)->participants((*study)->key);
  const auto rows = (**store)->play_rows({.study = (*study)->key});
  const auto comparisons = (**store)->comparisons({.study = (*study)->key});
  const auto simulated = simulated_players(***store);
  if (!people) return refusal(500, people.error());
  if (!simulated) return refusal(500, simulated.error());
  if (!rows) return refusal(500, rows.error());
  if (!comparisons) return refusal(500, comparisons.error());
  struct Count {
    int finished = 0, solved = 0;
  };
  std::map<std::string, Count> by_player, by_puzzle;
  for (const store::PlayRow& row : *rows) {
    if (row.outcome == store::Outcome::unfinished) continue;
    for (Count* count : {&by_player[row.player], &by_puzzle[row.puzzle]}) {
      ++count->finished;
      count->solved += row.outcome == store::Outcome::solved;
    }
  }
  Value list = Value::array(), puzzles = Value::array();
  for (const store::Participant& person : *people) {
    const Count count = by_player[person.player];
    list.push(Value::object()
                  .set("number", person.number)
                  .set("joined", person.joined)
                  .set("finished", count.finished)
                  .set("solved", count.solved)
                  .set("answers", person.answers));
  }
  for (const std::string& key : (*study)->puzzles) {
    const Count count = by_puzzle[key];
    puzzles.push(Value::object().set("key", key).set("finished", count.finished).set("solved", count.solved));
  }
  return json_response(questions(**study)
                           .set("participants", list)
                           .set("simulated", simulated_among(*people, *simulated))
                           .set("puzzles", puzzles)
                           .set("plays", rows->size())
                           .set("comparisons", comparisons->size()));
}

Response Api::get_fit(Call& call) {
  const std::string target = call.asked("target").empty() ? "time" : call.asked("target");
  if (target != "time" && target != "success") return refusal(400, "\"target\" must be time or success");
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto study = (**store)->find_study(call.word("key"));
  if (!study) return refusal(500, study.error());
  if (!*study) return refusal(404, no_study);
  const auto data = people_data(***store, {.study = (*study)->key});
  if (!data) return refusal(500, data.error());
  const std::vector<std::string>& usable = data->table.feature_names;
  const std::string predictors = call.asked("predictors");  // outlives the views that split gives
  std::vector<std::string> wanted;
  for (const std::string_view name : split(predictors, ','))
    if (!trim(name).empty()) wanted.emplace_back(trim(name));
  for (const std::string& name : wanted)
    if (!std::ranges::count(usable, name))
      return refusal(400, cat(in_quotes(name), " is no feature that differs between these puzzles"));

  const model::Target index_of = target == "time" ? model::Target::time : model::Target::success;
  Value answer = Value::object()
                     .set("target", target)
                     .set("plays", data->table.plays.size())
                     .set("excluded", Value::object()
                                          .set("paused", data->excluded.paused)
                                          .set("at_once", data->excluded.at_once)
                                          .set("simulated", data->simulated))
                     .set("usable", texts(usable))
                     .set("predictors", texts(wanted))
                     .set("points", points_of(**study, *data, index_of));
  if (wanted.empty()) return json_response(answer.set("regression", Value()));
  const auto row = fit_row(*data, index_of, wanted, {});
  if (!row) return json_response(answer.set("regression", Value()).set("trouble", row.error().message));
  return json_response(answer.set("regression", regression_json(*row)));
}

Response Api::get_export(Call& call) {
  const std::string key = call.word("key"), form = call.asked("form"), type = call.asked("type");
  if (!form.empty() && form != "jsonl" && form != "csv") return refusal(400, "\"form\" must be jsonl or csv");
  if (form == "csv" && !std::ranges::count(store::record_types(), type))
    return refusal(400, "csv needs a \"type\": play, participant, comparison, puzzle, …");
  return {.later = Later{Later::Lane::work, [this, key, form, type]() -> Response {
                           auto store = reader();
                           if (!store) return refusal(503, store.error());
                           const auto study = (**store)->find_study(key);
                           if (!study) return refusal(500, study.error());
                           if (!*study) return refusal(404, no_study);
                           std::string text;
                           store::ExportQuery query{.study = key};
                           if (!type.empty()) query.types = {type};
                           const auto written = store::export_text(
                               ***store, query, form == "csv" ? store::TextForm::csv : store::TextForm::json_lines,
                               [&](std::string_view line) { text += line; });
                           if (!written) return refusal(422, written.error());
                           Response response{.body = std::move(text),
                                             .type = form == "csv" ? "text/csv; charset=utf-8" : "application/jsonl"};
                           response.headers.emplace_back("Content-Disposition",
                                                         cat("attachment; filename=\"", key,
                                                             form == "csv" ? "-" + type + ".csv" : ".jsonl", "\""));
                           response.headers.emplace_back("Cache-Control", "no-store");
                           return response;
                         }}};
}

Response Api::close_study(Call& call) {
  const std::lock_guard lock(writing_);
  const auto study = writer_->find_study(call.word("key"));
  if (!study) return refusal(500, study.error());
  if (!*study) return refusal(404, no_study);
  if (auto closed = writer_->close_study((*study)->key, settings_.now()); !closed) return refusal(409, closed.error());
  log("study closed", Value::object().set("study", (*study)->key));
  const auto after = writer_->find_study((*study)->key);
  if (!after) return refusal(500, after.error());
  return *after ? json_response(questions(**after)) : refusal(404, no_study);
}

Response Api::delete_me(Call& call) {
  if (call.player.empty()) return refusal(401, who_are_you);
  // What is under way, and what somebody was told to send again but is still being tried, must not come back.
  forget_what_came_before(call.player);
  if (!recorder_->forget(call.player)) return come_again("the store cannot be used right now: try again in a moment");
  has_left(call.player);
  const std::lock_guard lock(writing_);
  const auto forgotten = writer_->forget_player(call.player);
  if (!forgotten) return refusal(500, forgotten.error());
  has_left(call.player);  // a play that was kept meanwhile has brought them back to mind
  log("player forgotten", Value::object());
  Response response = json_response(Value::object().set("forgotten", *forgotten));
  response.headers.emplace_back("Set-Cookie", "nazo_player=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  return response;
}

}  // namespace nazo::serve
