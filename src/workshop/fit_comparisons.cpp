#include "workshop/fit_comparisons.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "workshop/people_fields.hpp"

namespace nazo {

Result<ComparisonFit> comparison_fit(store::Store& store, const DataQuery& query,
                                     const std::vector<std::string>& features, std::uint64_t seed) {
  constexpr int draws = 20'000;
  NAZO_TRY(data, comparison_data(store, query, features));
  if (data.pairs.empty())
    return fail(data.simulated == 0 ? "the study has no comparisons"
                                    : cat("the study has no comparisons of people, only ", data.simulated,
                                          " of simulated players (--simulated)"));
  ComparisonFit fit{.data = std::move(data)};
  const model::ScoreTable& scores = fit.data.scores;
  fit.strengths = model::fit_bradley_terry(fit.data.pairs, static_cast<int>(fit.data.person_keys.size()),
                                           static_cast<int>(scores.puzzles.size()));
  if (scores.persons.empty()) return fit;
  fit.correlations = model::person_correlations(scores);
  fit.chance = model::chance_of_correlation(scores, strong_correlation, draws, seed);
  for (Eigen::Index i = 0; i < fit.correlations.rows() && fit.correlations.cols() > 0; ++i)
    fit.some_strong += fit.correlations.row(i).cwiseAbs().maxCoeff() >= strong_correlation ? 1 : 0;
  return fit;
}

namespace {

Figure strengths_figure(const ComparisonFit& fit) {
  Figure figure{.name = "strengths", .caption = {"How hard each puzzle was found", "比較から見た各問題の難しさ"}};
  figure.x = {.title = {"puzzle", "問題"}};
  figure.y = {.title = {"strength (higher is harder)", "強さ（大きいほど難しい）"}, .unit = "logit", .holds = {0}};
  Series dots{.mark = Mark::points};
  for (std::size_t j = 0; j < fit.data.scores.puzzles.size(); ++j) {
    const model::Estimate& e = fit.strengths.strength[j];
    figure.x.names.emplace_back(fit.data.scores.puzzles[j]);
    dots.points.push_back({static_cast<double>(j), e.value, e.low, e.high, fit.data.scores.puzzles[j]});
  }
  figure.series.push_back(std::move(dots));
  figure.remarks.push_back({"whiskers: 95 % intervals", "ひげ：95%区間"});
  return figure;
}

Table correlation_table(const ComparisonFit& fit) {
  const model::ScoreTable& scores = fit.data.scores;
  Table table{.name = "correlations",
              .caption = {"Correlation of each person's scores with each feature", "各人の得点と各特徴量の相関係数"}};
  // A number says as much as a key of 32 digits, and is that of the other tables; who does not exist is named as such.
  const auto& numbers = fit.data.numbers;
  const bool numbered = fit.data.of_simulated == 0 && std::ranges::count(numbers, 0) == 0;
  table.columns.push_back(numbered ? Column{"number", {"participant", "参加者"}}
                                   : Column{"person", {"person", "参加者"}});
  for (const std::string& feature : scores.features)
    table.columns.push_back({.field = cat("correlations.", feature), .title = feature, .digits = 2});
  for (Eigen::Index i = 0; i < fit.correlations.rows(); ++i) {
    Value own = Value::object();
    for (Eigen::Index f = 0; f < fit.correlations.cols(); ++f)
      own.set(scores.features[static_cast<std::size_t>(f)], fit.correlations(i, f));
    const auto at = static_cast<std::size_t>(i);
    table.rows.push_back(Value::object()
                             .set("person", scores.persons[at])
                             .set("number", numbers[at] == 0 ? Value() : Value(numbers[at]))
                             .set("correlations", own));
  }
  const std::string share = text_of(100 * fit.chance.some_feature, 0);
  table.notes.push_back(
      {cat(fit.some_strong, " of ", fit.correlations.rows(),
           " people have some feature with |r| ≥ .7; meaningless scores have one in ", share, " % of cases."),
       cat(fit.correlations.rows(), "人中", fit.some_strong, "人に|r|≧0.7の特徴量がある。意味のない得点でも", share,
           "%の場合にある。")});
  return table;
}

}  // namespace

Account comparison_account(const ComparisonFit& fit) {
  const ComparisonData& data = fit.data;
  Account account{.simulated = data.of_simulated > 0};
  account.add(Words{cat(data.pairs.size(), " comparisons of ", data.person_keys.size(), " people"),
                    cat(data.person_keys.size(), "人の比較", data.pairs.size(), "件")});
  Table strengths{.name = "strengths",
                  .caption = {"Strength of each puzzle (harder is higher), 95 % intervals",
                              "各問題の強さ（大きいほど難しい）、95%区間"}};
  strengths.columns = {{"puzzle", {"puzzle", "問題"}},
                       {"strength.value", {"strength", "強さ"}},
                       {"strength.low", {"from", "下限"}},
                       {"strength.high", {"to", "上限"}}};
  for (std::size_t j = 0; j < data.scores.puzzles.size(); ++j)
    strengths.rows.push_back(Value::object()
                                 .set("puzzle", data.scores.puzzles[j])
                                 .set("strength", fields_of(fit.strengths.strength[j]))
                                 .set("simulated", data.of_simulated > 0));
  strengths.notes.push_back({cat("People differ by ", text_of(fit.strengths.own_spread, 2), "."),
                             cat("個人差：", text_of(fit.strengths.own_spread, 2), "。")});
  account.add(std::move(strengths));
  account.add(strengths_figure(fit));
  if (fit.correlations.rows() > 0 && fit.correlations.cols() > 0) account.add(correlation_table(fit));
  return account;
}

}  // namespace nazo
