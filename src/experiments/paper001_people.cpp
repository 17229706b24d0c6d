#include "experiments/paper001_people.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "experiments/paper001_data.hpp"
#include "experiments/tools.hpp"
#include "store/store.hpp"
#include "workshop/fit_data.hpp"
#include "workshop/people_scores.hpp"
#include "workshop/rate_puzzles.hpp"

namespace nazo {

namespace {

using Eigen::Index;

/// Which column is the feature asked for.
Result<int> feature_place(const model::ScoreTable& table, const std::string& wanted) {
  const auto found = std::ranges::find(table.features, wanted);
  if (found == table.features.end())
    return fail(cat("no feature ", in_quotes(wanted), " here (--feature); there are ", join(table.features, ", ")));
  return static_cast<int>(found - table.features.begin());
}

/// Leaves only the features that every puzzle has and that differ between them.
void keep_telling_features(model::ScoreTable& table) {
  std::vector<std::string> names;
  Eigen::MatrixXd kept(table.x.rows(), table.x.cols());
  for (Index f = 0; f < table.x.cols(); ++f) {
    const auto column = table.x.col(f);
    if (!column.allFinite() || column.maxCoeff() - column.minCoeff() <= 1e-12 * (1 + column.cwiseAbs().maxCoeff()))
      continue;
    kept.col(static_cast<Index>(names.size())) = column;
    names.push_back(table.features[static_cast<std::size_t>(f)]);
  }
  table.x = kept.leftCols(static_cast<Index>(names.size()));
  table.features = std::move(names);
}

Result<PeopleScores> scores_of_study(const ExperimentCall& call) {
  NAZO_TRY(store, store::Store::open_existing(call.options.text("store")));
  const DataQuery query{.study = call.options.text("study"), .simulated = call.options.flag("simulated")};
  NAZO_TRY(study, store.find_study(query.study));
  if (!study) return fail(cat("there is no study ", in_quotes(query.study)));
  // Of nonograms the paper's eleven; of other puzzles whatever tells them apart.
  const bool eleven = study->genre == "nonogram";
  NAZO_TRY(data, comparison_data(store, query, eleven ? paper001_scores().features : std::vector<std::string>{}));
  if (data.scores.persons.empty())
    return fail(data.simulated == 0 ? "nobody in the study has compared all pairs"
                                    : "only simulated players have compared all pairs (--simulated)");
  PeopleScores people{.table = std::move(data.scores), .printed = false, .simulated = data.of_simulated > 0};
  keep_telling_features(people.table);
  if (people.table.puzzles.size() < 3) return fail("at least 3 puzzles are needed");
  if (people.table.features.empty()) return fail("no feature differs between these puzzles");
  const std::string& wanted = call.options.text("feature");
  const bool there = std::ranges::count(people.table.features, wanted) != 0 || call.options.given("feature");
  NAZO_TRY(steps, feature_place(people.table, there ? wanted : people.table.features.front()));
  people.steps = steps;
  NAZO_TRY(participants, store.participants(query.study));
  std::map<std::string, bool> experience;
  for (const store::Participant& one : participants)
    if (const Value* answer = one.answers.find("experience"))
      experience[one.player] = answer->integer() != nullptr && *answer->integer() > 0;
  if (!experience.empty())
    for (const std::string& person : people.table.persons) people.experienced.push_back(experience[person]);
  return people;
}

}  // namespace

bool is_simulated(const std::string& person) { return person.starts_with(simulated_name); }

Result<PeopleScores> people_scores_for(const ExperimentCall& call) {
  if (!call.options.text("study").empty()) return scores_of_study(call);
  PeopleScores people;
  if (call.files.empty()) {
    people.table = paper001_scores();
    return people;
  }
  if (call.files.size() != 2)
    return fail(
        "nazo experiment nonogram-personal [SCORES.csv FEATURES.csv|FEATURES.jsonl]: expected two files or none");
  NAZO_TRY(table, read_score_table(call.files[0], call.files[1]));
  NAZO_TRY(steps, feature_place(table, call.options.text("feature")));
  people.steps = steps;
  people.table = std::move(table);
  people.simulated = std::ranges::any_of(people.table.persons, is_simulated);
  // The printed correlations stand beside ours only where the data are the paper's.
  const model::ScoreTable& paper = paper001_scores();
  people.printed =
      people.table.features == paper.features && people.table.scores == paper.scores && people.table.x == paper.x;
  return people;
}

Result<std::optional<Table>> estimates_for(const ExperimentCall& call, const PeopleScores& people) {
  Table table{.name = "estimates",
              .caption = {"Difficulty (0 to 100) of puzzles that nobody has judged, for each person:",
                          "まだ誰も評価していない問題の、各人にとっての推定難易度（0～100）："}};
  table.columns = {{"person", {"person", "被験者"}},
                   {"puzzle", {"puzzle", "問題"}},
                   {.field = "difficulty", .title = {"for this person", "本人"}, .digits = 1},
                   {.field = "everyone", .title = {"for everyone", "全員"}, .digits = 1},
                   {"model", {"model", "モデル"}}};
  if (call.options.text("study").empty() || call.files.empty()) return table;
  NAZO_TRY(store, store::Store::open_existing(call.options.text("store")));
  NAZO_TRY(study, store.find_study(call.options.text("study")));
  NAZO_TRY(genre, genre_for(call, study->genre));
  NAZO_TRY(anyone, Rater::make(*genre, &store, "", "", Speaking::anyone));
  std::vector<Item> items;
  for (const std::string& file : call.files) {
    NAZO_TRY(more, items_of_file(call, file, study->genre, {}));
    std::ranges::move(more, std::back_inserter(items));
  }
  // The features of a puzzle take the time: they are found once for everyone, and kept.
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    NAZO_TRY(rated, anyone.rate(items[i], {.budget = call.context.budget, .seed = call.context.seed}));
    return Value::object().set("features", rated.features).set("exact", rated.exact);
  };
  const auto take = [&](std::uint64_t i, const Value& known) {
    for (const char* field : {"features", "exact"}) items[i].carried.set(field, *known.find(field));
    return true;
  };
  NAZO_TRY(whole, each_item(call, "puzzles", items.size(), make, take));
  if (!whole) return std::nullopt;
  std::vector<Rated> common;
  for (const Item& item : items) {
    NAZO_TRY(rated, anyone.rate(item, call.context));
    common.push_back(std::move(rated));
  }
  const auto number = [](const std::optional<double>& value) { return value ? Value(*value) : Value(); };
  for (const std::string& person : people.table.persons) {
    NAZO_TRY(rater, Rater::make(*genre, &store, person, "", Speaking::anyone));
    for (std::size_t i = 0; i < items.size(); ++i) {
      NAZO_TRY(rated, rater.rate(items[i], call.context));
      table.rows.push_back(Value::object()
                               .set("person", person)
                               .set("puzzle", items[i].id)
                               .set("difficulty", number(rated.estimates.difficulty))
                               .set("everyone", number(common[i].estimates.difficulty))
                               .set("model", rated.model));
    }
  }
  return table;
}

}  // namespace nazo
