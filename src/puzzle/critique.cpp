#include "puzzle/critique.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "puzzle/verified.hpp"

namespace nazo {

namespace {

/// A solution found in the last moment is still verified.
constexpr double least_seconds_left = 0.2;

Context what_is_left(const Context& context, const Meter& used) {
  Context rest = context;
  rest.budget.seconds = std::max(used.rest().seconds, least_seconds_left);
  rest.budget.nodes = Budget::unlimited;
  return rest;
}

/// Is the text of a repair one puzzle?
Result<void> confirm_repair(const Genre& genre, const Repair& repair, const Options& options) {
  const auto read = genre.parse(repair.text, "", options);
  if (!read) return fail(cat("internal error: a repair is no puzzle (", read.error().message, ")"));
  if (read->size() != 1) return fail("internal error: a repair is more than one puzzle");
  const auto known = std::ranges::find(genre.facts().repairs, repair.code, &TechniqueFact::code);
  if (known == genre.facts().repairs.end())
    return fail(cat("internal error: the facts know no repair ", in_quotes(repair.code)));
  return {};
}

}  // namespace

void add_remark(Critique& critique, const Facts& facts, Finding remark) {
  const auto fact = std::ranges::find(facts.codes, remark.code, &CodeFact::code);
  critique.faulty |= fact == facts.codes.end() || fact->invalidates;
  critique.remarks.push_back(std::move(remark));
}

Result<Critique> Genre::critique(const Puzzle& puzzle, Closeness, const Options& options,
                                 const Context& context) const {
  const Meter used(context.budget);
  NAZO_TRY(report, check(puzzle, options, context));
  Critique critique{.faulty = report.faulty, .limit = report.limit, .remarks = std::move(report.findings)};
  // What is at fault may be no puzzle at all: then there is nothing to solve, and the remarks say so.
  auto verdict = solve(puzzle, options, what_is_left(context, used));
  if (verdict) critique.verdict = std::move(*verdict);
  if (!verdict && !report.faulty) return std::unexpected(verdict.error());
  return critique;
}

Result<Critique> critique_verified(const Genre& genre, const Puzzle& puzzle, Closeness closeness,
                                   const Options& options, const Context& context) {
  const Meter used(context.budget);
  NAZO_TRY(critique, genre.critique(puzzle, closeness, options, context));
  const Context rest = what_is_left(context, used);
  if (critique.verdict.status == Status::solved) {
    const auto right = confirm_solution(genre, puzzle, critique.verdict.solution, options, rest);
    if (!right && right.error().limit == Limit::none) return std::unexpected(right.error());
    if (!right) critique.verdict = {.limit = right.error().limit, .stats = critique.verdict.stats};
  }
  if (!critique.second.empty()) NAZO_CHECK(confirm_solution(genre, puzzle, critique.second, options, rest));
  for (const Repair& repair : critique.repairs) NAZO_CHECK(confirm_repair(genre, repair, options));
  return std::move(critique);
}

}  // namespace nazo
