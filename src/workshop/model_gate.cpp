#include "workshop/model_gate.hpp"

#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "model/success_model.hpp"
#include "workshop/rate_puzzles.hpp"

namespace nazo {
namespace {

/// What the genre alone would have said.
model::Rival genre_rival(const model::PeopleModel& fitted, const model::PlayTable& table) {
  const auto says = [&fitted, &table](int puzzle, double) -> model::Word {
    const model::PriorWord& word = table.words[static_cast<std::size_t>(puzzle)];
    const double person = fitted.failure.person_sd;
    return {fitted.time.prior_b(word), model::averaged_logistic(-fitted.failure.prior_b(word), person * person)};
  };
  return {std::string(prior_model), says};
}

struct StandingModel {
  model::Rival rival;
  std::vector<std::string> persons{};  ///< whose plays it has seen, ascending
};

/// What the model says that stands; it is judged by plays that were made after it.
Result<std::optional<StandingModel>> standing_rival(const Genre& genre, store::Store& store, const PeopleData& data) {
  NAZO_TRY(found, store.live_model(genre.facts().name, "people"));
  if (!found) return std::optional<StandingModel>{};
  auto read = model::PeopleModel::from_value(found->data);
  if (!read) return std::optional<StandingModel>{};  // of another layout: nobody can ask it
  const auto people = std::make_shared<const model::PeopleModel>(*std::move(read));
  std::vector<model::PuzzleView> views;
  for (const std::string& key : data.puzzle_keys) {
    NAZO_TRY(puzzle, store.find_puzzle(key));
    if (!puzzle) return fail(cat("there is no puzzle ", in_quotes(key)));
    views.push_back({people->puzzle_number(key), feature_row(puzzle->features, people->feature_names),
                     word_of(genre, puzzle->features)});
  }
  const auto says = [people, views](int puzzle, double before) -> model::Word {
    const model::PuzzleView& view = views[static_cast<std::size_t>(puzzle)];
    const model::Estimate b = people->failure_of(view);
    const double variance = b.standard_error * b.standard_error + people->failure.person_sd * people->failure.person_sd;
    return {people->time_of(view).value - people->time.practised(before),
            model::averaged_logistic(people->failure.practised(before) - b.value, variance)};
  };
  const auto knows = [views](int puzzle) { return views[static_cast<std::size_t>(puzzle)].number >= 0; };
  return std::optional(StandingModel{{found->key, says, found->created, knows}, people->person_keys});
}

}  // namespace

std::string_view name(model::Withheld held_out) { return held_out == model::Withheld::puzzles ? "puzzles" : "players"; }
std::string_view name(model::LossKind loss) { return loss == model::LossKind::time ? "time" : "success"; }

namespace {

/// The table with the plays of everybody whom the standing model has not met counted as made after it: whatever their
/// date (data from elsewhere have none), it has not seen them. Only the order of one person's plays matters beside.
model::PlayTable unseen_are_late(const PeopleData& data, const StandingModel& standing) {
  model::PlayTable table = data.table;
  for (model::Observation& play : table.plays) {
    const std::string& who = data.person_keys[static_cast<std::size_t>(play.person)];
    if (!std::ranges::binary_search(standing.persons, who)) play.moment += standing.rival.judged_from;
  }
  return table;
}

}  // namespace

Result<model::GateVerdict> judge_fit(const Genre& genre, store::Store& store, const PeopleData& data,
                                     const model::PeopleModel& fitted) {
  std::vector<model::Rival> rivals{genre_rival(fitted, data.table)};
  NAZO_TRY(standing, standing_rival(genre, store, data));
  if (!standing) return model::judge(data.table, data.collection, rivals);
  rivals.push_back(standing->rival);
  return model::judge(unseen_are_late(data, *standing), data.collection, rivals);
}

Value trials_value(const std::vector<model::Trial>& all) {
  Value trials = Value::array();
  for (const model::Trial& trial : all)
    trials.push(Value::object()
                    .set("against", trial.rival)
                    .set("held_out", name(trial.held_out))
                    .set("loss", name(trial.loss))
                    .set("new", trial.fresh)
                    .set("other", trial.other)
                    .set("difference", trial.difference)
                    .set("standard_error", trial.standard_error)
                    .set("groups", trial.groups)
                    .set("plays", trial.plays)
                    .set("passed", trial.passed()));
  return trials;
}

Value figures_of(const model::GateVerdict& verdict) {
  return Value::object().set("live", verdict.live()).set("trials", trials_value(verdict.trials));
}

Result<std::string> go_back(const Genre& genre, store::Store& store) {
  const std::string& name = genre.facts().name;
  NAZO_TRY(standing, store.live_model(name, "people"));
  if (!standing) return fail(cat("no model speaks for ", name, ": it is the genre's own formula already"));
  std::string now;
  const auto work = [&]() -> Result<void> {
    NAZO_CHECK(store.set_model_state(standing->key, store::ModelState::withdrawn));
    NAZO_TRY(rated, rate_collection(genre, store));
    (void)rated;
    NAZO_TRY(before, store.live_model(name, "people"));
    now = before ? before->key : std::string(prior_model);
    return {};
  };
  NAZO_CHECK(store.together(work));
  return now;
}

}  // namespace nazo
