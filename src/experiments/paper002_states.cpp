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

namespace {

/// What the mean may be where searches were cut off: a guess, for it stands on the shape of a tail that nobody saw.
std::optional<double> guessed_mean(const StateCounts& counts, double at_least) {
  std::vector<model::Censored> all = counts.solvable;
  all.insert(all.end(), counts.undecided.begin(), counts.undecided.end());
  const auto without = model::fit_log_normal(counts.solvable), with = model::fit_log_normal(all);
  if (!without || !with) return std::nullopt;
  const double guess = std::sqrt(without->mean()) * std::sqrt(with->mean());
  return std::isfinite(guess) ? std::optional(std::max(guess, at_least)) : std::nullopt;
}

}  // namespace

void StateCounts::describe(Value& row) const {
  const auto stopped = static_cast<std::uint64_t>(std::ranges::count(solvable, true, &model::Censored::at_least));
  const auto or_null = [](const std::optional<double>& value) { return value ? Value(*value) : Value(); };
  // An undecided deal may have no solution, and then it does not count: the least mean is without those that raise it.
  const double mean = model::least_mean(solvable, undecided);
  double squares = 0;
  for (const model::Censored& one : solvable) squares += (one.value - mean) * (one.value - mean);
  const auto n = static_cast<double>(solvable.size());
  const bool whole = stopped == 0 && undecided.empty() && !solvable.empty();
  const auto guess = whole ? std::nullopt : guessed_mean(*this, mean);
  const model::MeanEnds ends = model::mean_ends(solvable, undecided);
  row.set("mean", whole ? Value(mean) : Value());
  row.set("standard_error", whole && n > 1 ? Value(std::sqrt(squares / (n - 1) / n)) : Value());
  row.set("at_least", solvable.empty() ? Value() : Value(mean));
  row.set("stopped", stopped);
  row.set("lower_quartile", or_null(model::censored_quantile(solvable, .25)));
  row.set("median", or_null(model::censored_quantile(solvable, .5)));
  row.set("upper_quartile", or_null(model::censored_quantile(solvable, .75)));
  row.set("estimate", whole ? Value(mean) : or_null(guess));
  row.set("estimate_low", or_null(ends.low)).set("estimate_high", or_null(ends.high));
  row.set("guess", or_null(guess));
}

}  // namespace nazo
