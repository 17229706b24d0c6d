#include "workshop/answer_fields.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "puzzle/values.hpp"

namespace nazo {

Value fields_of(const Verdict& verdict, std::optional<double> seconds) {
  const bool solved = verdict.status == Status::solved;
  Value fields = Value::object()
                     .set("status", name(verdict.status))
                     .set("solution", solved ? Value(verdict.solution) : Value())
                     .set("length", solved ? Value(verdict.length) : Value())
                     .set("optimal", verdict.optimal)
                     .set("nodes", verdict.stats.nodes)
                     .set("seconds", seconds ? Value(*seconds) : Value());
  if (verdict.status == Status::unknown) fields.set("limit", name(verdict.limit));
  if (verdict.stats.expanded != 0)
    fields.set("expanded", verdict.stats.expanded).set("duplicates", verdict.stats.duplicates);
  if (verdict.stats.peak_bytes != 0) fields.set("peak_bytes", verdict.stats.peak_bytes);
  for (const auto& [field, value] : *verdict.notes.fields())
    if (fields.find(field) == nullptr) fields.set(field, value);
  return fields;
}

Value fields_of(const Report& report) {
  const Value all = value_of(report);
  Value fields = Value::object().set("valid", *all.find("valid")).set("findings", *all.find("findings"));
  if (report.judgement() == Judgement::undecided) fields.set("limit", name(report.limit));
  return fields;
}

Value fields_of(const Critique& critique) {
  Value fields = fields_of(Report{.faulty = critique.faulty, .limit = critique.limit, .findings = critique.remarks});
  fields.set("unique", critique.unique ? Value(*critique.unique) : Value());
  if (!critique.second.empty()) fields.set("second", critique.second);
  return fields.set("repairs", values_of(critique.repairs));
}

Value fields_of(const Analysis& analysis, const std::vector<std::string>& wanted) {
  Value fields = Value::object().set("exact", analysis.exact).set("features", analysis.features);
  if (!wanted.empty()) fields.set("partial", true);
  if (analysis.limit != Limit::none) fields.set("limit", name(analysis.limit));
  return fields;
}

Result<Analysis> analyze_wanted(const Item& item, const std::vector<std::string>& wanted, const Context& context) {
  const Facts& facts = item.genre->facts();
  for (const std::string& feature : wanted)
    if (!std::ranges::count(facts.features, feature, &FeatureFact::name))
      return fail(cat(facts.name, " has no feature ", in_quotes(feature), " (nazo genres ", facts.name, ")"));
  NAZO_TRY(analysis, item.genre->analyze(item.puzzle, wanted, item.options, context));
  if (wanted.empty()) return std::move(analysis);
  Value features = Value::object();
  for (const auto& [feature, value] : *analysis.features.fields())
    if (std::ranges::count(wanted, feature)) features.set(feature, value);
  analysis.features = std::move(features);
  return std::move(analysis);
}

Result<Report> verify_given(const Item& item, const std::string& solution, const Context& context) {
  const std::string& given = solution.empty() ? item.puzzle.solution : solution;
  if (given.empty()) return fail("no solution came with this puzzle: give one with --solution TEXT");
  return item.genre->verify(item.puzzle, given, item.options, context);
}

Value line_of(const Kept& kept, const Genre& genre, std::uint64_t seed, const Value& expected) {
  const Puzzle& puzzle = kept.candidate.puzzle;
  Value json = Value::object()
                   .set("id", puzzle.title)
                   .set("genre", genre.facts().name)
                   .set("puzzle", puzzle.text)
                   .set("title", puzzle.title)
                   .set("solution", kept.candidate.solution.empty() ? Value() : Value(kept.candidate.solution))
                   .set("features", kept.candidate.features)
                   .set("seed", seed)
                   .set("index", kept.index);
  if (!puzzle.notes.fields()->empty()) json.set("notes", puzzle.notes);
  if (expected.fields() != nullptr) json.set("expected", expected);
  return json;
}

}  // namespace nazo
