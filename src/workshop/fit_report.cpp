#include "workshop/fit_report.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo {

namespace {

/// What a target is called: in data, in tables, and its index in figures.
struct TargetWords {
  model::Target target;
  std::string_view name;
  Words title, index;
};

const std::vector<TargetWords>& all_targets() {
  using enum model::Target;
  static const std::vector<TargetWords> all{
      {time, "time", {"time", "解答時間"}, {"time index", "時間指標値"}},
      {success, "success", {"success", "正答率"}, {"success index", "正答率指標値"}},
      {marks, "marks", {"marks", "評点"}, {"mark index", "評点指標値"}}};
  return all;
}

const TargetWords& words_of(model::Target target) {
  return *std::ranges::find(all_targets(), target, &TargetWords::target);
}

}  // namespace

std::string_view name(model::Target target) { return words_of(target).name; }

std::optional<model::Target> target_named(std::string_view name) {
  const auto found = std::ranges::find(all_targets(), name, &TargetWords::name);
  return found == all_targets().end() ? std::nullopt : std::optional(found->target);
}

Column target_column() {
  Column column{.field = "target", .title = {"target", "目的変数"}};
  for (const TargetWords& one : all_targets()) column.said.emplace(one.name, one.title);
  return column;
}

Eigen::VectorXd index_of(const PeopleData& data, model::Target target, GiveUps give_ups) {
  if (target != model::Target::time || give_ups == GiveUps::counted) return model::difficulty_index(data.table, target);
  model::PlayTable solved = data.table;
  std::erase_if(solved.plays, [](const model::Observation& play) { return !play.solved; });
  return model::difficulty_index(solved, target);
}

Result<FitRow> fit_row(const PeopleData& data, model::Target target, const std::vector<std::string>& predictors,
                       const model::FoldPlan& plan, GiveUps give_ups) {
  std::vector<Eigen::Index> columns;
  for (const std::string& predictor : predictors) {
    const auto found = std::ranges::find(data.table.feature_names, predictor);
    if (found == data.table.feature_names.end())
      return fail(cat("the plays have no predictor ", in_quotes(predictor), "; there are ",
                      join(data.table.feature_names, ", ")));
    columns.push_back(found - data.table.feature_names.begin());
  }
  const Eigen::VectorXd index = index_of(data, target, give_ups);
  std::vector<Eigen::Index> rows;
  for (Eigen::Index j = 0; j < index.size(); ++j) {
    const bool complete =
        std::ranges::all_of(columns, [&](Eigen::Index c) { return std::isfinite(data.table.features(j, c)); });
    if (std::isfinite(index[j]) && complete) rows.push_back(j);
  }
  Eigen::MatrixXd x(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  Eigen::VectorXd y(x.rows());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      x(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = data.table.features(rows[r], columns[c]);
    y[static_cast<Eigen::Index>(r)] = index[rows[r]];
  }
  auto fitted = model::least_squares(x, y, plan);
  if (!fitted) return fail(cat(name(target), " on ", join(predictors, ", "), ": ", fitted.error().message));
  return FitRow{target, predictors, *std::move(fitted)};
}

std::vector<std::vector<std::string>> usual_predictors(const PeopleData& data) {
  std::vector<std::vector<std::string>> sets;
  std::vector<std::string> together;
  const auto rows = static_cast<std::size_t>(data.table.puzzles);
  for (std::size_t f = 0; f < data.table.feature_names.size(); ++f) {
    sets.push_back({data.table.feature_names[f]});
    // A feature that goes along with one before it almost exactly adds nothing but a singular system.
    bool new_one = together.size() + 3 < rows / 4;
    for (std::size_t g = 0; g < f && new_one; ++g) {
      if (std::ranges::find(together, data.table.feature_names[g]) == together.end()) continue;
      const Eigen::VectorXd a = data.table.features.col(static_cast<Eigen::Index>(f)),
                            b = data.table.features.col(static_cast<Eigen::Index>(g));
      const double r = model::correlation({a.data(), rows}, {b.data(), rows});
      new_one = std::abs(r) < .999;
    }
    if (new_one) together.push_back(data.table.feature_names[f]);
  }
  if (together.size() > 1) sets.push_back(together);
  return sets;
}

namespace {

Value estimate_value(const model::Estimate& e) {
  return Value::object().set("value", e.value).set("se", e.standard_error).set("low", e.low).set("high", e.high);
}

}  // namespace

Value row_value(const FitRow& row) {
  const model::Regression& r = row.regression;
  Value predictors = Value::array(), coefficients = Value::object();
  for (std::size_t i = 0; i < row.predictors.size(); ++i) {
    predictors.push(row.predictors[i]);
    coefficients.set(row.predictors[i], estimate_value(r.coefficients[i]));
  }
  return Value::object()
      .set("target", name(row.target))
      .set("predictors", predictors)
      .set("r", r.r)
      .set("adj_r2", r.adjusted_r2)
      .set("cv_r", r.cv_r)
      .set("n", r.n)
      .set("constant", estimate_value(r.constant))
      .set("coefficients", coefficients);
}

Table fit_rows_table() {
  Table table{.name = "fits"};
  table.columns = {{"predictors", {"predictors", "説明変数"}},
                   target_column(),
                   {"r", {"R", "重相関 R"}},
                   {"adj_r2", {"adj. R²", "調整済R²"}},
                   {"cv_r", {"cv R", "交差検証R"}},
                   {"n", "n"}};
  table.notes.push_back(
      {"R and adj. R² are of the same plays the line was fitted to; cv R is of puzzles the line had not seen (10 "
       "folds, "
       "20 times).",
       "Rと調整済R²は回帰式を求めたデータそのものについて。交差検証Rは回帰式が見ていない問題について（10分割、20回）"
       "。"});
  return table;
}

Table coefficients_table(const FitRow& row) {
  const auto line = [](const Value& what, const model::Estimate& e) {
    return Value::object().set("predictor", what).set("value", e.value).set("low", e.low).set("high", e.high);
  };
  Table table{.name = "coefficients",
              .caption = {"coefficients of the last row, 95 % intervals:", "最後の行の係数、95%区間："},
              .audience = Audience::readers};
  table.columns = {{"predictor", {" ", " "}},
                   {.field = "value", .title = {"value", "値"}, .compact = true},
                   {.field = "low", .title = {"from", "下限"}, .compact = true},
                   {.field = "high", .title = {"to", "上限"}, .compact = true}};
  table.rows.push_back(line(in_both({"constant", "定数項"}), row.regression.constant));
  for (std::size_t i = 0; i < row.predictors.size(); ++i)
    table.rows.push_back(line(row.predictors[i], row.regression.coefficients[i]));
  return table;
}

Figure scatter_figure(const PeopleData& data, const FitRow& row, GiveUps give_ups) {
  const Eigen::VectorXd index = index_of(data, row.target, give_ups);
  Series dots{.mark = Mark::points};
  Eigen::Index fitted = 0;
  for (Eigen::Index j = 0; j < index.size() && fitted < row.regression.fitted.size(); ++j) {
    bool complete = std::isfinite(index[j]);
    for (const std::string& predictor : row.predictors) {
      const auto c = std::ranges::find(data.table.feature_names, predictor) - data.table.feature_names.begin();
      complete = complete && std::isfinite(data.table.features(j, c));
    }
    if (!complete) continue;
    dots.points.push_back({row.regression.fitted[fitted++], index[j], ChartPoint::none, ChartPoint::none,
                           data.puzzle_titles[static_cast<std::size_t>(j)]});
  }
  const Words what = words_of(row.target).index;
  const std::string unit = row.target == model::Target::time ? "s" : "", predictors = join(row.predictors, ", ");
  Figure figure{.name = std::string(name(row.target)),
                .caption = {cat("Predicted and measured ", what.english), cat(what.japanese, "の推定値と測定値")}};
  figure.x = {
      .title = {cat("predicted ", what.english, ": ", predictors), cat("推定値 ", what.japanese, "：", predictors)},
      .unit = unit};
  figure.y = {.title = {cat("measured ", what.english), cat("測定値 ", what.japanese)}, .unit = unit};
  figure.series.push_back(std::move(dots));
  figure.equality = true;
  const model::Regression& r = row.regression;
  figure.remarks.push_back({cat("R = ", text_of(r.r, 3), ", cross-validated ", text_of(r.cv_r, 3), ", n = ", r.n),
                            cat("重相関 R = ", text_of(r.r, 3), "、交差検証 ", text_of(r.cv_r, 3), "、n = ", r.n)});
  return figure;
}

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (const auto name : split(text, ',')) names.emplace_back(trim(name));
  return names;
}

std::vector<std::string> all_names_in(std::string_view text) {
  std::vector<std::string> names;
  if (trim(text).empty()) return names;
  for (const auto set : split(text, ';'))
    for (std::string& name : names_in(set))
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  return names;
}

Words data_words(const PeopleData& data) {
  std::string english = cat(grouped(data.table.plays.size()), " plays of ", data.table.persons, " players at ",
                            data.table.puzzles, " puzzles; left out: ", data.excluded.paused, " with a long pause, ",
                            data.excluded.at_once, " given up at once, ", data.unfinished, " unfinished");
  std::string japanese = cat("分析に数えるプレイ ", grouped(data.table.plays.size()), " 回（参加者 ",
                             data.table.persons, " 名、問題 ", data.table.puzzles, " 題）。除いたもの：長い中断 ",
                             data.excluded.paused, "、すぐの降参 ", data.excluded.at_once, "、途中 ", data.unfinished);
  const auto and_so = [&](std::size_t count, std::string_view in_english, std::string_view in_japanese) {
    if (count == 0) return;
    english += cat(", ", count, " ", in_english);
    japanese += cat("、", in_japanese, " ", count);
  };
  and_so(data.simulated, "of simulated players", "模擬");
  and_so(data.helped, "with help", "ヒントあり");
  and_so(data.marked, "marked", "印あり");
  and_so(data.known, "of a puzzle looked at before", "前に見た問題");
  and_so(data.unreplayed, "without moves", "手順なし");
  if (data.of_simulated == 0) return {std::move(english), std::move(japanese)};
  return {cat("[simulated] ", data.of_simulated, " of these plays and comparisons are by players who do not exist\n",
              english),
          cat("［模擬］このうち ", data.of_simulated, " 件は実在しない参加者のものです\n", japanese)};
}

Result<Account> fit_table(store::Store& store, const FitTableOrder& order) {
  std::vector<std::vector<std::string>> sets;
  std::vector<std::string> features;
  if (!order.predictors.empty()) {
    for (const auto set : split(order.predictors, ';')) sets.push_back(names_in(set));
    features = all_names_in(order.predictors);
  }
  NAZO_TRY(data, people_data(store, order.query, features));
  if (data.table.plays.empty()) return fail("there are no plays to fit");
  if (order.target == model::Target::marks && data.table.opinions.marks.empty())
    return fail("no player of these plays has given a mark");
  if (sets.empty()) sets = usual_predictors(data);
  if (sets.empty()) return fail("the puzzles have no features that differ");
  std::vector<FitRow> rows;
  for (const auto& set : sets) {
    NAZO_TRY(row, fit_row(data, order.target, set, {.seed = order.seed}, order.give_ups));
    rows.push_back(std::move(row));
  }
  Account account;
  account.add(data_words(data));
  Table& table = account.add(fit_rows_table());
  for (const FitRow& row : rows) table.rows.push_back(row_value(row));
  account.add(coefficients_table(rows.back()));
  account.add(scatter_figure(data, rows.back(), order.give_ups));
  return account;
}

}  // namespace nazo
