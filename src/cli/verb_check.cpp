// nazo check: is the puzzle fit to publish, or: is this solution right?
#include <filesystem>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "puzzle/values.hpp"

namespace nazo::cli {

int run_check(Invocation& call) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  const bool with_solution = call.has("solution");
  std::string solution = call.value("solution");
  std::error_code ignored;
  if (!solution.empty() && solution.size() < 4096 && std::filesystem::is_regular_file(solution, ignored)) {
    auto text = read_text(call, solution);
    if (!text) return call.complain(text.error());
    solution = *text;
  }
  const Paint paint(call.streams.colour);
  return answer_all(call, *context, [&](const Item& item, const Context& limits, bool) -> Answer {
    if (with_solution && solution.empty() && item.puzzle.solution.empty())
      return {.error = Error{"no solution came with this puzzle: give one with --solution TEXT"}};
    const auto report =
        with_solution
            ? item.genre->verify(item.puzzle, solution.empty() ? item.puzzle.solution : solution, item.options, limits)
            : item.genre->check(item.puzzle, item.options, limits);
    if (!report) return {.error = report.error()};
    const Judgement judgement = report->judgement();
    Answer answer;
    const Value json = value_of(*report);
    answer.json.set("valid", *json.find("valid")).set("findings", *json.find("findings"));
    if (judgement == Judgement::undecided) answer.json.set("limit", name(report->limit));
    std::string word;
    switch (judgement) {
      case Judgement::valid:
        word = paint.good(with_solution ? "right" : "valid");
        break;
      case Judgement::invalid:
        answer.code = no;
        word = paint.warning("not valid");
        break;
      case Judgement::undecided:
        answer.code = limit;
        word = paint.warning(cat("undecided (", name(report->limit), " ran out)"));
        break;
    }
    answer.text = cat(paint.strong(item.id), "  ", word, "\n");
    for (const Finding& finding : report->findings)
      answer.text += cat("  ", finding.code, ": ", printable(finding.message), "\n");
    return answer;
  });
}

}  // namespace nazo::cli
