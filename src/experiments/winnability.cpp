#include "experiments/winnability.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <ostream>

#include "base/text.hpp"
#include "experiments/tools.hpp"
#include "model/stats.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

namespace {

/// CPU time of this thread: what a deal takes, whatever else the machine does.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Tally {
  std::uint64_t solved = 0, unsolvable = 0, undecided = 0;
  std::vector<double> seconds{};

  void add(const Value& item) {
    const std::string& status = *item.find("status")->string();
    if (status == "solved") {
      ++solved;
    } else if (status == "unsolvable") {
      ++unsolvable;
    } else {
      ++undecided;
    }
    seconds.push_back(item.find("seconds")->number());
  }
  [[nodiscard]] double all_seconds() const {
    double sum = 0;
    for (const double one : seconds) sum += one;
    return sum;
  }
  /// So that this share of the deals took no longer.
  [[nodiscard]] double quantile(double share) const {
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    const double at = share * static_cast<double>(sorted.size());
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(at))];
  }
};

/// How the deals ended, as shares of all, the winnable ones with their interval.
Figure winnable_figure(const WinnableDeals& deals, const Tally& tally, const model::Interval& interval) {
  const auto all = static_cast<double>(tally.seconds.size());
  const auto share = [&](std::uint64_t count) { return 100 * static_cast<double>(count) / all; };
  Figure figure{.name = "winnable",
                .caption = Words(cat(deals.title, ": how deals end"), deals.title_ja + "：配置の結末")};
  figure.x.names = {{"winnable", "解ける"}, {"lost", "解けない"}, {"undecided", "未決"}};
  figure.y = {.title = {"share of deals", "配置の割合"}, .unit = "%", .holds = {0, 100}};
  Series ours{.name = {cat("ours, ", grouped(tally.seconds.size()), " deals"),
                       cat("本プログラム（", grouped(tally.seconds.size()), "局）")},
              .mark = Mark::bars};
  ours.points = {{0, share(tally.solved), 100 * interval.low, 100 * interval.high},
                 {1, share(tally.unsolvable)},
                 {2, share(tally.undecided)}};
  figure.series.push_back(std::move(ours));
  figure.remarks.push_back(
      {"The whisker is the exact 95 % interval; undecided deals count as lost below, as won above.",
       "縦線は正確な95%区間。未決の配置は下端では負け、上端では勝ちと数える。"});
  if (!deals.published.empty())
    figure.remarks.push_back({"published: " + deals.published, "既発表：" + deals.published});
  return figure;
}

Account winnable_account(const ExperimentCall& call, const WinnableDeals& deals, const Tally& tally) {
  const double seconds = call.options.real("time");
  const model::Interval interval = model::binomial_interval_undecided(tally.solved, tally.unsolvable, tally.undecided);
  Account account;
  account.add(Words(cat(deals.title, ": ", grouped(tally.seconds.size()), " random deals, seed ", call.context.seed,
                        ", at most ", text_of(seconds), " s each"),
                    cat(deals.title_ja, "：無作為な配置 ", grouped(tally.seconds.size()), " 局、種 ", call.context.seed,
                        "、1局 ", text_of(seconds), " 秒まで")));
  Value row = deals.what;
  row.set("deals", tally.seconds.size())
      .set("solved", tally.solved)
      .set("unsolvable", tally.unsolvable)
      .set("undecided", tally.undecided)
      .set("low", interval.low)
      .set("high", interval.high)
      .set("confidence", 0.95)
      .set("time", seconds);
  account.add(
      Table{.name = "winnable",
            .columns = {{"solved", {"solved", "解けた"}},
                        {"unsolvable", {"unsolvable", "解けない"}},
                        {"undecided", {"undecided", "未決"}},
                        {.field = "low", .title = {"winnable from", "可解率 下限"}, .digits = 2, .percent = true},
                        {.field = "high", .title = {"to", "上限"}, .digits = 2, .percent = true}},
            .rows = {std::move(row)},
            .notes = {{"95 % exact interval; undecided deals count as lost below and as won above",
                       "正確な95%区間。未決の配置は下限では負け、上限では勝ちと数える"}}});
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
  Tally tally;
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    NAZO_TRY(puzzle, first_candidate(*genre, making, call.context.seed, i));
    Budget budget = call.context.budget;
    budget.seconds = seconds;
    const double before = thread_seconds();
    NAZO_TRY(verdict, solve_verified(*genre, puzzle, solving, {.budget = budget}));
    if (verdict.limit == Limit::stopped) return fail_limit(Limit::stopped);
    return Value::object()
        .set("deal", i)
        .set("status", name(verdict.status))
        .set("nodes", verdict.stats.nodes)
        .set("seconds", thread_seconds() - before);
  };
  const auto take = [&](std::uint64_t, const Value& item) {
    tally.add(item);
    return true;
  };
  NAZO_TRY(whole, each_item(call, "deals", static_cast<std::uint64_t>(call.options.integer("deals")), make, take));
  const std::uint64_t done = tally.seconds.size();
  if (done == 0) return nothing_found();
  const auto milliseconds = [&](double share) { return text_of(1000 * tally.quantile(share), 2) + " ms"; };
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
  return options;
}

}  // namespace nazo
