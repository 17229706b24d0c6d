#include "puzzle/verified.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo {

namespace {

/// A solution found in the last moment is still verified.
constexpr double least_seconds_to_verify = 0.2;

/// What verifying may cost: nodes are counted for the search alone.
Context for_verifying(const Context& context, const Meter& used) {
  Context rest = context;
  rest.budget.seconds = std::max(used.rest().seconds, least_seconds_to_verify);
  rest.budget.nodes = Budget::unlimited;
  return rest;
}

std::string reason(const Report& report) {
  return report.findings.empty() ? "no reason given" : report.findings.front().message;
}

}  // namespace

Result<Verdict> solve_verified(const Genre& genre, const Puzzle& puzzle, const Options& options,
                               const Context& context) {
  const Meter used(context.budget);
  NAZO_TRY(verdict, genre.solve(puzzle, options, context));
  if (verdict.status != Status::solved) return std::move(verdict);
  const auto confirmed = confirm_solution(genre, puzzle, verdict.solution, options, for_verifying(context, used));
  if (confirmed) return std::move(verdict);
  if (confirmed.error().limit == Limit::none) return std::unexpected(confirmed.error());
  return Verdict{.limit = confirmed.error().limit, .stats = verdict.stats};
}

Result<Verdict> carried_or_solved(const Genre& genre, const Puzzle& puzzle, const Options& options,
                                  const Context& context) {
  if (!puzzle.solution.empty() && confirm_solution(genre, puzzle, puzzle.solution, options, context))
    return Verdict{.status = Status::solved, .solution = puzzle.solution};
  return solve_verified(genre, puzzle, options, context);
}

Result<void> confirm_solution(const Genre& genre, const Puzzle& puzzle, std::string_view solution,
                              const Options& options, const Context& context) {
  NAZO_TRY(report, genre.verify(puzzle, solution, options, context));
  switch (report.judgement()) {
    case Judgement::valid:
      return {};
    case Judgement::invalid:
      return fail(cat("internal error: the solution found does not hold (", reason(report), ")"));
    case Judgement::undecided:
      return fail_limit(report.limit);
  }
  return {};
}

}  // namespace nazo
