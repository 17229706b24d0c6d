#include "experiments/paper002_states.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

const std::vector<PrintedStates>& printed_states() {
  static const std::vector<PrintedStates> table{{4, {124, 134, 416, 404}, 89, 11},
                                                {5, {1830, 1847, 2650, 3629}, 87, 13},
                                                {6, {21927, 21187, 19956, 32984}, 88, 12},
                                                {7, {22724, 22287, 112229, 55632}, 84, 16},
                                                {8, {183771, 182103, 348681, 371815}, 82, 18},
                                                {9, {861365, 917207, 1062466, 996120}, 82, 18}};
  return table;
}

const PrintedStates* printed_states(int columns) {
  const auto found = std::ranges::find(printed_states(), columns, &PrintedStates::columns);
  return found == printed_states().end() ? nullptr : &*found;
}

std::vector<OptionFact> deals_and_columns(std::string columns) {
  return {{.name = "deals",
           .kind = OptionKind::integer,
           .help = "deals for each number of columns",
           .fallback = "100",
           .lowest = 1,
           .highest = 1e6},
          {.name = "columns",
           .kind = OptionKind::text,
           .help = "columns of the deals, from 2 to 13: one number or a range such as 4..9",
           .fallback = std::move(columns),
           .value = "N or MIN..MAX"}};
}

Result<std::vector<int>> columns_wanted(const Options& options) {
  const std::string& text = options.text("columns");
  const std::size_t dots = text.find("..");
  const auto first = number_of<int>(text.substr(0, dots));
  const auto last = dots == std::string::npos ? first : number_of<int>(text.substr(dots + 2));
  if (!first || !last || *first < 2 || *last > 13 || *first > *last)
    return fail(cat("--columns takes a number from 2 to 13 or a range such as 4..9, not ", in_quotes(text)));
  std::vector<int> columns;
  for (int c = *first; c <= *last; ++c) columns.push_back(c);
  return columns;
}

Result<CountedSearch> count_states(const Genre& genre, const Puzzle& puzzle, const Options& solving,
                                   const Budget& budget) {
  NAZO_TRY(verdict, solve_verified(genre, puzzle, solving, {.budget = budget}));
  if (verdict.limit == Limit::stopped) return fail_limit(Limit::stopped);
  return CountedSearch{verdict.status, verdict.stats.nodes};
}

Result<Status> agreed(const std::vector<CountedSearch>& searches) {
  Status status = Status::unknown;
  for (const CountedSearch& search : searches) {
    if (search.status == Status::unknown) continue;
    if (status != Status::unknown && status != search.status)
      return fail("internal error: two searches disagree about a deal");
    status = search.status;
  }
  return status;
}

void StateCounts::describe(Value& row) const {
  // An undecided deal may have no solution, and then it does not count: the least mean is without those that raise it.
  std::vector<model::Censored> few = solvable, all = solvable, rest = undecided;
  std::ranges::sort(rest, {}, &model::Censored::value);
  for (const model::Censored& one : rest)
    if (one.value < model::least_mean(few)) few.push_back(one);
  all.insert(all.end(), rest.begin(), rest.end());
  const auto stopped = static_cast<std::uint64_t>(std::ranges::count(solvable, true, &model::Censored::at_least));
  const auto or_null = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Value(*value) : Value();
  };
  const double mean = model::least_mean(few);
  double squares = 0;
  for (const model::Censored& one : solvable) squares += (one.value - mean) * (one.value - mean);
  const auto n = static_cast<double>(solvable.size());
  const bool whole = stopped == 0 && undecided.empty() && !solvable.empty();
  row.set("mean", whole ? Value(mean) : Value());
  row.set("standard_error", whole && n > 1 ? Value(std::sqrt(squares / (n - 1) / n)) : Value());
  row.set("at_least", solvable.empty() ? Value() : Value(mean));
  row.set("stopped", stopped);
  row.set("lower_quartile", or_null(model::censored_quantile(solvable, .25)));
  row.set("median", or_null(model::censored_quantile(solvable, .5)));
  row.set("upper_quartile", or_null(model::censored_quantile(solvable, .75)));
  const auto without = model::fit_log_normal(solvable), with = model::fit_log_normal(all);
  std::optional<double> estimate, low, high;
  if (without && with) {
    estimate = std::sqrt(without->mean.value) * std::sqrt(with->mean.value);
    low = std::min(without->mean.low, with->mean.low);
    high = std::max(without->mean.high, with->mean.high);
  }
  row.set("estimate", or_null(estimate)).set("estimate_low", or_null(low)).set("estimate_high", or_null(high));
}

}  // namespace nazo
