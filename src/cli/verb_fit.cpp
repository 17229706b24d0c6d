// nazo fit: the papers' regression table on the plays of a study, each person's correlations, and the models that
// `rate` uses.
#include <algorithm>
#include <cmath>
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/show_account.hpp"
#include "cli/verbs.hpp"
#include "workshop/fit_comparisons.hpp"
#include "workshop/fit_people.hpp"
#include "workshop/fit_report.hpp"
#include "workshop/people_fields.hpp"

namespace nazo::cli {
namespace {

int fit_table(Invocation& call, store::Store& store, const DataQuery& query, model::Target target, std::uint64_t seed) {
  const FitTableOrder order{.query = query,
                            .target = target,
                            .predictors = call.value("predictors"),
                            .give_ups = call.value("give-ups") == "left-out" ? GiveUps::left_out : GiveUps::counted,
                            .seed = seed};
  const auto account = fit_table(store, order);
  if (!account) return call.complain(account.error());
  return show_account(call, *account);
}

int fit_comparisons(Invocation& call, store::Store& store, const DataQuery& query, std::uint64_t seed) {
  if (query.study.empty()) return call.complain("comparisons belong to a study: --study NAME");
  const auto fitted = comparison_fit(store, query, all_names_in(call.value("predictors")), seed);
  if (!fitted) return call.complain(fitted.error());
  const ComparisonData* const data = &fitted->data;
  const model::ScoreTable& scores = data->scores;
  const model::BradleyTerry& fit = fitted->strengths;
  const Paint paint(call.streams.colour);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t j = 0; j < scores.puzzles.size(); ++j) {
    const model::Estimate& e = fit.strength[j];
    if (call.json())
      call.streams.out << Value::object()
                              .set("puzzle", scores.puzzles[j])
                              .set("strength", nazo::fields_of(e))
                              .set("simulated", data->of_simulated > 0)
                              .json()
                       << "\n";
    rows.push_back({scores.puzzles[j], text_of(e.value, 3), text_of(e.low, 3), text_of(e.high, 3)});
  }
  if (!call.json())
    call.streams.out << (data->of_simulated > 0 ? "[simulated] " : "") << data->pairs.size() << " comparisons of "
                     << data->person_keys.size() << (data->of_simulated > 0 ? " players, " : " people; ")
                     << (data->of_simulated > 0 ? cat(data->of_simulated, " by players who do not exist; ") : "")
                     << (data->simulated > 0 ? cat("left out: ", data->simulated, " of simulated players; ") : "")
                     << "strength (harder is higher), 95 % intervals; people differ by " << text_of(fit.own_spread, 2)
                     << "\n"
                     << table({"puzzle", "strength", "from", "to"}, rows, paint) << "\n";
  if (scores.persons.empty()) return yes;
  const Eigen::MatrixXd& r = fitted->correlations;
  const model::ChanceLevel& chance = fitted->chance;
  std::vector<std::string> head{"person"};
  head.insert(head.end(), scores.features.begin(), scores.features.end());
  rows.clear();
  for (Eigen::Index i = 0; i < r.rows(); ++i) {
    std::vector<std::string> row{scores.persons[static_cast<std::size_t>(i)]};
    Value own = Value::object();
    for (Eigen::Index f = 0; f < r.cols(); ++f) {
      row.push_back(text_of(r(i, f), 2));
      own.set(scores.features[static_cast<std::size_t>(f)], r(i, f));
    }
    if (call.json())
      call.streams.out
          << Value::object().set("person", scores.persons[static_cast<std::size_t>(i)]).set("correlations", own).json()
          << "\n";
    rows.push_back(std::move(row));
  }
  const auto add_count = [&](const std::string& what, const auto& is_strong, const std::vector<double>& by_chance) {
    std::vector<std::string> strong{what}, expected{"by chance"};
    for (Eigen::Index f = 0; f < r.cols(); ++f) {
      strong.push_back(cat(std::ranges::count_if(r.col(f), is_strong)));
      expected.push_back(text_of(by_chance[static_cast<std::size_t>(f)] * static_cast<double>(r.rows()), 1));
    }
    rows.push_back(strong);
    rows.push_back(expected);
  };
  add_count("|r| ≥ .7", [](double one) { return std::abs(one) >= strong_correlation; }, chance.each_either);
  add_count("r ≥ +.7", [](double one) { return one >= strong_correlation; }, chance.each_positive);
  if (call.json()) {
    call.streams.out << Value::object()
                            .set("persons", r.rows())
                            .set("some_strong", fitted->some_strong)
                            .set("chance_some", chance.some_feature)
                            .json()
                     << "\n";
  } else {
    call.streams.out << "correlation of each person's scores with each feature:\n"
                     << table(head, rows, paint) << fitted->some_strong << " of " << r.rows()
                     << " people have some feature with |r| ≥ .7; meaningless scores have one in "
                     << text_of(100 * chance.some_feature, 0) << " % of cases.\n";
  }
  return yes;
}

/// What the plays were enough for, in words.
std::string gates_text(const model::Gates& gates) {
  if (gates.few) return "the level (too few puzzles or players for more)";
  const auto share = [](double open) { return open < 1 ? cat(" (", text_of(100 * open, 0), " %)") : std::string(); };
  if (gates.corrections > 0) return cat("level, slope and corrections by features", share(gates.corrections));
  return gates.slope > 0 ? cat("level and slope", share(gates.slope)) : "the level";
}

/// The new model beside what stands, on plays it has not seen.
std::string comparison_text(const FittedPeople& fitted, const Paint& paint) {
  std::vector<std::vector<std::string>> rows;
  std::vector<model::Trial> trials = fitted.verdict.trials;
  trials.insert(trials.end(), fitted.opinion_trials.begin(), fitted.opinion_trials.end());
  for (const model::Trial& trial : trials)
    rows.push_back({trial.rival, cat(nazo::name(trial.held_out)), cat(nazo::name(trial.loss)), text_of(trial.fresh, 3),
                    text_of(trial.other, 3), cat(text_of(trial.difference, 3), " ± ", text_of(trial.standard_error, 3)),
                    trial.passed() ? "no worse" : "worse"});
  std::string out = table({"against", "held out", "loss", "new", "other", "difference", ""}, rows, paint);
  if (!fitted.opinions_heard) out += "  what people said of difficulty does not help: the plays alone were taken\n";
  if (fitted.data.of_simulated > 0) return out + "  fitted to simulated players: kept, and does not speak for people\n";
  return out + (fitted.live ? "  it speaks from now on; `nazo fit GENRE --back` takes it back\n"
                            : "  it is kept and does not speak: what stood stands\n");
}

int take_back(Invocation& call, store::Store& store, const Genre& genre) {
  const auto now = go_back(genre, store);
  if (!now) return call.complain(now.error());
  if (call.json())
    call.streams.out << Value::object().set("genre", genre.facts().name).set("model", *now).json() << "\n";
  else
    call.streams.out << "for " << genre.facts().name << " speaks: " << *now << "\n";
  return yes;
}

int fit_models(Invocation& call, store::Store& store, const DataQuery& query, const Genre& genre,
               const Budget& budget) {
  const auto fitted =
      fit_and_keep(genre, store, query, all_names_in(call.value("predictors")), call.value("note"), budget);
  if (!fitted) {
    const int code = call.complain(fitted.error());
    return fitted.error().limit == Limit::none ? code : limit;
  }
  const model::PeopleModel& m = fitted->model;
  if (call.json()) {
    call.streams.out << nazo::fields_of(*fitted, genre).json() << "\n";
    return yes;
  }
  const Paint paint(call.streams.colour);
  call.streams.out << data_words(fitted->data).english << "\n"
                   << "model " << paint.strong(fitted->key) << ": " << fitted->rated << " puzzles rated\n"
                   << "  ln t: one person at one puzzle varies by " << text_of(m.time.sigma, 2) << ", people by "
                   << text_of(m.time.person_sd, 2) << ", puzzles beyond their features by "
                   << text_of(m.time.puzzle_sd, 2) << "; personal weights by " << text_of(m.personal_time.spread, 3)
                   << "\n"
                   << "  logit: people by " << text_of(m.failure.person_sd, 2) << ", puzzles beyond their features by "
                   << text_of(m.failure.puzzle_sd, 2) << "; personal weights by "
                   << text_of(m.personal_success.spread, 3) << "\n"
                   << "  learnt beside the genre's own formula: time " << gates_text(m.time.gates) << "; success "
                   << gates_text(m.failure.gates) << "\n"
                   << "  practice: ln t falls by " << text_of(m.time.practice, 2) << " ± "
                   << text_of(m.time.practice_se, 2) << " with ln(1 + plays before)\n";
  call.streams.out << comparison_text(*fitted, paint);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t f = 0; f < m.feature_names.size(); ++f) {
    const auto time = m.time.weight(static_cast<int>(f)), success = m.failure.weight(static_cast<int>(f));
    const auto shown = [](const model::Estimate& e) {
      return cat(text_of(e.value, 3), " (", text_of(e.low, 2), "…", text_of(e.high, 2), ")");
    };
    rows.push_back({m.feature_names[f], shown(time), shown(success)});
  }
  call.streams.out << table({"correction, per deviation of its score", "on ln t", "on difficulty (logit)"}, rows,
                            paint);
  return yes;
}

}  // namespace

int run_fit(Invocation& call) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  const std::string genre_name = call.take_genre();
  if (!call.operands.empty())
    return call.complain(
        cat("fit takes no file: ", in_quotes(call.operands.front()), " (nazo study import puts plays into a store)"));
  auto store = store::Store::open_existing(call.value("store"));
  if (!store) return call.complain(store.error());
  DataQuery query{.genre = genre_name, .study = call.value("study"), .simulated = call.has("simulated")};
  query.unreplayed = call.has("unreplayed");
  query.exclusion.longest_pause = *real_of(call.value("pause"));
  if (!query.study.empty()) {
    const auto study = store->find_study(query.study);
    if (!study) return call.complain(study.error());
    if (!*study) return call.complain(cat("there is no study ", in_quotes(query.study)));
    query.genre = (*study)->genre;
  }
  const Genre* genre = find_genre(call.genres, query.genre);
  if (genre == nullptr)
    return call.complain(query.genre.empty() ? "which plays? --study NAME, or a genre"
                                             : cat("no genre ", in_quotes(query.genre)));
  const std::string target = call.value("target");
  if (target == "comparisons") return fit_comparisons(call, *store, query, context->seed);
  if (call.has("back")) return take_back(call, *store, *genre);
  if (target == "models") return fit_models(call, *store, query, *genre, context->budget);
  return fit_table(call, *store, query, *target_named(target), context->seed);
}

}  // namespace nazo::cli
