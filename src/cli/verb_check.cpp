// nazo check: is the puzzle fit to publish, or: is this solution right?
#include <filesystem>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "puzzle/critique.hpp"
#include "workshop/answer_fields.hpp"

namespace nazo::cli {

namespace {

/// As a report, what a maker is told while drawing.
Report report_of(const Critique& critique) {
  return {.faulty = critique.faulty, .limit = critique.limit, .findings = critique.remarks};
}

}  // namespace

int run_check(Invocation& call) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  const bool with_solution = call.has("solution"), with_repairs = call.has("repair");
  if (with_solution && with_repairs) return call.complain(Error{"--solution and --repair exclude each other"});
  std::string solution = call.value("solution");
  std::error_code ignored;
  if (!solution.empty() && solution.size() < 4096 && std::filesystem::is_regular_file(solution, ignored)) {
    auto text = read_text(call, solution);
    if (!text) return call.complain(text.error());
    solution = *text;
  }
  const Paint paint(call.streams.colour);
  return answer_all(call, *context, [&](const Item& item, const Context& limits, bool) -> Answer {
    Critique critique;
    const auto asked = [&]() -> Result<Report> {
      if (with_solution) return verify_given(item, solution, limits);
      if (!with_repairs) return item.genre->check(item.puzzle, item.options, limits);
      NAZO_TRY(found, critique_verified(*item.genre, item.puzzle, Closeness::repairs, item.options, limits));
      critique = std::move(found);
      return report_of(critique);
    };
    const auto report = asked();
    if (!report) return {.error = report.error()};
    const Judgement judgement = report->judgement();
    Answer answer{.json = with_repairs ? fields_of(critique) : fields_of(*report)};
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
    for (const Repair& repair : critique.repairs)
      answer.text += cat("  → ", repair.code, ": ", printable(repair.message), "\n");
    return answer;
  });
}

}  // namespace nazo::cli
