// Stores: studies, plays as a table, models fitted to them, ratings for a person, simulated players.
#include <pybind11/stl.h>

#include <mutex>

#include "account.hpp"
#include "base/text.hpp"
#include "objects.hpp"
#include "store/exchange.hpp"
#include "store/store.hpp"
#include "values.hpp"
#include "workshop/fit_report.hpp"
#include "workshop/people_fields.hpp"
#include "workshop/replay.hpp"

namespace nazo::python {

namespace {

/// One connection; the store answers one thread at a time.
struct PythonStore {
  std::mutex turn{};
  store::Store store;

  /// Asks without Python's lock, when it is this thread's turn.
  template <class Work>
  auto ask(Call& call, Work&& work) {
    return value_of_result(call.run([&](const Context& limits) {
      const std::lock_guard lock(turn);
      return work(store, limits);
    }));
  }
};

std::unique_ptr<PythonStore> open(const std::string& where, const std::string& mode) {
  if (mode != "a" && mode != "r" && mode != "r+")
    raise(Error{cat("a store is opened with mode r, r+ or a, not ", in_quotes(mode))});
  Call call{py::kwargs()};
  auto opened = value_of_result(call.run([&](const Context&) {
    if (mode == "r") return store::Store::open_to_read(where);
    return mode == "a" ? store::Store::open(where) : store::Store::open_existing(where);
  }));
  return std::unique_ptr<PythonStore>(new PythonStore{.store = std::move(opened)});
}

/// What is left of the keywords when all that are known were taken: nothing, or an error.
void nothing_left(const Call& call, const char* what) {
  for (const auto& [name, value] : call.rest()) raise(Error{cat(what, " takes no ", std::string(py::str(name)))});
}

model::Exclusion exclusion_of(Call& call) {
  model::Exclusion rule;
  if (const py::object pause = call.take("pause"); !pause.is_none())
    rule.longest_pause = taken_as<double>(pause, "pause", "seconds");
  return rule;
}

Answer study_in_store(PythonStore& kept, const std::string& study, const py::kwargs& keywords) {
  Call call(keywords);
  const model::Exclusion rule = exclusion_of(call);
  nothing_left(call, "study");
  return {.fields = fields_of(
              kept.ask(call, [&](store::Store& store, const Context&) { return study_status(store, study, rule); }))};
}

Answers studies(PythonStore& kept, const py::kwargs& keywords) {
  Call call(keywords);
  const model::Exclusion rule = exclusion_of(call);
  nothing_left(call, "studies");
  return kept.ask(call, [&](store::Store& store, const Context&) -> Result<Answers> {
    NAZO_TRY(all, store.list_studies());
    Answers answers;
    for (const store::Study& study : all) {
      NAZO_TRY(found, study_status(store, study.key, rule));
      answers.all.push_back({.fields = fields_of(found)});
    }
    return answers;
  });
}

Answer create_study(PythonStore& kept, const std::string& name, const py::iterable& puzzles,
                    const py::kwargs& keywords) {
  Call call(keywords);
  StudyPlan plan{
      .name = name, .title = call.take_text("title"), .seed = static_cast<std::uint32_t>(call.context().seed)};
  if (const std::string order = call.take_text("order"); !order.empty()) {
    const auto known = store::study_order(order);
    if (!known) raise(Error{cat("an order is fixed, random or balanced, not ", in_quotes(order))});
    plan.order = *known;
  }
  plan.comparisons = call.take_flag("comparisons");
  plan.rating = !call.take_flag("no_rating");
  plan.experience = !call.take_flag("no_experience");
  plan.keep = call.take_text("keep");
  if (const py::object graded = call.take("graded"); !graded.is_none())
    plan.graded = taken_as<std::size_t>(graded, "graded", "a number");
  nothing_left(call, "create_study");
  std::vector<Item> items;
  for (const py::handle puzzle : puzzles) items.push_back(*puzzle_among(puzzle).item);
  return {.fields = fields_of(kept.ask(call, [&](store::Store& store, const Context& limits) {
            return nazo::create_study(store, plan, items, limits);
          }))};
}

Value row_of(const store::PlayRow& play) {
  const store::PlaySummary& summary = play.summary;
  return Value::object()
      .set("key", play.key)
      .set("player", play.player)
      .set("puzzle", play.puzzle)
      .set("study", play.study)
      .set("started", play.started)
      .set("outcome", store::name(play.outcome))
      .set("rating", play.rating ? Value(*play.rating) : Value())
      .set("seconds", summary.seconds)
      .set("longest_pause", summary.longest_pause)
      .set("moves", summary.moves)
      .set("undos", summary.undos)
      .set("restarts", summary.restarts)
      .set("hints", summary.hints)
      .set("assisted", summary.assisted)
      .set("deadlocks", play.deadlocks)
      .set("marks", store::text_of(play.marks))
      .set("before", play.before ? Value(*play.before) : Value());
}

py::dict plays(PythonStore& kept, const std::string& study, const std::string& player, const std::string& puzzle,
               const std::string& genre) {
  Call call{py::kwargs()};
  const auto rows = kept.ask(call, [&](store::Store& store, const Context&) {
    return store.play_rows({.study = study, .player = player, .puzzle = puzzle, .genre = genre});
  });
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const store::PlayRow& row : rows) values.push_back(row_of(row));
  return table_of(values);
}

/// As `nazo study export` writes it.
py::object export_text(PythonStore& kept, const std::string& study, const std::vector<std::string>& types, bool csv) {
  Call call{py::kwargs()};
  return unicode(kept.ask(call, [&](store::Store& store, const Context& limits) -> Result<std::string> {
    std::string text;
    NAZO_CHECK(store::export_text(store, {.types = types, .study = study, .stop = limits.budget.stop},
                                  csv ? store::TextForm::csv : store::TextForm::json_lines,
                                  [&](std::string_view part) { text += part; }));
    return text;
  }));
}

/// As `nazo study import` reads it: every play is replayed.
Answer import_text(PythonStore& kept, const std::string& text, bool csv, bool keep_good) {
  Call call{py::kwargs()};
  const auto report = kept.ask(call, [&](store::Store& store, const Context& limits) {
    const auto check = [&limits, rules = import_check(catalog())](store::Store& to, store::Record& record) {
      return limits.budget.stop->load() ? Result<void>(fail_limit(Limit::stopped)) : rules(to, record);
    };
    return store::import_text(store, text, csv ? store::TextForm::csv : store::TextForm::json_lines,
                              {.keep_good = keep_good, .check = check});
  });
  Value added = Value::object(), errors = Value::array();
  for (const auto& [type, count] : report.added) added.set(type, count);
  for (const Error& error : report.errors) errors.push(error.text());
  return {.fields = Value::object()
                        .set("kept", report.kept)
                        .set("added", added)
                        .set("present", report.present)
                        .set("refused", report.refused)
                        .set("errors", errors)};
}

Answer simulate(PythonStore& kept, const std::string& study, int players, const std::string& world,
                const std::string& model, const py::kwargs& keywords) {
  Call call(keywords);
  nothing_left(call, "simulate");
  SimulationPlan plan{.study = study, .players = players, .model = model, .seed = call.context().seed};
  plan.world = value_of_result(world_of(world));
  const SimulatedStudy done = kept.ask(
      call, [&](store::Store& store, const Context& limits) { return simulate_study(catalog(), store, plan, limits); });
  return {.fields = fields_of(done, study)};
}

/// Which plays: of a study, or of a genre.
Result<DataQuery> query_of(store::Store& store, DataQuery query) {
  if (query.study.empty()) return query;
  NAZO_TRY(study, store.find_study(query.study));
  if (!study) return fail(cat("there is no study ", in_quotes(query.study)));
  query.genre = study->genre;
  return query;
}

DataQuery asked_plays(Call& call, const std::string& genre, const std::string& study) {
  DataQuery query{.genre = genre, .study = study};
  query.simulated = call.take_flag("simulated");
  query.unreplayed = call.take_flag("unreplayed");
  query.exclusion = exclusion_of(call);
  return query;
}

Answer fit(PythonStore& kept, const std::string& genre, const std::string& study, const py::kwargs& keywords) {
  Call call(keywords);
  const DataQuery asked = asked_plays(call, genre, study);
  const std::string predictors = call.take_text("predictors"), note = call.take_text("note");
  nothing_left(call, "fit");
  return {.fields = kept.ask(call, [&](store::Store& store, const Context& limits) -> Result<Value> {
    NAZO_TRY(query, query_of(store, asked));
    const Genre* found = find_genre(catalog(), query.genre);
    if (found == nullptr) return fail("which plays? a study, or a genre");
    const auto features = all_names_in(predictors);
    NAZO_TRY(fitted, fit_and_keep(*found, store, query, features, note, limits.budget));
    return fields_of(fitted, *found);
  })};
}

PythonAccount fit_table(PythonStore& kept, const std::string& target, const std::string& genre,
                        const std::string& study, const py::kwargs& keywords) {
  Call call(keywords);
  const auto wanted = target_named(target);
  if (!wanted) raise(Error{cat("a table is fitted to time, success or marks, not ", in_quotes(target))});
  FitTableOrder order{.query = asked_plays(call, genre, study),
                      .target = *wanted,
                      .predictors = call.take_text("predictors"),
                      .seed = call.context().seed};
  if (call.take_text("give_ups") == "left-out") order.give_ups = GiveUps::left_out;
  nothing_left(call, "fit_table");
  return {kept.ask(call, [&](store::Store& store, const Context&) -> Result<Account> {
    NAZO_TRY(query, query_of(store, order.query));
    order.query = query;
    return nazo::fit_table(store, order);
  })};
}

/// The rater of a call: for a player, by a model, simulated ones only if told.
struct RaterOf {
  std::string player, model;
  Speaking speaking;
  explicit RaterOf(Call& call)
      : player(call.take_text("player")),
        model(call.take_text("model")),
        speaking(call.take_flag("simulated") ? Speaking::anyone : Speaking::people) {}
  [[nodiscard]] Result<Rater> operator()(const Genre& genre, store::Store& store) const {
    return Rater::make(genre, &store, player, model, speaking);
  }
};

Answer rate_in_store(PythonStore& kept, const PythonPuzzle& puzzle, const py::kwargs& keywords) {
  Call call(keywords);
  const RaterOf rater_of(call);
  const auto item = item_for_call(puzzle.item, "rate", call);
  return {puzzle.item, kept.ask(call, [&](store::Store& store, const Context& limits) -> Result<Value> {
            NAZO_TRY(rater, rater_of(*item->genre, store));
            NAZO_TRY(rated, rater.rate(*item, limits));
            return fields_of(rated, rater);
          })};
}

Answers rate_all_in_store(PythonStore& kept, const py::iterable& puzzles, const py::kwargs& keywords) {
  Call call(keywords);
  const RaterOf rater_of(call);
  std::vector<std::shared_ptr<const Item>> items, asked;
  for (const py::handle puzzle : puzzles) {
    items.push_back(puzzle_among(puzzle).item);
    asked.push_back(item_for_call(items.back(), "rate", call));
  }
  return kept.ask(call, [&](store::Store& store, const Context& limits) -> Result<Answers> {
    std::map<const Genre*, Rater> raters;
    Answers answers;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Genre* genre = asked[i]->genre;
      if (!raters.contains(genre)) {
        NAZO_TRY(made, rater_of(*genre, store));
        raters.emplace(genre, std::move(made));
      }
      const Rater& rater = raters.at(genre);
      NAZO_TRY(rated, rater.rate(*asked[i], limits));
      answers.all.push_back({items[i], fields_of(rated, rater)});
    }
    return answers;
  });
}

Answers recommend(PythonStore& kept, const std::string& genre, std::size_t count, const py::object& success,
                  const py::object& time_target, const py::kwargs& keywords) {
  Call call(keywords);
  const RaterOf rater_of(call);
  nothing_left(call, "recommend");
  const Genre& found = genre_named(genre);
  model::Wish wish{.count = count};
  if (!time_target.is_none() && !success.is_none()) raise(Error{"one of target_time and target_success"});
  if (!time_target.is_none()) {
    wish.target = model::Wanted::time;
    wish.value = taken_as<double>(time_target, "target_time", "seconds");
    wish.width = .1;
  } else {
    wish.value = success.is_none() ? .7 : taken_as<double>(success, "target_success", "a number");
  }
  return kept.ask(call, [&](store::Store& store, const Context& limits) -> Result<Answers> {
    NAZO_TRY(rater, rater_of(found, store));
    Rng rng(limits.seed);
    NAZO_TRY(drawn, rater.recommend(wish, rng));
    Answers answers;
    for (const Rater::Recommended& one : drawn.given)
      answers.all.push_back({.fields = line_of(one, rater, found, wish)});
    return answers;
  });
}

}  // namespace

void add_stores(py::module_& module) {
  py::class_<PythonStore>(module, "Store",
                          "Puzzles, players, plays, studies and models: an SQLite file, or 'postgresql://…'.\n\n"
                          "Modes: 'a' makes the store if there is none, 'r+' wants one, 'r' only reads.\n\n"
                          ">>> import os, tempfile\n"
                          ">>> store = nazo.Store(os.path.join(tempfile.mkdtemp(), 'nazo.db'))\n"
                          ">>> len(store.studies())\n"
                          "0\n")
      .def(py::init(&open), py::arg("where"), py::arg("mode") = "a")
      .def("studies", &studies, "How far every study has come, as `nazo study list --json`.")
      .def("study", &study_in_store, py::arg("name"), "How far a study has come, as `nazo study status --json`.")
      .def("create_study", &create_study, py::arg("name"), py::arg("puzzles"),
           "Keeps the puzzles and makes a study of them: title, order (random, fixed, balanced), seed, comparisons,\n"
           "no_rating, no_experience, keep (an expression over features), graded (so many, easiest to hardest).")
      .def("plays", &plays, py::arg("study") = "", py::arg("player") = "", py::arg("puzzle") = "",
           py::arg("genre") = "", "Plays without their moves, as a dictionary of columns that pandas takes as it is.")
      .def("export", &export_text, py::arg("study") = "", py::arg("types") = std::vector<std::string>(),
           py::arg("csv") = false, "What `nazo study export` writes: JSON Lines, or CSV of one type.")
      .def("import_text", &import_text, py::arg("text"), py::arg("csv") = false, py::arg("keep_good") = false,
           "What `nazo study import` reads; every play is replayed by the rules.")
      .def("simulate", &simulate, py::arg("study"), py::arg("players") = 12, py::arg("world") = "good",
           py::arg("model") = "", "Players who do not exist play a study, as `nazo study simulate --json`.")
      .def("fit", &fit, py::arg("genre") = "", py::arg("study") = "",
           "Fits the models that `rate` uses and keeps them, as `nazo fit --target models --json`.\n\n"
           "simulated (count players who do not exist), unreplayed, pause, predictors, note.")
      .def("fit_table", &fit_table, py::arg("target") = "time", py::arg("genre") = "", py::arg("study") = "",
           "The papers' regression table on the plays, as `nazo fit --target time`: an Account.")
      .def("rate", &rate_in_store, py::arg("puzzle"),
           "What a puzzle is to people, or with player=… to one person, as `nazo rate --store … --json`.\n\n"
           "model names another than the one that speaks; simulated lets one of simulated players speak.")
      .def("rate_all", &rate_all_in_store, py::arg("puzzles"), "The same for many.")
      .def("recommend", &recommend, py::arg("genre"), py::arg("count") = 1, py::arg("target_success") = py::none(),
           py::arg("target_time") = py::none(),
           "Puzzles of the store for a player, as `nazo rate GENRE --recommend N --json`.")
      .def_property_readonly("where", [](const PythonStore& kept) { return kept.store.where(); })
      .def("__repr__", [](const PythonStore& kept) { return cat("<nazo.Store ", kept.store.where(), ">"); });
}

}  // namespace nazo::python
