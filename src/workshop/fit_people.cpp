#include "workshop/fit_people.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "model/told_to_stop.hpp"
#include "workshop/rate_puzzles.hpp"

namespace nazo {

namespace {

Result<FittedPeople> fit_all(const Genre& genre, store::Store& store, const DataQuery& query,
                             const std::vector<std::string>& features, const std::string& note) {
  FittedPeople out;
  NAZO_TRY(data, people_data(store, query));
  if (data.table.plays.size() < 10)
    return fail(cat("a model needs at least 10 plays, there are ", data.table.plays.size()));
  out.data = std::move(data);
  NAZO_CHECK(add_opinions(genre, store, query, out.data));
  NAZO_CHECK(add_collection(genre, store, out.data, features));
  out.opinion_trials = model::judge_opinions(out.data.table, out.data.collection);
  out.opinions_heard =
      std::ranges::all_of(out.opinion_trials, [](const model::Trial& trial) { return trial.passed(); });
  if (!out.opinions_heard) out.data.table.opinions = {};
  out.model = model::fit_people({.table = out.data.table,
                                 .collection = out.data.collection,
                                 .puzzle_keys = out.data.puzzle_keys,
                                 .person_keys = out.data.person_keys});
  NAZO_TRY(verdict, judge_fit(genre, store, out.data, out.model));
  out.verdict = std::move(verdict);
  const bool simulated = out.data.of_simulated > 0;
  out.live = out.verdict.live() && !simulated;
  const store::Moment now = store::now();
  out.key = cat("people-", genre.facts().name, "-", now);
  store::Model kept{.key = out.key,
                    .genre = genre.facts().name,
                    .kind = "people",
                    .version = model::PeopleModel::layout,
                    .created = now};
  kept.plays = static_cast<std::int64_t>(out.model.plays);
  kept.note = note;
  kept.data = out.model.to_value();
  kept.state = store::ModelState::kept;
  kept.simulated = simulated;
  kept.figures = figures_of(out.verdict);
  if (!out.opinion_trials.empty())
    kept.figures.set("opinions_heard", out.opinions_heard).set("opinions", trials_value(out.opinion_trials));
  NAZO_CHECK(store.save_model(kept));
  if (!out.live) return out;
  // What the whole collection is rated by it is worked out first: whoever holds the store for writing keeps everybody's
  // plays waiting.
  NAZO_TRY(ratings, collection_ratings(genre, store, out.key));
  const auto go_live = [&]() -> Result<void> {
    NAZO_CHECK(store.set_model_state(out.key, store::ModelState::live));
    return store.save_ratings(ratings);
  };
  NAZO_CHECK(store.together(go_live));
  out.rated = ratings.size();
  return out;
}

}  // namespace

Result<FittedPeople> fit_and_keep(const Genre& genre, store::Store& store, const DataQuery& query,
                                  const std::vector<std::string>& features, const std::string& note,
                                  const Budget& budget) {
  const Meter meter(budget);
  const model::Stoppable stoppable(meter);
  try {
    return fit_all(genre, store, query, features, note);
  } catch (const model::ToldToStop& told) {
    return fail_limit(told.limit);
  }
}

}  // namespace nazo
