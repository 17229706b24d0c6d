// Table 1 of paper 002: states searched by four strategies until the first solution.
#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

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

Result<int> run_superpuzz_table1(const ExperimentCall& call) {
  NAZO_TRY(genre, genre_for(call, "superpuzz"));
  const auto deals = static_cast<std::uint64_t>(call.options.integer("deals"));
  const auto highest = static_cast<int>(call.options.integer("columns"));
  if (!call.json) {
    call.out << "Superpuzz, table 1: states searched until the first solution, mean over the deals that have one\n"
             << deals << " random deals for each number of columns, seed " << call.context.seed
             << "; paper: 100 deals. Counted as printed in the paper.\n\n"
             << "columns  strategy            paper        ours     ± error    median   solved  failed   (paper)\n";
  }
  for (const PaperRow& row : paper) {
    if (row.columns > highest) continue;
    NAZO_TRY(making, Options::make(genre->facts().options, {{"columns", std::to_string(row.columns)}}));
    std::vector<Options> solving;
    for (const char* strategy : strategies) {
      NAZO_TRY(options, Options::make(genre->facts().options, {{"strategy", strategy}, {"as-printed", "true"}}));
      solving.push_back(options);
    }
    std::array<std::vector<double>, 4> states;
    std::uint64_t solved = 0, failed = 0, undecided = 0;
    const auto make = [&](std::uint64_t i) -> Result<Value> {
      NAZO_TRY(puzzle, first_candidate(*genre, making, call.context.seed, i));
      NAZO_TRY(searched, search_all(*genre, puzzle, solving, call.context.budget));
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
    if (!whole) return 3;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
      const Spread spread = spread_of(states[s]);
      const double error_of_mean = spread.deviation / std::sqrt(std::max(1.0, static_cast<double>(solved)));
      if (call.json) {
        call.out << Value::object()
                        .set("columns", row.columns)
                        .set("strategy", strategies[s])
                        .set("paper", row.states[s])
                        .set("mean", spread.mean)
                        .set("standard_error", error_of_mean)
                        .set("median", spread.median)
                        .set("solved", solved)
                        .set("failed", failed)
                        .set("undecided", undecided)
                        .set("paper_solved", row.solved)
                        .set("paper_failed", row.failed)
                        .json()
                 << "\n";
        continue;
      }
      const auto right = [](const std::string& text, std::size_t width) {
        return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
      };
      const auto number = [&](double value, std::size_t width) {
        return right(grouped(static_cast<std::uint64_t>(value + 0.5)), width);
      };
      std::string name = strategies[s];
      name.resize(17, ' ');
      call.out << right(s == 0 ? std::to_string(row.columns) : "", 7) << "  " << name << number(row.states[s], 9)
               << number(spread.mean, 12) << number(error_of_mean, 12) << number(spread.median, 10);
      if (s == 0)
        call.out << right(std::to_string(solved), 9) << right(std::to_string(failed), 8) << "   (" << row.solved << ", "
                 << row.failed << ")";
      if (s == 0 && undecided != 0) call.out << "  " << undecided << " undecided";
      call.out << "\n";
    }
    call.out << std::flush;
  }
  if (!call.json)
    call.out << "\nThe counts are heavy-tailed: a few hard deals make the mean, so means of 100 deals differ by a "
                "factor of two or three\n"
                "from one set of deals to the next (± error is the standard error of our mean). The median is "
                "steadier; the paper has none.\n";
  return 0;
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
