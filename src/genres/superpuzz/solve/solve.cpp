#include "genres/superpuzz/solve/solve.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/solve/best/search.hpp"
#include "genres/superpuzz/text/text.hpp"

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
    case search::Ending::unsolvable:
      verdict.status = Status::unsolvable;
      break;
    case search::Ending::unknown:
      verdict.status = Status::unknown;
      break;
  }
  return verdict;
}

Verdict verdict_of_best(const best::Outcome& outcome) {
  Verdict verdict = verdict_of(outcome, outcome.solution);
  verdict.notes.set("strategy", "best")
      .set("stored", outcome.stored)
      .set("lost", outcome.counts.lost)
      .set("restarts", outcome.restarts);
  return verdict;
}

}  // namespace

best::Outcome search_again(const Position& start, const Budget& budget, std::uint64_t seed) {
  return best::search(start, budget, {.seed = seed, .key_bits = best::Seen::Bits::second});
}

Verdict solve_best(const Position& start, const Context& context, Recheck recheck) {
  Meter meter(context.budget);
  const Verdict first = verdict_of_best(best::search(start, context.budget, {.seed = context.seed}));
  if (first.status != Status::unsolvable || recheck == Recheck::no) return first;
  // Had the first search taken two states for one and missed a solution for it, this one would find it. If it is cut
  // off, the answer is unknown.
  meter.spend(first.stats.expanded);
  Verdict second = verdict_of_best(search_again(start, meter.rest(), context.seed));
  second.stats.nodes += first.stats.nodes;
  second.stats.expanded += first.stats.expanded;
  second.stats.duplicates += first.stats.duplicates;
  second.stats.peak_bytes = std::max(first.stats.peak_bytes, second.stats.peak_bytes);
  second.notes.set("first_pass", "unsolvable");
  return second;
}

Result<Verdict> solve(const Position& start, const Options& options, const Context& context) {
  const std::string& name = options.text("strategy");
  const bool as_printed = options.flag("as-printed");
  const auto strategy = paper_strategy(name);
  if (!strategy) {
    if (as_printed)
      return fail(
          "--as-printed goes with a strategy of the paper: --strategy depth-aces-last, depth-aces-first, priority-1 or "
          "priority-2");
    return solve_best(start, context, options.text("recheck") == "no" ? Recheck::no : Recheck::yes);
  }
  const PlainOutcome outcome =
      search_plainly(start, *strategy, as_printed ? Rows::told_apart : Rows::alike, context.budget);
  Verdict verdict = verdict_of(outcome, outcome.solution);
  verdict.optimal = *strategy == Strategy::breadth && verdict.status == Status::solved;
  verdict.notes.set("strategy", name).set("as_printed", as_printed);
  return verdict;
}

}  // namespace nazo::superpuzz
