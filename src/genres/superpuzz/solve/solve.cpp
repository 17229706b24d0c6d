#include "genres/superpuzz/solve/solve.hpp"

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

Verdict solve_best(const Position& start, const Context& context, unsigned together) {
  return verdict_of_best(best::search(start, context.budget, {.seed = context.seed, .together = together}));
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
    if (options.flag("cut-lost"))
      return fail("--cut-lost goes with a strategy of the paper or breadth: best cuts what is lost anyway");
    return solve_best(start, context, static_cast<unsigned>(options.integer("together")));
  }
  const bool cut_lost = options.flag("cut-lost");
  const PlainOutcome outcome = search_plainly(start, *strategy, as_printed ? Rows::told_apart : Rows::alike,
                                              context.budget, cut_lost ? Lost::cut : Lost::searched);
  Verdict verdict = verdict_of(outcome, outcome.solution);
  verdict.optimal = *strategy == Strategy::breadth && verdict.status == Status::solved;
  verdict.notes.set("strategy", name).set("as_printed", as_printed);
  if (cut_lost) verdict.notes.set("cut", outcome.cut);
  return verdict;
}

}  // namespace nazo::superpuzz
