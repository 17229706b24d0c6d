// nazo solve: a solution, or proof that there is none.
#include <chrono>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/run_places.hpp"
#include "cli/verbs.hpp"
#include "puzzle/verified.hpp"
#include "workshop/answer_fields.hpp"

namespace nazo::cli {

namespace {

std::string sentence(const Item& item, const Verdict& verdict, std::optional<double> seconds, const Paint& paint) {
  std::string out = paint.strong(item.id) + "  ";
  switch (verdict.status) {
    case Status::solved:
      out += paint.good("solved");
      if (verdict.length >= 0) out += cat(" in ", verdict.length, verdict.optimal ? " (fewest)" : "");
      break;
    case Status::unsolvable:
      out += paint.warning("unsolvable") + " (every possibility exhausted)";
      break;
    case Status::unknown:
      out += paint.warning("unknown") + cat(" (", name(verdict.limit), " ran out)");
      break;
  }
  const std::string time = seconds ? cat(", ", text_of(*seconds, 3), " s") : "";
  return out + paint.dim(cat("  ", grouped(verdict.stats.nodes), " states", time)) + "\n";
}

/// For a single puzzle: what it looks like, and the whole solution.
std::string details(const Item& item, const Verdict& verdict, const Context& limits, const Paint& paint) {
  std::string out;
  if (const auto start = item.genre->start(item.puzzle, item.options, limits))
    if (const auto picture = item.genre->draw(*start, item.options, limits)) out += board(*picture, paint) + "\n";
  for (const auto& [name, value] : *verdict.notes.fields())
    if (!value.string() || value.string()->size() < 60) out += cat("  ", name, ": ", shown(value), "\n");
  if (verdict.status != Status::solved) return out;
  if (verdict.solution.find('\n') != std::string::npos)
    return out + verdict.solution + (verdict.solution.ends_with('\n') ? "" : "\n");
  if (verdict.solution.find(' ') != std::string::npos) return out + wrapped(verdict.solution, 100, "  ");
  for (std::size_t i = 0; i < verdict.solution.size(); i += 96)
    out += cat("  ", std::string_view(verdict.solution).substr(i, 96), "\n");
  return out;
}

}  // namespace

int run_solve(Invocation& call) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  const Paint paint(call.streams.colour);
  return answer_all(call, *context, [&](const Item& item, const Context& limits, bool alone) -> Answer {
    const auto begin = std::chrono::steady_clock::now();
    const auto verdict = solve_verified(*item.genre, item.puzzle, item.options, limits);
    std::optional<double> seconds;
    if (!goes_elsewhere(call))
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!verdict) return {.error = verdict.error()};
    Answer answer{.json = fields_of(*verdict, seconds)};
    if (verdict->status == Status::unsolvable) answer.code = no;
    if (verdict->status == Status::unknown) answer.code = limit;
    answer.text = sentence(item, *verdict, seconds, paint);
    if (alone) answer.text += details(item, *verdict, limits, paint);
    return answer;
  });
}

}  // namespace nazo::cli
