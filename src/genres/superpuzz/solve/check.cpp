#include "genres/superpuzz/solve/check.hpp"

#include "base/text.hpp"
#include "genres/superpuzz/solve/solve.hpp"
#include "genres/superpuzz/text/text.hpp"

namespace nazo::superpuzz {

Report verify(const Position& start, std::string_view solution) {
  const auto wrong = [](std::string message) {
    return Report{.faulty = true, .findings = {{"wrong_solution", std::move(message)}}};
  };
  const auto steps = steps_of(solution, start);
  if (!steps) return wrong(steps.error().message);
  Position end = start;
  for (const Step& step : *steps) play(end, step);
  if (won(end)) return {};
  return wrong(cat("after ", steps->size(), steps->size() == 1 ? " step" : " steps", " the deal is not won"));
}

Report check(const Position& start, const Context& context) {
  if (won(start)) return {.faulty = true, .findings = {{"solved_at_start", "every row is complete already"}}};
  const Verdict verdict = solve_best(start, context);
  switch (verdict.status) {
    case Status::unsolvable:
      return {.faulty = true,
              .findings = {
                  {"unsolvable", cat("no sequence of steps wins: the search was exhausted after ",
                                     grouped(verdict.stats.nodes), verdict.stats.nodes == 1 ? " state" : " states")}}};
    case Status::unknown:
      return {.limit = verdict.limit};
    case Status::solved:
      break;
  }
  return {};
}

}  // namespace nazo::superpuzz
