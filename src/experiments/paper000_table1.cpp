// Table 1 of paper 000 and its figures 6 and 7: time and success indices regressed on the six variables, on the plays
// of a study or of players who do not exist; the choice of the split layer by scan; layer-weighted variables beside.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "experiments/paper000_boards.hpp"
#include "experiments/paper000_plays.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "workshop/fit_report.hpp"

namespace nazo {

namespace {

using model::Target;

/// A row of the table: which variables (1 is ①; 7 to 9 are the layer-weighted forms of ④ to ⑥), and what is printed.
struct Table1Row {
  std::string_view sign;
  std::vector<int> variables;
  double time_r = std::nan(""), time_adjusted = std::nan("");
  double success_r = std::nan(""), success_adjusted = std::nan("");
};

const std::vector<Table1Row>& table1_rows() {
  static const std::vector<Table1Row> rows{{"①", {1}, .652, .420, .389, .143},
                                           {"②", {2}, .674, .449, .401, .152},
                                           {"③", {3}, .648, .414, .391, .145},
                                           {"②③", {2, 3}, .683, .455, .408, .149},
                                           {"④", {4}, .018, -.010, .217, .037},
                                           {"⑤", {5}, .088, -.002, .260, .058},
                                           {"⑥", {6}, .163, .017, .294, .077},
                                           {"②③④⑤⑥", {2, 3, 4, 5, 6}, .700, .463, .519, .230},
                                           {"④′", {7}},
                                           {"⑤′", {8}},
                                           {"⑥′", {9}},
                                           {"②③④′⑤′⑥′", {2, 3, 7, 8, 9}}};
  return rows;
}
constexpr std::size_t chief_row = 7;  ///< ② to ⑥: the one that figures 6 and 7 draw

std::vector<std::string> names_of(const std::vector<int>& variables) {
  std::vector<std::string> names;
  for (const int variable : variables) names.push_back(shisen_variables()[static_cast<std::size_t>(variable - 1)]);
  return names;
}

/// "② moves_mean_first".
std::string signed_name(const std::string& variable) {
  static const std::array<const char*, 9> signs{"①", "②", "③", "④", "⑤", "⑥", "④′", "⑤′", "⑥′"};
  const auto found = std::ranges::find(shisen_variables(), variable);
  if (found == shisen_variables().end()) return variable;
  return cat(signs[static_cast<std::size_t>(found - shisen_variables().begin())], " ", variable);
}

GiveUps give_ups(const ExperimentCall& call) {
  return call.options.text("give-ups") == "left-out" ? GiveUps::left_out : GiveUps::counted;
}

/// R of ② and ③ together for every split, both targets.
struct SplitScan {
  std::vector<std::array<double, 2>> r{};  ///< of split 1, 2, …
  int best = 0;                            ///< the split of the largest R for time, as the paper chose
};

SplitScan scan_splits(BoardPlays& plays, GiveUps how, std::uint64_t seed) {
  SplitScan scan;
  double most = -1;
  for (int split = 1; split <= last_split(plays); ++split) {
    split_layers(plays, split);
    std::array<double, 2> both{};
    for (const Target target : {Target::time, Target::success}) {
      const auto row = fit_row(plays.data, target, names_of({2, 3}), {.repeats = 1, .seed = seed}, how);
      both[target == Target::time ? 0 : 1] = row ? row->regression.r : std::nan("");
    }
    if (both[0] > most) {
      most = both[0];
      scan.best = split;
    }
    scan.r.push_back(both);
  }
  return scan;
}

Figure split_figure(const SplitScan& scan, int used) {
  Figure figure{
      .name = "split",
      .caption = {"R of ② and ③ by the layer at which the state space is split", "状態空間を分割する層と②③の重相関"}};
  figure.x = {.title = {"pairs taken where the second part begins", "後半が始まる層（取った組の数）"}, .whole = true};
  figure.y = {.title = {"multiple correlation R", "重相関 R"}};
  const std::array<Words, 2> targets{Words("time", "平均解答時間"), Words("success", "正答率")};
  for (std::size_t t = 0; t < 2; ++t) {
    Series curve{.name = targets[t], .mark = Mark::line};
    for (std::size_t s = 0; s < scan.r.size(); ++s) curve.points.push_back({static_cast<double>(s + 1), scan.r[s][t]});
    figure.series.push_back(std::move(curve));
  }
  const bool same = scan.best == used;
  figure.landmarks.push_back(
      {static_cast<double>(used),
       {cat(same ? "used and best: " : "used: ", used), cat(same ? "使用・最大：" : "使用：", used)}});
  if (!same)
    figure.landmarks.push_back({static_cast<double>(scan.best), {cat("best: ", scan.best), cat("最大：", scan.best)}});
  figure.remarks.push_back(
      {cat("Largest R for time at ", scan.best, "; the paper chose 13 on its own plays in this way."),
       cat("時間についての最大は ", scan.best, "。論文は自身のデータから同じ方法で13とした。")});
  return figure;
}

/// The split that is used, and the scan that stands behind it.
Result<int> chosen_split(const ExperimentCall& call, const SplitScan& scan, int last) {
  const std::string& wish = call.options.text("split");
  if (wish == "scan") {
    if (scan.best == 0) return fail("the layers of some board's state space are not known: nothing to scan");
    return scan.best;
  }
  const auto split = number_of<int>(wish);
  if (!split || *split < 1) return fail(cat("--split takes a number of pairs or scan, not ", in_quotes(wish)));
  if (last > 0 && *split > last && !call.options.given("split")) return scan.best;  // boards smaller than the paper's
  if (last > 0 && *split > last) return fail(cat("--split ", *split, ": these boards can be split at 1 to ", last));
  return *split;
}

Table table_of(const BoardPlays& plays, const ExperimentCall& call, std::vector<FitRow>& chief) {
  Table table{.name = "table1"};
  table.columns = {{"variables", {"variables", "説明変数"}},
                   target_column(),
                   {"printed_r", {"R printed", "重相関（論文）"}},
                   {"r", {"R", "重相関"}},
                   {"printed_adj_r2", {"adj. R² printed", "調整済R²（論文）"}},
                   {"adj_r2", {"adj. R²", "調整済R²"}},
                   {"cv_r", {"cv R", "交差検証R"}},
                   {"n", "n"}};
  for (const Target target : {Target::time, Target::success}) {
    const bool time = target == Target::time;
    for (std::size_t i = 0; i < table1_rows().size(); ++i) {
      const Table1Row& row = table1_rows()[i];
      const double printed = time ? row.time_r : row.success_r,
                   adjusted = time ? row.time_adjusted : row.success_adjusted;
      const auto fitted =
          fit_row(plays.data, target, names_of(row.variables), {.seed = call.context.seed}, give_ups(call));
      Value line = Value::object()
                       .set("variables", std::string(row.sign))
                       .set("target", name(target))
                       .set("printed_r", printed)
                       .set("printed_adj_r2", adjusted);
      if (fitted) {
        const Value figures = row_value(*fitted);
        for (const auto& [field, value] : *figures.fields()) line.set(field, value);
        if (i == chief_row) chief.push_back(*fitted);
      } else {
        line.set("trouble", fitted.error().message);
      }
      table.rows.push_back(std::move(line));
    }
  }
  table.notes.push_back(
      {"① to ③ mean moves (all, first, second part), ④ solvable states, ⑤ losing transitions, ⑥ longest unsolvable "
       "path; "
       "④′ to ⑥′ the same with every layer counted alike.\nR and adj. R² are of the plays the line was fitted to, as "
       "in "
       "the paper; cv R is of boards the line had not seen. – : the variable does not vary here, or was not measured.",
       "①～③ 平均可能手数（全体・前半・後半）、④ solvable局面の割合、⑤ 平均unsolvable遷移パス割合、⑥ 最長経路。④′～⑥′ "
       "は各層を等しく数えたもの。\n"
       "Rと調整済R²は論文と同じく回帰に使ったデータについて。交差検証Rは回帰式が見ていない問題について。– "
       "は変数が変化しないか測られていない。"});
  return table;
}

Result<Findings> run_table1(const ExperimentCall& call) {
  NAZO_TRY(found_plays, board_plays(call));
  if (!found_plays) return nothing_found();
  BoardPlays& plays = *found_plays;
  const SplitScan scan = scan_splits(plays, give_ups(call), call.context.seed);
  NAZO_TRY(split, chosen_split(call, scan, last_split(plays)));
  split_layers(plays, split);
  Findings found;
  Account& account = found.account;
  account.simulated = plays.simulated;
  const model::PlayTable& table = plays.data.table;
  const bool counted = give_ups(call) == GiveUps::counted;
  account.add(Words(
      cat("Shisen-sho, table 1: ", grouped(table.plays.size()), " plays of ", table.persons, " players at ",
          table.puzzles, " boards (paper: 1,647 plays, 90, 100); the second part begins at ", split,
          " pairs; give-ups ",
          counted ? "count in the time index with the time until they gave up" : "are left out of the time index", "."),
      cat("四川省 表1：", table.persons, " 人、", table.puzzles, " 問、", grouped(table.plays.size()),
          " プレイ（論文：90人、100問、1,647プレイ）。後半は ", split, " 組から。諦めたプレイは",
          counted ? "諦めるまでの時間を時間指標値に数える。" : "時間指標値から除く。")));
  std::vector<FitRow> chief;
  account.add(table_of(plays, call, chief));
  for (const FitRow& row : chief) {
    const bool time = row.target == Target::time;
    Table coefficients = coefficients_table(row);
    coefficients.name = cat("coefficients-", name(row.target));
    coefficients.caption = {cat("Coefficients of ② to ⑥, ", time ? "time" : "success", ", 95 % intervals:"),
                            cat("②～⑥の係数（", time ? "平均解答時間" : "正答率", "）、95%区間：")};
    for (Value& line : coefficients.rows)
      if (const std::string* variable = line.find("predictor")->string()) line.set("predictor", signed_name(*variable));
    account.add(std::move(coefficients));
    Figure figure = scatter_figure(plays.data, row, give_ups(call));
    figure.x.title = time ? Words("predicted time index, by ② to ⑥", "推定値 時間指標値（②～⑥による）")
                          : Words("predicted success index, by ② to ⑥", "推定値 正答率指標値（②～⑥による）");
    figure.name = time ? "figure6" : "figure7";
    figure.caption = time ? Words("Figure 6: measured and predicted time by ② to ⑥",
                                  "図6 変数②～⑥の回帰式による推定値と測定値（平均解答時間）")
                          : Words("Figure 7: measured and predicted success by ② to ⑥",
                                  "図7 変数②～⑥の回帰式による推定値と測定値（正答率）");
    figure.remarks.push_back(
        {time ? "printed: R = .700" : "printed: R = .519", time ? "論文：R = .700" : "論文：R = .519"});
    account.add(std::move(figure));
  }
  if (!scan.r.empty()) account.add(split_figure(scan, split));
  return found;
}

}  // namespace

Experiment shisen_table1() {
  std::vector<OptionFact> options{
      {.name = "study", .kind = OptionKind::text, .help = "the plays of this study", .value = "NAME"},
      {.name = "store",
       .kind = OptionKind::text,
       .help = "with --study: an SQLite file, or postgresql://…",
       .fallback = "nazo.db",
       .value = "STORE"},
      {.name = "simulated", .kind = OptionKind::flag, .help = "with --study: plays of simulated players too"},
      {.name = "pause",
       .kind = OptionKind::real,
       .help = "with --study: leave out plays with a pause of so many seconds",
       .fallback = "180",
       .lowest = 0,
       .value = "S"},
      {.name = "give-ups",
       .kind = OptionKind::choice,
       .help = "in the time index: counted with the time until they gave up, or left out",
       .fallback = "counted",
       .choices = {"counted", "left-out"}},
      {.name = "split",
       .kind = OptionKind::text,
       .help =
           "pairs taken where the second part begins; scan: the best for time (also where boards are too small for 13)",
       .fallback = "13",
       .value = "N|scan"}};
  for (OptionFact& option : board_options("100", "8x4", "8")) options.push_back(std::move(option));
  return {
      .name = "shisen-table1",
      .summary = "paper 000, table 1, figures 6 and 7: what predicts time and success, printed values beside ours",
      .about =
          "With --study the plays of people at boards of one's own (nothing of that takes long: --log keeps nothing); "
          "without it boards of the files named (lines of "
          "shisen-features, or any boards), or made here, and players who do not exist, as many as in the paper. "
          "Every line about those says so. The layer at which the state space is split is scanned and the curve "
          "drawn; the layer-weighted forms of ④ to ⑥, the paper's wish, stand below its eight rows.",
      .options = std::move(options),
      .run = run_table1};
}

}  // namespace nazo
