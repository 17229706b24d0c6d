#include "genres/superpuzz/solve.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/superpuzz/best/search.hpp"
#include "genres/superpuzz/paper.hpp"
#include "genres/superpuzz/text.hpp"

namespace nazo::superpuzz {

namespace {

Verdict verdict_of(const search::Report& report, const std::vector<Step>& solution) {
  Verdict verdict;
  verdict.limit = report.limit;
  verdict.stats = {report.nodes, report.expanded, report.duplicates, report.peak_bytes};
  switch (report.ending) {
    case search::Ending::solved:
      verdict.status = Status::solved;
      verdict.solution = solution_text(solution);
      verdict.length = static_cast<std::int64_t>(solution.size());
      break;
    case search::Ending::unsolvable: verdict.status = Status::unsolvable; break;
    case search::Ending::unknown: verdict.status = Status::unknown; break;
  }
  return verdict;
}

Verdict search_best(const Position& start, const Context& context, best::Seen::Bits key_bits) {
  const best::Outcome outcome = best::search(start, context.budget, {.seed = context.seed, .key_bits = key_bits});
  Verdict verdict = verdict_of(outcome, outcome.solution);
  verdict.notes.set("strategy", "best").set("stored", outcome.stored).set("lost", outcome.counts.lost).set("restarts", outcome.restarts);
  return verdict;
}

/// A second search that tells states apart by other bits of their keys: if the first took two states for one and missed a
/// solution for it, this one finds it.
Verdict rechecked(const Position& start, const Verdict& first, const Context& context) {
  Verdict second = search_best(start, context, best::Seen::Bits::second);
  second.stats.nodes += first.stats.nodes;
  second.stats.expanded += first.stats.expanded;
  second.stats.duplicates += first.stats.duplicates;
  second.stats.peak_bytes = std::max(first.stats.peak_bytes, second.stats.peak_bytes);
  second.notes.set("rechecked", true);
  return second;
}

}  // namespace

Verdict solve_best(const Position& start, const Context& context) { return search_best(start, context, best::Seen::Bits::first); }

Result<Verdict> solve(const Position& start, const Options& options, const Context& context) {
  const std::string& name = options.text("strategy");
  const bool as_printed = options.flag("as-printed");
  const auto strategy = paper_strategy(name);
  if (!strategy) {
    if (as_printed) return fail("--as-printed goes with a strategy of the paper: --strategy depth-aces-last, depth-aces-first, priority-1 or priority-2");
    Verdict verdict = solve_best(start, context);
    return options.flag("recheck") && verdict.status == Status::unsolvable ? rechecked(start, verdict, context) : verdict;
  }
  const PlainOutcome outcome = search_plainly(start, *strategy, as_printed ? Rows::told_apart : Rows::alike, context.budget);
  Verdict verdict = verdict_of(outcome, outcome.solution);
  verdict.optimal = *strategy == Strategy::breadth && verdict.status == Status::solved;
  verdict.notes.set("strategy", name).set("as_printed", as_printed);
  return verdict;
}

}  // namespace nazo::superpuzz
