// nazo check: is the puzzle fit to publish, or: is this solution right?
#include <filesystem>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"

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
  const Input input = read_input(call);
  const Paint paint(call.streams.colour);
  return answer_all(call, input, *context, [&](const Item& item, const Context& limits) -> Answer {
    if (with_solution && solution.empty() && item.puzzle.solution.empty()) return {.error = Error{"no solution came with this puzzle: give one with --solution TEXT"}};
    const auto report = with_solution ? item.genre->verify(item.puzzle, solution.empty() ? item.puzzle.solution : solution, item.options)
                                      : item.genre->check(item.puzzle, item.options, limits);
    if (!report) return {.error = report.error()};
    const bool undecided = report->limit != Limit::none && report->valid;
    Answer answer;
    answer.code = !report->valid ? no : undecided ? limit : yes;
    Value findings = Value::array();
    for (const Finding& finding : report->findings) findings.push(Value::object().set("code", finding.code).set("message", finding.message));
    answer.json.set("valid", undecided ? Value() : Value(report->valid)).set("findings", findings);
    if (undecided) answer.json.set("limit", name(report->limit));
    answer.text = cat(paint.strong(item.id), "  ",
                      !report->valid ? paint.warning("not valid")
                      : undecided    ? paint.warning(cat("undecided (", name(report->limit), " ran out)"))
                                     : paint.good(with_solution ? "right" : "valid"),
                      "\n");
    for (const Finding& finding : report->findings) answer.text += cat("  ", finding.code, ": ", finding.message, "\n");
    return answer;
  });
}

}  // namespace nazo::cli
