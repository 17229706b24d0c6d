// Table 1 and figure 6 of paper 002: states searched by four strategies until the first solution, what they say of the
// full pack, and what our own search finds there.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "experiments/paper002_states.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "model/stats.hpp"

namespace nazo {

namespace {

constexpr int full_pack = 13;

/// The paper's four strategies, then our own.
std::vector<std::string> ways() {
  std::vector<std::string> all(superpuzz_strategies.begin(), superpuzz_strategies.end());
  all.emplace_back("best");
  return all;
}

Result<std::vector<Options>> ways_of_solving(const Genre& genre) {
  std::vector<Options> solving;
  for (const std::string& way : ways()) {
    std::map<std::string, std::string> given{{"strategy", way}};
    if (way != "best") given["as-printed"] = "true";
    NAZO_TRY(options, Options::make(genre.facts().options, given));
    solving.push_back(options);
  }
  return solving;
}

/// All searches of one deal. Our own goes first: where it proves that there is no solution, the others need not.
Result<Value> search_deal(const Genre& genre, const Puzzle& puzzle, const std::vector<Options>& solving,
                          const Budget& budget) {
  std::vector<CountedSearch> searches(solving.size());
  NAZO_TRY(own, count_states(genre, puzzle, solving.back(), budget));
  searches.back() = own;
  if (own.status != Status::unsolvable)
    for (std::size_t s = 0; s + 1 < solving.size(); ++s) {
      NAZO_TRY(search, count_states(genre, puzzle, solving[s], budget));
      searches[s] = search;
    }
  NAZO_TRY(status, agreed(searches));
  Value states = Value::array(), stopped = Value::array();
  for (const CountedSearch& search : searches) {
    states.push(search.states);
    stopped.push(search.status == Status::unknown);
  }
  return Value::object().set("status", name(status)).set("states", states).set("stopped", stopped);
}

/// The deals of one number of columns; nothing if the run was interrupted.
Result<std::optional<std::vector<Value>>> rows_of(const ExperimentCall& call, const Genre& genre, int columns) {
  const auto deals = static_cast<std::uint64_t>(call.options.integer("deals"));
  NAZO_TRY(making, Options::make(genre.facts().options, {{"columns", std::to_string(columns)}}));
  NAZO_TRY(solving, ways_of_solving(genre));
  std::vector<StateCounts> counts(solving.size());
  std::uint64_t solved = 0, failed = 0, undecided = 0;
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    NAZO_TRY(puzzle, first_candidate(genre, making, call.context.seed, i));
    return search_deal(genre, puzzle, solving, call.context.budget);
  };
  const auto take = [&](std::uint64_t, const Value& item) {
    const std::string& status = *item.find("status")->string();
    ++(status == "solved" ? solved : status == "unsolvable" ? failed : undecided);
    if (status == "unsolvable") return true;
    for (std::size_t s = 0; s < counts.size(); ++s) {
      const model::Censored one{(*item.find("states")->items())[s].number(),
                                *(*item.find("stopped")->items())[s].boolean()};
      (status == "solved" ? counts[s].solvable : counts[s].undecided).push_back(one);
    }
    return true;
  };
  NAZO_TRY(whole, each_item(call, cat("deals of ", columns, " columns"), deals, make, take));
  if (!whole) return std::nullopt;
  const PrintedStates* const printed = printed_states(columns);
  std::vector<Value> rows;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const bool has_printed = printed != nullptr && s < printed->states.size();
    Value row = Value::object().set("columns", columns).set("strategy", ways()[s]);
    row.set("paper", has_printed ? Value(printed->states[s]) : Value());
    counts[s].describe(row);
    row.set("solved", solved).set("failed", failed).set("undecided", undecided);
    row.set("paper_solved", printed != nullptr ? Value(printed->solved) : Value());
    row.set("paper_failed", printed != nullptr ? Value(printed->failed) : Value());
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<double> number_in(const Value& row, const char* field) {
  const Value* const value = row.find(field);
  return value == nullptr || value->is_null() ? std::nullopt : std::optional(value->number());
}

bool is_of(const Value& row, const std::string& strategy) { return *row.find("strategy")->string() == strategy; }

/// A straight line through the logarithms of the means, and what it says of the full pack.
struct Growth {
  double slope = 0, at_zero = 0;          ///< log10 states by columns
  double at_full = 0, low = 0, high = 0;  ///< states, with a 95 % interval for the mean of another such set of deals
  int sizes = 0;
};

std::optional<Growth> growth_of(const std::vector<ChartPoint>& points) {
  Growth growth{.sizes = static_cast<int>(points.size())};
  // Through fewer points the interval is too wide to say anything.
  constexpr std::size_t fewest_sizes = 5;
  if (points.size() < fewest_sizes) return std::nullopt;
  const auto n = static_cast<double>(points.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const ChartPoint& point : points) {
    x += point.x / n;
    y += std::log10(point.y) / n;
  }
  for (const ChartPoint& point : points) {
    xx += (point.x - x) * (point.x - x);
    xy += (point.x - x) * (std::log10(point.y) - y);
  }
  growth.slope = xy / xx;
  growth.at_zero = y - growth.slope * x;
  double squares = 0;
  for (const ChartPoint& point : points) {
    const double off = std::log10(point.y) - growth.at_zero - growth.slope * point.x;
    squares += off * off;
  }
  const double far = full_pack - x, at = growth.at_zero + growth.slope * full_pack;
  const double error = std::sqrt(squares / (n - 2) * (1 + 1 / n + far * far / xx));
  const double width = model::student_quantile(.975, n - 2) * error;
  growth.at_full = std::pow(10, at);
  growth.low = std::pow(10, at - width);
  growth.high = std::pow(10, at + width);
  return growth;
}

/// The known means of one strategy, from the paper's smallest deals up to those below the full pack.
std::vector<ChartPoint> known_means(const std::vector<Value>& rows, const std::string& strategy) {
  std::vector<ChartPoint> points;
  for (const Value& row : rows) {
    const double columns = row.find("columns")->number();
    const auto mean = number_in(row, "mean");
    if (is_of(row, strategy) && columns >= printed_states().front().columns && columns < full_pack && mean)
      points.push_back({columns, *mean});
  }
  return points;
}

std::vector<ChartPoint> printed_points(std::size_t strategy) {
  std::vector<ChartPoint> points;
  for (const PrintedStates& row : printed_states())
    points.push_back({static_cast<double>(row.columns), static_cast<double>(row.states[strategy])});
  return points;
}

/// What a straight line says of 13 columns, by the paper's means and by ours, and what was found there.
Table extrapolation(const std::vector<Value>& rows) {
  Table table{.name = "extrapolation",
              .caption = {"The full pack by a straight line through the logarithms of the means",
                          "平均の対数を通る直線によるフルサイズの予測"}};
  table.columns = {
      {"strategy", {"strategy", "探索法"}},
      {.field = "paper", .title = {"from the paper's means", "論文の平均から"}, .digits = 0},
      {.field = "sizes", .title = {"our sizes", "列数の種類"}},
      {.field = "ours", .title = {"from ours", "本プログラムから"}, .digits = 0},
      {.field = "low", .title = {"95 % from", "95% 下限"}, .digits = 0},
      {.field = "high", .title = {"to", "上限"}, .digits = 0},
      {.field = "at_least", .title = {"found at 13: at least", "13列の実測 下限"}, .digits = 0},
      {.field = "estimate_low", .title = {"95 % from", "95% 下限"}, .digits = 0},
      {.field = "estimate_high", .title = {"to", "上限"}, .digits = 0},
      {.field = "guess", .title = {"guess", "目安"}, .digits = 0},
  };
  for (std::size_t s = 0; s < ways().size(); ++s) {
    const std::string way = ways()[s];
    const auto printed = s < superpuzz_strategies.size() ? growth_of(printed_points(s)) : std::nullopt;
    const auto ours = growth_of(known_means(rows, way));
    Value row = Value::object().set("strategy", way);
    row.set("paper", printed ? Value(printed->at_full) : Value());
    row.set("sizes", ours ? Value(ours->sizes) : Value());
    row.set("ours", ours ? Value(ours->at_full) : Value());
    row.set("low", ours ? Value(ours->low) : Value()).set("high", ours ? Value(ours->high) : Value());
    for (const Value& found : rows)
      if (is_of(found, way) && found.find("columns")->number() == full_pack)
        for (const char* field : {"at_least", "stopped", "estimate", "estimate_low", "estimate_high", "guess"})
          row.set(field, *found.find(field));
    table.rows.push_back(std::move(row));
  }
  table.notes.push_back(
      {"The paper expects about 100,000,000 states. What was found at 13 columns needs --columns 4..13. Where searches "
       "were cut off\nthe mean is at least that much, the guess takes the counts for log-normal and has no interval.",
       "論文の予想は1億局面程度。13列の実測には --columns 4..13 が要る。打ち切りがあれば平均の下限のみが確かで、目安は"
       "対数正規分布を仮定したもの（区間なし）。"});
  return table;
}

/// Figure 6: states by columns on a logarithmic scale, ours with their error, the paper's dashed.
Figure states_figure(const std::vector<Value>& rows) {
  Figure figure{
      .name = "figure6",
      .caption = {"Superpuzz: states searched until the first solution", "スーパーパズ：最初の解までの探索局面数"}};
  figure.x = {.title = {"columns", "列数"}, .whole = true};
  figure.y = {.title = {"states, mean of the solvable deals", "局面数（解ける配置の平均）"},
              .scale = Scale::logarithmic};
  for (std::size_t s = 0; s < ways().size(); ++s) {
    Series series{.name = s < superpuzz_strategies.size() ? Words(ways()[s]) : Words("best (ours)", "best（独自）"),
                  .mark = Mark::line};
    for (const Value& row : rows) {
      if (!is_of(row, ways()[s])) continue;
      const double x = row.find("columns")->number();
      if (const auto mean = number_in(row, "mean")) {
        const double error = number_in(row, "standard_error").value_or(0);
        series.points.push_back({x, *mean, number_in(row, "estimate_low").value_or(*mean - error),
                                 number_in(row, "estimate_high").value_or(*mean + error)});
      } else if (const auto least = number_in(row, "at_least")) {
        series.points.push_back({x, *least, number_in(row, "estimate_low").value_or(*least), *least});
      }
    }
    figure.series.push_back(std::move(series));
  }
  const int last = rows.empty() ? 9 : static_cast<int>(rows.back().find("columns")->number());
  for (std::size_t s = 0; s < superpuzz_strategies.size(); ++s) {
    Series series{.name = Words(cat(ways()[s], ", paper"), cat(ways()[s], "（論文）")),
                  .mark = Mark::line,
                  .points = printed_points(s),
                  .dashed = true,
                  .like = static_cast<int>(s)};
    // The paper goes on to the full pack along a straight line; so does the picture, where it has room for it.
    const auto growth = growth_of(series.points);
    if (last == full_pack && growth) series.points.push_back({full_pack, growth->at_full});
    figure.series.push_back(std::move(series));
  }
  figure.remarks.push_back(
      {"Bands: the mean's 95 % interval (with fewer than 30 deals one standard error). Where searches were cut off the "
       "line is what the mean is at least; there is no upper end.",
       "帯は平均の95%区間（30局未満では標準誤差）。打ち切りがあれば、線は平均の下限で、上端はない。"});
  if (last == full_pack)
    figure.remarks.push_back({"The paper's lines end at 9 columns; beyond, the straight line through them.",
                              "論文の線は9列まで。その先は直線による外挿。"});
  return figure;
}

/// How unlike the deals are: quartiles, which a few hard deals do not move.
Figure spread_figure(const std::vector<Value>& rows) {
  Figure figure{.name = "spread",
                .caption = {"Superpuzz: how the counts spread over the solvable deals",
                            "スーパーパズ：解ける配置での局面数の散らばり"}};
  figure.x = {.title = {"columns", "列数"}, .whole = true};
  figure.y = {.title = {"states, median and quartiles", "局面数（中央値と四分位）"}, .scale = Scale::logarithmic};
  for (std::size_t s = 0; s < ways().size(); ++s) {
    Series series{.name = s < superpuzz_strategies.size() ? Words(ways()[s]) : Words("best (ours)", "best（独自）"),
                  .mark = Mark::line};
    for (const Value& row : rows) {
      const auto median = number_in(row, "median");
      if (!is_of(row, ways()[s]) || !median) continue;
      const double low = number_in(row, "lower_quartile").value_or(*median);
      const double high = number_in(row, "upper_quartile").value_or(ChartPoint::none);
      series.points.push_back({row.find("columns")->number(), *median, low, std::isnan(high) ? *median : high});
    }
    figure.series.push_back(std::move(series));
  }
  figure.remarks.push_back({"A median or quartile among searches that were cut off is not known and not drawn.",
                            "打ち切られた探索に当たる中央値や四分位は不明なので描かない。"});
  return figure;
}

Table counts_table(const std::vector<Value>& rows) {
  Table table{.name = "table1"};
  table.columns = {{"columns", {"columns", "列数"}},
                   {"strategy", {"strategy", "探索法"}},
                   {"paper", {"paper", "論文"}},
                   {.field = "mean", .title = {"ours", "本プログラム"}, .digits = 0},
                   {.field = "standard_error", .title = {"± error", "± 誤差"}, .digits = 0},
                   {.field = "estimate_low", .title = {"95 % from", "95% 下限"}, .digits = 0},
                   {.field = "estimate_high", .title = {"to", "上限"}, .digits = 0},
                   {.field = "median", .title = {"median", "中央値"}, .digits = 0},
                   {"stopped", {"cut off", "打切り"}},
                   {.field = "at_least", .title = {"mean at least", "平均の下限"}, .digits = 0},
                   {.field = "guess", .title = {"guess", "目安"}, .digits = 0},
                   {"solved", {"solved", "成功"}},
                   {"paper_solved", {"(paper)", "（論文）"}},
                   {"failed", {"failed", "失敗"}},
                   {"paper_failed", {"(paper)", "（論文）"}},
                   {"undecided", {"undecided", "未決"}}};
  table.rows = rows;
  table.notes.push_back(
      {"\nThe counts are heavy-tailed: a few hard deals make the mean, so means of 100 deals differ by a factor of two "
       "or three\nfrom one set of deals to the next (± error is the standard error of our mean). The median is "
       "steadier; the paper has none.\nThe 95 % interval is drawn from samples of the counts themselves; measured, it "
       "holds the true mean in about 95 % of sets of\n100 deals (below 30 deals there is no upper end). A search that "
       "a "
       "limit cut off leaves no mean: then stands what the mean is at\nleast, and the interval's lower end is of that. "
       "The "
       "guess (log-normal counts) has no interval: where much is cut off it may be\nwrong by orders of magnitude. "
       "Undecided deals count or not, whichever makes the mean less.",
       "\n分布の裾は重い。少数の難しい配置が平均を決めるので、100局の平均は配置の組ごとに2～3倍違う。中央値の方が安定し"
       "ている。\n95%区間は局面数そのものの再標本による（実測で100局の組の約95%"
       "が真の平均を含む。30局未満では上限を出さな"
       "い）。\n探索が打ち切られたときは平均を出さず、平均の下限を示す（区間の下限はその下限のもの）。目安は対数正規分"
       "布を"
       "仮定し、区間はなく、低めに出やすい。未決の配置は平均が小さくなる方に数える。"});
  return table;
}

Result<Findings> run_superpuzz_table1(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "superpuzz"));
  NAZO_TRY(sizes, columns_wanted(call.options));
  std::vector<Value> rows;
  for (const int columns : sizes) {
    NAZO_TRY(more, rows_of(call, *genre, columns));
    if (!more) return nothing_found();
    rows.insert(rows.end(), more->begin(), more->end());
  }
  Findings found;
  found.account.add(
      Words(cat("Superpuzz, table 1: states searched until the first solution, mean over the deals that have one\n",
                call.options.integer("deals"), " random deals for each number of columns, seed ", call.context.seed,
                "; paper: 100 deals. Counted as printed in the paper; best is our own search."),
            cat("スーパーパズ 表1：最初の解までの探索局面数（解のある配置の平均）\n列数ごとに無作為な配置 ",
                call.options.integer("deals"), " 局、種 ", call.context.seed,
                "。論文は100局。論文と同じ数え方。best は独自の探索。")));
  found.account.add(counts_table(rows));
  found.account.add(extrapolation(rows));
  found.account.add(states_figure(rows));
  found.account.add(spread_figure(rows));
  return found;
}

}  // namespace

Experiment superpuzz_table1() {
  return {.name = "superpuzz-table1",
          .summary = "states searched by the paper's four strategies and our own, and what they say of the full pack",
          .about =
              "Reruns table 1 of Shintani's paper: random deals with 4 to 9 columns, four strategies, mean number of "
              "states searched until the first solution, over the deals that have one. "
              "The strategies count states exactly as the paper does. 9 columns take some minutes; more of them want a "
              "limit for each search, such as --nodes 1000000: what is cut off is counted as such.",
          .options = deals_and_columns("4..9"),
          .run = run_superpuzz_table1};
}

}  // namespace nazo
