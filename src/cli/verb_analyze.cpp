// nazo analyze: the features of a puzzle.
#include <algorithm>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "workshop/account.hpp"
#include "workshop/answer_fields.hpp"

namespace nazo::cli {

int run_analyze(Invocation& call) {
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  std::vector<std::string> wanted;
  if (const std::string list = call.value("features"); !list.empty())
    for (const auto name : split(list, ',')) wanted.emplace_back(trim(name));
  if (call.json() && call.has("csv")) return call.complain("one of --json and --csv");
  const Paint paint(call.streams.colour);
  const Ask ask = [&](const Item& item, const Context& limits, bool) -> Answer {
    const auto analysis = analyze_wanted(item, wanted, limits);
    if (!analysis) return {.error = analysis.error()};
    const Value& features = analysis->features;
    Answer answer{.json = fields_of(*analysis, wanted)};
    answer.code = analysis->limit == Limit::none ? yes : limit;
    answer.text = paint.strong(item.id) + (analysis->exact ? "" : paint.warning("  not exact")) +
                  (analysis->limit != Limit::none ? paint.warning(cat("  ", name(analysis->limit), " ran out")) : "") +
                  "\n";
    std::size_t width = 0;
    for (const auto& [feature, value] : *features.fields()) width = std::max(width, feature.size());
    for (const auto& [feature, value] : *features.fields())
      answer.text += cat("  ", padded(feature, width), "  ", shown(value), "\n");
    return answer;
  };
  if (!call.has("csv")) return answer_all(call, *context, ask);
  // Which columns there are is known when the last puzzle has been looked at.
  std::vector<Value> rows;
  const int code = answer_all(call, *context, ask, [&](const Item& item, const Answer& answer) {
    rows.push_back(json_line(item, answer.json));
    return std::string();
  });
  if (!rows.empty()) call.streams.out << rows_csv(rows);
  return code;
}

}  // namespace nazo::cli
