// Table 1 of paper 002: states searched by four strategies until the first solution.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

namespace {

constexpr std::array strategies{"priority-1", "priority-2", "depth-aces-last", "depth-aces-first"};

/// Table 1 of the paper: mean states searched on the deals that have a solution, and how many had one.
struct PaperRow {
  int columns;
  std::array<int, 4> states;
  int solved, failed;
};
constexpr std::array<PaperRow, 6> paper{{{4, {124, 134, 416, 404}, 89, 11},
                                         {5, {1830, 1847, 2650, 3629}, 87, 13},
                                         {6, {21927, 21187, 19956, 32984}, 88, 12},
                                         {7, {22724, 22287, 112229, 55632}, 84, 16},
                                         {8, {183771, 182103, 348681, 371815}, 82, 18},
                                         {9, {861365, 917207, 1062466, 996120}, 82, 18}}};

struct Searched {
  Status status = Status::unknown;
  std::array<double, 4> states{};
};

/// All strategies on one deal; they must agree.
Result<Searched> search_all(const Genre& genre, const Puzzle& puzzle, const std::vector<Options>& solving,
                            const Budget& budget) {
  Searched searched;
  for (std::size_t s = 0; s < strategies.size(); ++s) {
    NAZO_TRY(verdict, solve_verified(genre, puzzle, solving[s], {.budget = budget}));
    if (verdict.limit == Limit::stopped) return fail_limit(Limit::stopped);
    if (s > 0 && verdict.status != searched.status && verdict.status != Status::unknown &&
        searched.status != Status::unknown)
      return fail("internal error: two strategies disagree about a deal");
    searched.status = s == 0 || verdict.status == Status::unknown ? verdict.status : searched.status;
    searched.states[s] = static_cast<double>(verdict.stats.nodes);
    if (verdict.status == Status::unsolvable) break;  // the others would exhaust the same space
  }
  return searched;
}

struct Spread {
  double mean = 0, median = 0, deviation = 0;
};

Spread spread_of(std::vector<double> values) {
  Spread spread;
  if (values.empty()) return spread;
  for (const double v : values) spread.mean += v / static_cast<double>(values.size());
  for (const double v : values) spread.deviation += (v - spread.mean) * (v - spread.mean);
  spread.deviation = values.size() > 1 ? std::sqrt(spread.deviation / static_cast<double>(values.size() - 1)) : 0;
  spread.median = median(std::move(values));
  return spread;
}

/// Figure 6: states by columns on a logarithmic scale, ours with the standard error, the paper's dashed.
Figure states_figure(const std::vector<Value>& rows) {
  Figure figure{
      .name = "figure6",
      .caption = {"Superpuzz: states searched until the first solution", "スーパーパズ：最初の解までの探索局面数"}};
  figure.x = {.title = {"columns", "列数"}, .whole = true};
  figure.y = {.title = {"states, mean of the solvable deals", "局面数（解ける配置の平均）"},
              .scale = Scale::logarithmic};
  const auto field = [](const Value& row, const char* name) { return row.find(name)->number(); };
  for (const bool printed : {false, true})
    for (std::size_t s = 0; s < strategies.size(); ++s) {
      const char* strategy = strategies[s];
      Series series{.name = printed ? Words(cat(strategy, ", paper"), cat(strategy, "（論文）")) : Words(strategy),
                    .mark = Mark::line,
                    .dashed = printed,
                    .like = static_cast<int>(s)};
      for (const Value& row : rows) {
        if (*row.find("strategy")->string() != strategy) continue;
        const double x = field(row, "columns"), mean = field(row, "mean"), error = field(row, "standard_error");
        if (printed) {
          series.points.push_back({x, field(row, "paper")});
        } else {
          series.points.push_back({x, mean, mean - error, mean + error});
        }
      }
      figure.series.push_back(std::move(series));
    }
  figure.remarks.push_back({"Bands: one standard error of our mean.", "帯は平均の標準誤差。"});
  return figure;
}

/// The deals of one number of columns; nothing if the run was interrupted.
Result<std::optional<std::vector<Value>>> rows_of(const ExperimentCall& call, const Genre& genre, const PaperRow& row) {
  const auto deals = static_cast<std::uint64_t>(call.options.integer("deals"));
  NAZO_TRY(making, Options::make(genre.facts().options, {{"columns", std::to_string(row.columns)}}));
  std::vector<Options> solving;
  for (const char* strategy : strategies) {
    NAZO_TRY(options, Options::make(genre.facts().options, {{"strategy", strategy}, {"as-printed", "true"}}));
    solving.push_back(options);
  }
  std::array<std::vector<double>, 4> states;
  std::uint64_t solved = 0, failed = 0, undecided = 0;
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    NAZO_TRY(puzzle, first_candidate(genre, making, call.context.seed, i));
    NAZO_TRY(searched, search_all(genre, puzzle, solving, call.context.budget));
    Value counts = Value::array();
    for (const double count : searched.states) counts.push(count);
    return Value::object().set("status", name(searched.status)).set("states", counts);
  };
  const auto take = [&](std::uint64_t, const Value& item) {
    const std::string& status = *item.find("status")->string();
    if (status == "solved") {
      ++solved;
      for (std::size_t s = 0; s < strategies.size(); ++s)
        states[s].push_back((*item.find("states")->items())[s].number());
    } else {
      ++(status == "unsolvable" ? failed : undecided);
    }
    return true;
  };
  NAZO_TRY(whole, each_item(call, cat("deals of ", row.columns, " columns"), deals, make, take));
  if (!whole) return std::nullopt;
  std::vector<Value> rows;
  for (std::size_t s = 0; s < strategies.size(); ++s) {
    const Spread spread = spread_of(states[s]);
    rows.push_back(Value::object()
                       .set("columns", row.columns)
                       .set("strategy", strategies[s])
                       .set("paper", row.states[s])
                       .set("mean", spread.mean)
                       .set("standard_error", spread.deviation / std::sqrt(std::max(1.0, static_cast<double>(solved))))
                       .set("median", spread.median)
                       .set("solved", solved)
                       .set("failed", failed)
                       .set("undecided", undecided)
                       .set("paper_solved", row.solved)
                       .set("paper_failed", row.failed));
  }
  return rows;
}

Result<Findings> run_superpuzz_table1(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "superpuzz"));
  const auto highest = static_cast<int>(call.options.integer("columns"));
  std::vector<Value> rows;
  for (const PaperRow& row : paper) {
    if (row.columns > highest) continue;
    NAZO_TRY(more, rows_of(call, *genre, row));
    if (!more) return nothing_found();
    rows.insert(rows.end(), more->begin(), more->end());
  }
  Findings found;
  found.account.add(
      Words(cat("Superpuzz, table 1: states searched until the first solution, mean over the deals that have one\n",
                call.options.integer("deals"), " random deals for each number of columns, seed ", call.context.seed,
                "; paper: 100 deals. Counted as printed in the paper."),
            cat("スーパーパズ 表1：最初の解までの探索局面数（解のある配置の平均）\n列数ごとに無作為な配置 ",
                call.options.integer("deals"), " 局、種 ", call.context.seed, "。論文は100局。論文と同じ数え方。")));
  Table& table = found.account.add(Table{.name = "table1"});
  table.columns = {{"columns", {"columns", "列数"}},
                   {"strategy", {"strategy", "探索法"}},
                   {"paper", {"paper", "論文"}},
                   {.field = "mean", .title = {"ours", "本プログラム"}, .digits = 0},
                   {.field = "standard_error", .title = {"± error", "± 誤差"}, .digits = 0},
                   {.field = "median", .title = {"median", "中央値"}, .digits = 0},
                   {"solved", {"solved", "成功"}},
                   {"paper_solved", {"(paper)", "（論文）"}},
                   {"failed", {"failed", "失敗"}},
                   {"paper_failed", {"(paper)", "（論文）"}},
                   {"undecided", {"undecided", "未決"}}};
  table.rows = rows;
  table.notes.push_back(
      {"\nThe counts are heavy-tailed: a few hard deals make the mean, so means of 100 deals differ by a factor of two "
       "or three\nfrom one set of deals to the next (± error is the standard error of our mean). The median is "
       "steadier; the paper has none.",
       "\n分布の裾は重い。少数の難しい配置が平均を決めるので、100局の平均は配置の組ごとに2～3倍違う。中央値の方が安定し"
       "ている。"});
  found.account.add(states_figure(rows));
  return found;
}

}  // namespace

Experiment superpuzz_table1() {
  return {.name = "superpuzz-table1",
          .summary = "states searched by the paper's four strategies, 4 to 9 columns",
          .about =
              "Reruns table 1 of Shintani's paper: random deals with 4 to 9 columns, four strategies, mean number of "
              "states searched until the first solution, over the deals that have one. "
              "The strategies count states exactly as the paper does. 9 columns take some minutes.",
          .options = {{.name = "deals",
                       .kind = OptionKind::integer,
                       .help = "deals for each number of columns",
                       .fallback = "100",
                       .lowest = 1,
                       .highest = 1e6},
                      {.name = "columns",
                       .kind = OptionKind::integer,
                       .help = "up to so many columns",
                       .fallback = "9",
                       .lowest = 2,
                       .highest = 13}},
          .run = run_superpuzz_table1};
}

}  // namespace nazo
