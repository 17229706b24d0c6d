#include "experiments/winnability.hpp"

#include <array>
#include <cmath>
#include <ctime>
#include <fstream>
#include <map>
#include <ostream>

#include "base/json.hpp"
#include "base/text.hpp"
#include "experiments/tools.hpp"
#include "experiments/winnability_tally.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

namespace {

/// CPU time of this thread: what a deal takes, whatever else the machine does.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What the interval is.
Words interval_remark(const WinnabilityTally& tally) {
  if (tally.sampled())
    return {
        "95 % interval over the stages below; what the last one left undecided counts as lost below and as won above",
        "下の各段階を合わせた95%区間。最後の段階で未決の配置は下限では負け、上限では勝ちと数える"};
  return {"95 % exact interval; undecided deals count as lost below and as won above",
          "正確な95%区間。未決の配置は下限では負け、上限では勝ちと数える"};
}

/// How the deals ended, as shares of all, the winnable ones with their interval.
Figure winnable_figure(const WinnableDeals& deals, const WinnabilityTally& tally, const model::Interval& interval) {
  const auto all = static_cast<double>(tally.deals());
  const auto share = [&](Status status) { return 100 * static_cast<double>(tally.count(status)) / all; };
  Figure figure{.name = "winnable",
                .caption = Words(cat(deals.title, ": how deals end"), deals.title_ja + "：配置の結末")};
  figure.x.names = {{"winnable", "解ける"}, {"lost", "解けない"}, {"undecided", "未決"}};
  figure.y = {.title = {"share of deals", "配置の割合"}, .unit = "%", .holds = {0, 100}};
  Series ours{
      .name = {cat("ours, ", grouped(tally.deals()), " deals"), cat("本プログラム（", grouped(tally.deals()), "局）")},
      .mark = Mark::bars};
  ours.points = {{0, share(Status::solved), 100 * interval.low, 100 * interval.high},
                 {1, share(Status::unsolvable)},
                 {2, share(Status::unknown)}};
  figure.series.push_back(std::move(ours));
  figure.remarks.push_back(interval_remark(tally));
  if (!deals.published.empty())
    figure.remarks.push_back({"published: " + deals.published, "既発表：" + deals.published});
  return figure;
}

/// How the deals end that take so many states: by powers of ten.
Table effort_table(const WinnabilityTally& tally) {
  std::map<int, std::array<std::uint64_t, 3>> rows;
  for (const DealEnd& end : tally.ends()) {
    const int digits = end.nodes < 10 ? 1 : static_cast<int>(std::log10(end.nodes));
    ++rows[digits][end.status == Status::solved ? 0 : end.status == Status::unsolvable ? 1 : 2];
  }
  Table table{.name = "effort",
              .caption = {"By states searched", "探索した局面数による内訳"},
              .columns = {{"states", {"states below", "局面数（未満）"}},
                          {"solved", {"solved", "解けた"}},
                          {"unsolvable", {"unsolvable", "解けない"}},
                          {"undecided", {"undecided", "未決"}}}};
  for (const auto& [digits, counts] : rows)
    table.rows.push_back(Value::object()
                             .set("states", static_cast<std::int64_t>(std::pow(10, digits + 1)))
                             .set("solved", counts[0])
                             .set("unsolvable", counts[1])
                             .set("undecided", counts[2]));
  return table;
}

/// What each stage was given and how its deals ended.
Table stage_table(const ExperimentCall& call, const WinnabilityTally& tally) {
  Table table{.name = "stages",
              .caption = {"By stages: each searches some of what the one before left undecided",
                          "段階別：前の段階で未決の配置の一部を、より多くの局面まで探索する"},
              .columns = {{"states", {"states each", "1局の局面数"}},
                          {"deals", {"deals", "局数"}},
                          {"solved", {"solved", "解けた"}},
                          {"unsolvable", {"unsolvable", "解けない"}},
                          {"undecided", {"undecided", "未決"}}}};
  const auto limit = [](std::uint64_t nodes) { return nodes == Budget::unlimited ? Value() : Value(nodes); };
  const auto deeper = deeper_stages(call.options.text("deeper"));
  for (std::size_t i = 0; i < tally.stages().size(); ++i) {
    const model::TrialStage& stage = tally.stages()[i];
    table.rows.push_back(Value::object()
                             .set("states", limit(i == 0 ? call.context.budget.nodes : (*deeper)[i - 1].nodes))
                             .set("deals", stage.trials())
                             .set("solved", stage.successes)
                             .set("unsolvable", stage.failures)
                             .set("undecided", stage.open));
  }
  return table;
}

/// What earlier runs over the same deals decided, by the number of the deal.
using Decided = std::map<std::uint64_t, Value>;

/// Reads a log; it must be of the same experiment, seed and kind of deals.
Result<void> read_decided(const ExperimentCall& call, const WinnableDeals& deals, const std::string& file,
                          Decided& decided) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::unexpected(Error{"cannot be read", file});
  std::string line;
  const auto foreign = [&] {
    return std::unexpected(Error{"is no log of an earlier run over the same deals", file, 1});
  };
  if (!std::getline(stream, line)) return foreign();
  const auto header = parse_json(line);
  if (!header || header->find("options") == nullptr || header->find("seed") == nullptr) return foreign();
  const auto same = [](const Value* a, const std::string& b) {
    return a != nullptr && (a->string() != nullptr ? *a->string() : a->json()) == b;
  };
  if (!same(header->find("seed"), std::to_string(call.context.seed))) return foreign();
  for (const auto& [name, value] : *deals.what.fields())
    if (!same(header->find("options")->find(name), value.string() != nullptr ? *value.string() : value.json()))
      return foreign();
  // A last line that was cut off is no verdict.
  while (std::getline(stream, line)) {
    const auto item = parse_json(line);
    if (!item || item->find("deal") == nullptr || item->find("status") == nullptr) continue;
    if (*item->find("status")->string() == "unknown") continue;
    decided.emplace(static_cast<std::uint64_t>(item->find("deal")->number()), *item);
  }
  return {};
}

Account winnable_account(const ExperimentCall& call, const WinnableDeals& deals, const WinnabilityTally& tally) {
  const double seconds = call.options.real("time");
  const model::Interval interval = tally.interval();
  Account account;
  account.add(Words(cat(deals.title, ": ", grouped(tally.deals()), " random deals, seed ", call.context.seed,
                        ", at most ", text_of(seconds), " s each"),
                    cat(deals.title_ja, "：無作為な配置 ", grouped(tally.deals()), " 局、種 ", call.context.seed,
                        "、1局 ", text_of(seconds), " 秒まで")));
  Value row = deals.what;
  row.set("deals", tally.deals())
      .set("solved", tally.count(Status::solved))
      .set("unsolvable", tally.count(Status::unsolvable))
      .set("undecided", tally.count(Status::unknown))
      .set("low", interval.low)
      .set("high", interval.high)
      .set("half_width", (interval.high - interval.low) / 2)
      .set("confidence", 0.95)
      .set("time", seconds);
  const auto supposed = tally.supposed();
  if (supposed) row.set("late", supposed->late).set("late_won", supposed->late_won).set("supposed", supposed->share);
  account.add(
      Table{.name = "winnable",
            .columns = {{"solved", {"solved", "解けた"}},
                        {"unsolvable", {"unsolvable", "解けない"}},
                        {"undecided", {"undecided", "未決"}},
                        {.field = "low", .title = {"winnable from", "可解率 下限"}, .digits = 2, .percent = true},
                        {.field = "high", .title = {"to", "上限"}, .digits = 2, .percent = true}},
            .rows = {std::move(row)},
            .notes = {interval_remark(tally)}});
  if (tally.stages().size() > 1) account.add(stage_table(call, tally));
  if (supposed) {
    const auto percent = [](double share) { return text_of(100 * share, 2) + " %"; };
    account.add(Words(
        cat("If undecided deals were won as often as those decided late (", supposed->late_won, " of ", supposed->late,
            "): ", percent(supposed->share),
            ".\nThat is a guess and has no interval; it is too high where deals are won the less often the later they "
            "are decided (table below).\nThe bounds above suppose nothing."),
        cat("未決の配置が、遅く決まった配置（", supposed->late, " 局中 ", supposed->late_won,
            " 局が解ける）と同じ割合で解けるとすれば ", percent(supposed->share),
            "。\nこれは推測で区間はない。遅く決まる配置ほど解けにくいなら（下の表）高すぎる。上の上下限は何も仮定しない"
            "。")));
  }
  account.add(effort_table(tally));
  if (!deals.published.empty()) account.add(Words("published: " + deals.published, "既発表：" + deals.published));
  account.add(winnable_figure(deals, tally, interval));
  return account;
}

}  // namespace

Result<Findings> count_winnable(const ExperimentCall& call, const WinnableDeals& deals) {
  NAZO_TRY(genre, genre_for(call, deals.genre));
  const double seconds = call.options.real("time");
  NAZO_TRY(making, Options::make(genre->facts().options, deals.making));
  NAZO_TRY(solving, Options::make(genre->facts().options, deals.solving));
  Decided decided;
  for (const std::string& file : call.files) NAZO_CHECK(read_decided(call, deals, file, decided));
  NAZO_TRY(deeper, deeper_stages(call.options.text("deeper")));
  if (!deeper.empty() && !call.places.shard.whole())
    return fail(
        "which deals --deeper searches is known only when all of them were tried, so they cannot be shared out");
  const auto search = [&](std::uint64_t deal, std::uint64_t nodes) -> Result<Value> {
    if (const auto known = decided.find(deal); known != decided.end()) return known->second;
    NAZO_TRY(puzzle, first_candidate(*genre, making, call.context.seed, deal));
    Budget budget = call.context.budget;
    budget.seconds = seconds;
    budget.nodes = nodes;
    const double before = thread_seconds();
    NAZO_TRY(verdict, solve_verified(*genre, puzzle, solving, {.budget = budget}));
    if (verdict.limit == Limit::stopped) return fail_limit(Limit::stopped);
    return Value::object()
        .set("deal", deal)
        .set("status", name(verdict.status))
        .set("nodes", verdict.stats.nodes)
        .set("seconds", thread_seconds() - before);
  };
  WinnabilityTally tally;
  const auto take = [&](std::uint64_t, const Value& item) {
    tally.add(item);
    return true;
  };
  tally.begin_stage();
  NAZO_TRY(whole, each_item(
                      call, "deals", static_cast<std::uint64_t>(call.options.integer("deals")),
                      [&](std::uint64_t i) { return search(i, call.context.budget.nodes); }, take));
  for (const DeeperStage& stage : deeper) {
    std::vector<std::uint64_t> open = tally.undecided();
    open.resize(std::min<std::size_t>(open.size(), stage.deals));
    if (!whole || open.empty()) break;
    tally.begin_stage();
    NAZO_TRY(whole_stage, each_item(
                              call, cat("deals with ", grouped(stage.nodes), " states"), open.size(),
                              [&](std::uint64_t i) { return search(open[i], stage.nodes); }, take));
    whole = whole_stage;
  }
  const std::uint64_t done = tally.deals();
  if (done == 0) return nothing_found();
  const auto milliseconds = [&](double share) { return text_of(1000 * tally.seconds_quantile(share), 2) + " ms"; };
  // How long it took is no part of what is found: that is the same for everybody.
  call.words << text_of(tally.all_seconds(), 1) << " s of work; a deal took " << milliseconds(.5) << " (median), "
             << milliseconds(.99) << " (99 of 100), " << milliseconds(1) << " (the longest)\n";
  return Findings{.account = winnable_account(call, deals, tally), .whole = whole};
}

std::vector<OptionFact> winnable_options(std::vector<OptionFact> more) {
  std::vector<OptionFact> options{{.name = "deals",
                                   .kind = OptionKind::integer,
                                   .help = "how many deals",
                                   .fallback = "100",
                                   .lowest = 1,
                                   .highest = 1e9}};
  std::ranges::move(more, std::back_inserter(options));
  options.push_back({.name = "time",
                     .kind = OptionKind::real,
                     .help = "seconds for each deal",
                     .fallback = "10",
                     .lowest = 0,
                     .value = "S"});
  options.push_back({.name = "deeper",
                     .kind = OptionKind::text,
                     .help = "then search so many of the undecided deals with so many states, and so on",
                     .value = "STATES:DEALS,…"});
  return options;
}

}  // namespace nazo
