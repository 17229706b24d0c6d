#include "experiments/paper003_interest.hpp"

#include <algorithm>
#include <functional>

#include "base/csv.hpp"
#include "base/text.hpp"

namespace nazo {

const std::vector<std::string>& interest_features() {
  static const std::vector<std::string> features{
      "pushes",      "box_changes",    "detour",         "area",     "direction_changes",
      "wasted_area", "goal_reentries", "counter_pushes", "symmetry", "trajectory_crossings",
      "compactness", "surprise"};
  return features;
}

namespace {

/// A level under all its symmetries; nothing if the text is no level.
Result<std::string> canonical_level(const Genre& genre, const std::string& text) {
  NAZO_TRY(options, Options::make(genre.facts().options));
  NAZO_TRY(puzzles, genre.parse(text, "", options));
  if (puzzles.size() != 1) return fail("a verdict is about one level");
  return genre.canonical(puzzles.front(), {});
}

/// yes or no, as spreadsheets and people write them; nothing for an empty cell.
Result<std::optional<bool>> verdict_in(const CsvCell& cell, std::size_t line) {
  const std::string word = lower(trim(cell.text));
  if (word.empty()) return std::optional<bool>();
  for (const char* yes : {"yes", "y", "true", "1", "はい"})
    if (word == yes) return std::optional(true);
  for (const char* no : {"no", "n", "false", "0", "いいえ"})
    if (word == no) return std::optional(false);
  return std::unexpected(Error{
      .message = cat("interesting is yes, no or empty, not ", in_quotes(word)), .file = "verdicts", .line = line});
}

std::optional<std::size_t> column_named(const CsvRow& header, std::string_view name) {
  const auto found = std::ranges::find(header.cells, name, &CsvCell::text);
  if (found == header.cells.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.cells.begin());
}

}  // namespace

Result<Verdicts> Verdicts::read(const Genre& genre, std::string_view csv) {
  NAZO_TRY(rows, csv_rows(csv));
  if (rows.empty()) return fail("the verdicts are empty");
  const auto text = column_named(rows.front(), "text"), answer = column_named(rows.front(), "interesting");
  if (!text || !answer) return fail("verdicts are a CSV with the columns text and interesting");
  Verdicts verdicts;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const CsvRow& row = rows[i];
    if (row.cells.size() <= std::max(*text, *answer)) continue;  // a row without an answer
    NAZO_TRY(interesting, verdict_in(row.cells[*answer], row.line));
    if (!interesting) continue;
    const auto level = canonical_level(genre, row.cells[*text].text);
    if (!level) return std::unexpected(Error{.message = level.error().message, .file = "verdicts", .line = row.line});
    const auto [known, fresh] = verdicts.levels_.emplace(*level, *interesting);
    if (!fresh && known->second != *interesting)
      return std::unexpected(
          Error{.message = "this level was judged otherwise before", .file = "verdicts", .line = row.line});
    if (!fresh) continue;
    verdicts.texts_.push_back(row.cells[*text].text);
    verdicts.answers_.push_back(*interesting);
  }
  return verdicts;
}

std::optional<bool> Verdicts::of(const Genre& genre, const std::string& level) const {
  if (levels_.empty()) return std::nullopt;
  const auto canonical = canonical_level(genre, level);
  if (!canonical) return std::nullopt;
  const auto found = levels_.find(*canonical);
  return found == levels_.end() ? std::nullopt : std::optional(found->second);
}

namespace {

std::optional<Eigen::VectorXd> row_of(const Value& features) {
  Eigen::VectorXd row(static_cast<Eigen::Index>(interest_features().size()));
  for (std::size_t k = 0; k < interest_features().size(); ++k) {
    const Value* const value = features.find(interest_features()[k]);
    if (value == nullptr || value->is_null()) return std::nullopt;
    row[static_cast<Eigen::Index>(k)] = value->number();
  }
  return row;
}

/// "chance" of a row, if it is known.
std::optional<double> chance_in(const Value& row) {
  const Value* const chance = row.find("chance");
  return chance == nullptr || chance->is_null() ? std::nullopt : std::optional(chance->number());
}

}  // namespace

std::optional<double> InterestModel::chance(const Value& features) const {
  const auto row = row_of(features);
  return row ? std::optional(fit.predict(*row)) : std::nullopt;
}

Result<InterestModel> fit_interest(const Verdicts& verdicts, const std::vector<Value>& features) {
  InterestModel interest;
  std::vector<Eigen::VectorXd> rows;
  std::vector<bool> answers;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const auto row = row_of(features[i]);
    interest.left_out += !row;
    if (!row) continue;
    rows.push_back(*row);
    answers.push_back(verdicts.interesting()[i]);
  }
  Eigen::MatrixXd x(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(interest_features().size()));
  for (std::size_t i = 0; i < rows.size(); ++i) x.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  NAZO_TRY(fit, model::fit_logistic(x, answers));
  interest.fit = fit;
  return interest;
}

void describe_interest(Account& account, const InterestModel& interest) {
  const model::Logistic& fit = interest.fit;
  account.add(
      Words(cat("An expert judged ", fit.yes + fit.no, " levels, ", fit.yes,
                " of them interesting. Fitted to it: "
                "cross-validated log loss ",
                text_of(fit.cv_log_loss, 3), " (the share alone ", text_of(fit.base_log_loss, 3),
                "), chance that an interesting level is rated above another ", text_of(fit.cv_auc, 3), "."),
            cat("専門家が判定した ", fit.yes + fit.no, " 問のうち、おもしろい ", fit.yes,
                " 問。あてはめ：交差検証の対数損失 ", text_of(fit.cv_log_loss, 3), "（割合のみ ",
                text_of(fit.base_log_loss, 3), "）、おもしろい問題が上に来る確率 ", text_of(fit.cv_auc, 3), "。")));
  Table table{.name = "interest",
              .caption = {"What makes a level interesting: weights of features brought to one scale",
                          "おもしろさに効く特徴：尺度を揃えた重み"},
              .columns = {{"feature", {"feature", "特徴"}},
                          {"weight", {"weight", "重み"}},
                          {"low", {"95 % from", "95% 下限"}},
                          {"high", {"to", "上限"}}}};
  Figure figure{.name = "interest",
                .caption = {"Sokoban: weights of the interest model", "倉庫番：おもしろさのモデルの重み"}};
  figure.y = {.title = {"weight", "重み"}, .holds = {0}};
  Series series{.name = {"weight, 95 % interval", "重み（95%区間）"}, .mark = Mark::points};
  for (std::size_t k = 0; k < fit.weights.size(); ++k) {
    const model::Estimate& weight = fit.weights[k];
    table.rows.push_back(Value::object()
                             .set("feature", interest_features()[k])
                             .set("weight", weight.value)
                             .set("low", weight.low)
                             .set("high", weight.high));
    figure.x.names.emplace_back(interest_features()[k]);
    series.points.push_back({static_cast<double>(k), weight.value, weight.low, weight.high});
  }
  figure.series.push_back(std::move(series));
  if (interest.left_out > 0)
    table.notes.push_back({cat(interest.left_out, " levels without all features are left out"),
                           cat("特徴が揃わない ", interest.left_out, " 問を除く")});
  account.add(std::move(table));
  account.add(std::move(figure));
}

void describe_unjudged(Account& account, const std::vector<Value>& rated) {
  constexpr std::size_t shown = 10;
  Table table{.name = "worth_judging",
              .caption = {"Not judged yet, and most likely to be found interesting by this expert",
                          "未判定のうち、この専門家がおもしろいとする見込みの高い問題"},
              .columns = {{"set", {"set", "組"}},
                          {"level", {"level", "問題"}},
                          {.field = "chance", .title = {"chance", "見込み"}, .digits = 0, .percent = true}},
              .audience = Audience::readers};
  std::size_t unknown = 0;
  for (const Value& row : rated) {
    if (!row.find("interesting")->is_null()) continue;
    if (chance_in(row)) {
      table.rows.push_back(row);
    } else {
      ++unknown;
    }
  }
  std::ranges::stable_sort(table.rows, std::greater<>{}, [](const Value& row) { return *chance_in(row); });
  table.rows.resize(std::min(table.rows.size(), shown));
  if (table.rows.empty()) return;
  table.notes.push_back(
      {"All levels with their chance: --csv --table kept, and --table rated for the files. It holds for levels like "
       "those that were judged.",
       "全問の見込みは --csv --table kept、ファイルの問題は --table "
       "rated。判定済みの問題に似たものについて成り立つ。"});
  if (unknown > 0)
    table.notes.push_back({cat(unknown, " levels without all features have none"),
                           cat("特徴が揃わない ", unknown, " 問には見込みがない")});
  account.add(std::move(table));
}

}  // namespace nazo
