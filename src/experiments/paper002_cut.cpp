// The wish of paper 002: a test that tells states which cannot succeed, inside its own searches. How many states does
// it save?
#include <array>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "experiments/paper002_states.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"

namespace nazo {

namespace {

/// One strategy without the test and with it, on one deal.
Result<Value> search_twice(const Genre& genre, const Puzzle& puzzle, const std::vector<Options>& plain,
                           const std::vector<Options>& cutting, const Budget& budget) {
  std::vector<CountedSearch> searches;
  Value without = Value::array(), with = Value::array(), stopped = Value::array();
  for (std::size_t s = 0; s < plain.size(); ++s) {
    NAZO_TRY(one, count_states(genre, puzzle, plain[s], budget));
    NAZO_TRY(other, count_states(genre, puzzle, cutting[s], budget));
    searches.push_back(one);
    searches.push_back(other);
    without.push(one.states);
    with.push(other.states);
    // 0: both ended; 1: the search without the test was cut off; 2: that with it, too or alone.
    stopped.push(other.status == Status::unknown ? 2 : one.status == Status::unknown ? 1 : 0);
  }
  NAZO_TRY(status, agreed(searches));
  return Value::object().set("status", name(status)).set("without", without).set("with", with).set("stopped", stopped);
}

/// Deals of one kind (solvable or not) that a search with the test came to an end with.
struct Saved {
  double without = 0, with = 0;  ///< states of all these deals
  std::uint64_t deals = 0;
  std::uint64_t cut_off = 0;     ///< … of which the search without the test was cut off: it would take more
  std::uint64_t unfinished = 0;  ///< deals left out: the search with the test was cut off

  void add(double states_without, double states_with, int stopped) {
    if (stopped == 2) {
      ++unfinished;
      return;
    }
    ++deals;
    cut_off += stopped == 1;
    without += states_without;
    with += states_with;
  }
  [[nodiscard]] Value row(int columns, const char* strategy, const char* kind) const {
    const auto mean = [&](double sum) { return deals == 0 ? Value() : Value(sum / static_cast<double>(deals)); };
    return Value::object()
        .set("columns", columns)
        .set("strategy", strategy)
        .set("deals", kind)
        .set("compared", deals)
        .set("without", mean(without))
        .set("with", mean(with))
        .set("saved", without == 0 ? Value() : Value(1 - with / without))
        .set("cut_off_without", cut_off)
        .set("unfinished", unfinished);
  }
};

Result<std::optional<std::vector<Value>>> rows_of_size(const ExperimentCall& call, const Genre& genre, int columns) {
  NAZO_TRY(making, Options::make(genre.facts().options, {{"columns", std::to_string(columns)}}));
  std::vector<Options> plain, cutting;
  for (const char* strategy : superpuzz_strategies) {
    std::map<std::string, std::string> given{{"strategy", strategy}, {"as-printed", "true"}};
    NAZO_TRY(without, Options::make(genre.facts().options, given));
    given["cut-lost"] = "true";
    NAZO_TRY(with, Options::make(genre.facts().options, given));
    plain.push_back(without);
    cutting.push_back(with);
  }
  std::array<Saved, superpuzz_strategies.size()> solvable{}, unsolvable{};
  std::uint64_t undecided = 0;
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    NAZO_TRY(puzzle, first_candidate(genre, making, call.context.seed, i));
    return search_twice(genre, puzzle, plain, cutting, call.context.budget);
  };
  const auto take = [&](std::uint64_t, const Value& item) {
    const std::string& status = *item.find("status")->string();
    undecided += status == "unknown";
    if (status == "unknown") return true;
    auto& kind = status == "solved" ? solvable : unsolvable;
    for (std::size_t s = 0; s < kind.size(); ++s) {
      const auto at = [&](const char* field) { return (*item.find(field)->items())[s].number(); };
      kind[s].add(at("without"), at("with"), static_cast<int>(at("stopped")));
    }
    return true;
  };
  const auto deals = static_cast<std::uint64_t>(call.options.integer("deals"));
  NAZO_TRY(whole, each_item(call, cat("deals of ", columns, " columns"), deals, make, take));
  if (!whole) return std::nullopt;
  std::vector<Value> rows;
  for (std::size_t s = 0; s < superpuzz_strategies.size(); ++s) {
    rows.push_back(solvable[s].row(columns, superpuzz_strategies[s], "solvable").set("undecided", undecided));
    rows.push_back(unsolvable[s].row(columns, superpuzz_strategies[s], "unsolvable").set("undecided", undecided));
  }
  return rows;
}

Figure saved_figure(const std::vector<Value>& rows) {
  Figure figure{.name = "saved",
                .caption = {"Superpuzz: states saved by a test for states that cannot succeed",
                            "スーパーパズ：「成功不可能」の判定で節約できた局面"}};
  figure.x = {.title = {"columns", "列数"}, .whole = true};
  figure.y = {.title = {"states saved", "節約できた局面"}, .unit = "%", .holds = {0, 100}};
  const auto line = [&](const Words& name, const std::string& strategy, const char* kind) {
    Series series{.name = name, .mark = Mark::line, .dashed = std::string_view(kind) == "unsolvable"};
    for (const Value& row : rows)
      if (*row.find("strategy")->string() == strategy && *row.find("deals")->string() == kind &&
          !row.find("saved")->is_null())
        series.points.push_back({row.find("columns")->number(), 100 * row.find("saved")->number()});
    figure.series.push_back(std::move(series));
  };
  for (const char* strategy : superpuzz_strategies)
    line({cat(strategy, ", solvable"), cat(strategy, "（解あり）")}, strategy, "solvable");
  // Without a solution every strategy exhausts the same space.
  line({"all, unsolvable", "すべて（解なし）"}, superpuzz_strategies.front(), "unsolvable");
  return figure;
}

Result<Findings> run_cut_lost(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "superpuzz"));
  NAZO_TRY(sizes, columns_wanted(call.options));
  std::vector<Value> rows;
  for (const int columns : sizes) {
    NAZO_TRY(more, rows_of_size(call, *genre, columns));
    if (!more) return nothing_found();
    rows.insert(rows.end(), more->begin(), more->end());
  }
  Findings found;
  found.account.add(
      Words(cat("Superpuzz: the paper's searches with a test for states that cannot succeed, ",
                call.options.integer("deals"), " random deals for each number of columns, seed ", call.context.seed),
            cat("スーパーパズ：論文の探索に「成功不可能」の判定を加えたとき。列数ごとに無作為な配置 ",
                call.options.integer("deals"), " 局、種 ", call.context.seed)));
  Table& table = found.account.add(Table{.name = "saved"});
  table.columns = {{"columns", {"columns", "列数"}},
                   {"strategy", {"strategy", "探索法"}},
                   {"deals", {"deals", "配置"}},
                   {"compared", {"compared", "比較数"}},
                   {.field = "without", .title = {"states without", "判定なし"}, .digits = 0},
                   {.field = "with", .title = {"with the test", "判定あり"}, .digits = 0},
                   {.field = "saved", .title = {"saved", "節約"}, .digits = 1, .percent = true},
                   {"cut_off_without", {"cut off without", "判定なしで打切り"}},
                   {"unfinished", {"unfinished", "未完"}},
                   {"undecided", {"undecided", "未決"}}};
  table.rows = rows;
  table.notes.push_back(
      {"Means of states searched until the first solution, or until the space was exhausted. A state is tested when it "
       "is generated and counts;\nif even a relaxed game (what was free once stays free) cannot be won from it, it "
       "gets "
       "no children. Where the search without the test\nwas cut off it counts with what it had searched, so that more "
       "is saved than stands here; where that with the test was, the deal is left out.",
       "最初の解まで、または全探索までの局面数の平均。局面は生成時に判定し、数に入れる。緩和した（一度空いた場所は空い"
       "たま"
       "まの）ゲームでも勝てなければ子局面を作らない。\n判定なしの探索が打ち切られたときはそこまでの数で比べる（実際の"
       "節約"
       "はさらに大きい）。判定ありの探索が打ち切られた配置は除く。"});
  found.account.add(saved_figure(rows));
  return found;
}

}  // namespace

Experiment superpuzz_cut_lost() {
  return {.name = "superpuzz-cut-lost",
          .summary = "states the paper's searches save by a test for states that cannot succeed",
          .about =
              "Shintani wishes for a test that tells states from which no solution can be reached, so that they get no "
              "children. Each deal is searched by each of the paper's four strategies without such a test and with the "
              "one of our own search (a relaxation: what was free once stays free), and the states are compared.",
          .options = deals_and_columns("4..7"),
          .run = run_cut_lost};
}

}  // namespace nazo
