// How many deals of Superpuzz can be won: solved or proved lost one by one, with an exact interval.
#include <array>
#include <ostream>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "model/stats.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

namespace {

Result<int> run_winnability(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "superpuzz"));
  const auto deals = static_cast<std::uint64_t>(call.options.integer("deals"));
  const std::int64_t columns = call.options.integer("columns");
  const double seconds = call.options.real("time");
  NAZO_TRY(making, Options::make(genre->facts().options, {{"columns", std::to_string(columns)}}));
  NAZO_TRY(solving, Options::make(genre->facts().options));

  std::array<std::uint64_t, 3> count{};  // by Status
  double cpu = 0;
  const auto make = [&](std::uint64_t i) -> Result<Value> {
    NAZO_TRY(puzzle, first_candidate(*genre, making, call.context.seed, i));
    Budget budget = call.context.budget;
    budget.seconds = seconds;
    const Meter clock(budget);
    NAZO_TRY(verdict, solve_verified(*genre, puzzle, solving, {.budget = budget}));
    if (verdict.limit == Limit::stopped) return fail_limit(Limit::stopped);
    return Value::object()
        .set("deal", i)
        .set("status", name(verdict.status))
        .set("nodes", verdict.stats.nodes)
        .set("seconds", clock.seconds());
  };
  const auto take = [&](std::uint64_t, const Value& item) {
    const std::string& status = *item.find("status")->string();
    if (status == "solved")
      ++count[0];
    else
      ++count[status == "unsolvable" ? 1 : 2];
    cpu += item.find("seconds")->number();
    return true;
  };
  NAZO_TRY(whole, each_item(call, "deals", deals, make, take));
  call.words << text_of(cpu, 1) << " s of work\n";

  const std::uint64_t done = count[0] + count[1] + count[2];
  const model::Interval interval = model::binomial_interval_undecided(count[0], count[1], count[2]);
  if (call.json) {
    call.out << Value::object()
                    .set("columns", columns)
                    .set("deals", done)
                    .set("solved", count[0])
                    .set("unsolvable", count[1])
                    .set("undecided", count[2])
                    .set("low", interval.low)
                    .set("high", interval.high)
                    .set("confidence", 0.95)
                    .set("time", seconds)
                    .json()
             << "\n";
  } else {
    const auto percent = [](double share) { return text_of(100 * share, 2) + " %"; };
    call.out << "Superpuzz with " << columns << " columns: " << grouped(done) << " random deals, seed "
             << call.context.seed << ", at most " << text_of(seconds) << " s each\n"
             << "  solved      " << grouped(count[0]) << "\n  unsolvable  " << grouped(count[1]) << "\n  undecided   "
             << grouped(count[2]) << "\n"
             << "  winnable    " << percent(interval.low) << " … " << percent(interval.high)
             << "  (95 % exact interval; undecided deals count as lost below and as won above)\n";
    if (columns == 13) call.out << "  published   85.8 % ± 3.7 % (Solvitaire, 10,000 deals, over 6 % undecided)\n";
  }
  return whole ? 0 : 3;
}

}  // namespace

Experiment superpuzz_winnability() {
  return {.name = "superpuzz-winnability",
          .summary = "the share of deals that can be won, with an interval that undecided deals widen",
          .about =
              "Solves random deals with a time limit each. Every solution is replayed; unsolvable means exhausted. "
              "With --log the run can be interrupted and goes on when started again.",
          .options = {{.name = "deals",
                       .kind = OptionKind::integer,
                       .help = "how many deals",
                       .fallback = "100",
                       .lowest = 1,
                       .highest = 1e9},
                      {.name = "columns",
                       .kind = OptionKind::integer,
                       .help = "columns of a deal",
                       .fallback = "13",
                       .lowest = 2,
                       .highest = 13},
                      {.name = "time",
                       .kind = OptionKind::real,
                       .help = "seconds for each deal",
                       .fallback = "10",
                       .lowest = 0,
                       .value = "S"}},
          .extent = "deals",
          .run = run_winnability};
}

}  // namespace nazo
