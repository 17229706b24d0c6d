#include "puzzle/values.hpp"

namespace nazo {

namespace {

Value texts(const std::vector<std::string>& items) {
  Value list = Value::array();
  for (const std::string& item : items) list.push(item);
  return list;
}

Value cell(const Cell& cell) {
  if (cell == Cell{}) return {};
  return Value::array().push(cell.row).push(cell.column);
}

Value limit(Limit limit) { return limit == Limit::none ? Value() : Value(name(limit)); }

Value real(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

std::string_view word(OptionKind kind) {
  switch (kind) {
    case OptionKind::flag:
      return "flag";
    case OptionKind::integer:
      return "integer";
    case OptionKind::real:
      return "real";
    case OptionKind::choice:
      return "choice";
    case OptionKind::text:
      return "text";
    case OptionKind::file:
      return "file";
  }
  return "text";
}

Value value_of(const OptionFact& option) {
  Value value = Value::object()
                    .set("name", option.name)
                    .set("kind", word(option.kind))
                    .set("help", option.help)
                    .set("default", option.fallback)
                    .set("verbs", texts(option.verbs))
                    .set("choices", texts(option.choices));
  if (option.lowest > -1e18) value.set("lowest", option.lowest);
  if (option.highest < 1e18) value.set("highest", option.highest);
  return value;
}

Value value_of(const FormatFact& format) {
  return Value::object()
      .set("name", format.name)
      .set("extensions", texts(format.extensions))
      .set("help", format.help)
      .set("reads", format.reads)
      .set("writes", format.writes)
      .set("whole", format.whole);
}

}  // namespace

Value value_of(const Error& error) {
  Value value = Value::object().set("message", error.message);
  if (error.line != 0) value.set("line", error.line).set("column", error.column);
  return value;
}

Value value_of(const Facts& facts) {
  Value formats = Value::array(), features = Value::array(), codes = Value::array(), techniques = Value::array(),
        options = Value::array(), presets = Value::array(), examples = Value::array(), repairs = Value::array();
  for (const FormatFact& f : facts.formats) formats.push(value_of(f));
  for (const FeatureFact& f : facts.features) features.push(Value::object().set("name", f.name).set("help", f.help));
  for (const CodeFact& c : facts.codes)
    codes.push(Value::object().set("code", c.code).set("help", c.help).set("invalidates", c.invalidates));
  for (const TechniqueFact& t : facts.techniques)
    techniques.push(Value::object().set("code", t.code).set("help", t.help));
  for (const TechniqueFact& r : facts.repairs) repairs.push(Value::object().set("code", r.code).set("help", r.help));
  for (const OptionFact& o : facts.options) options.push(value_of(o));
  for (const PresetFact& p : facts.presets) {
    Value given = Value::object();
    for (const auto& [name, value] : p.options) given.set(name, value);
    presets.push(Value::object().set("name", p.name).set("help", p.help).set("options", given));
  }
  for (const Example& e : facts.examples)
    examples.push(Value::object().set("name", e.name).set("text", e.text).set("solvable", e.solvable));
  return Value::object()
      .set("genre", facts.name)
      .set("title", facts.title)
      .set("about", facts.about)
      .set("sizes", facts.sizes)
      .set("solution_help", facts.solution_help)
      .set("formats", formats)
      .set("features", features)
      .set("codes", codes)
      .set("techniques", techniques)
      .set("options", options)
      .set("presets", presets)
      .set("examples", examples)
      .set("repairs", repairs);
}

Value value_of(const Puzzle& puzzle) {
  return Value::object()
      .set("genre", puzzle.genre)
      .set("text", puzzle.text)
      .set("title", puzzle.title)
      .set("solution", puzzle.solution)
      .set("notes", puzzle.notes);
}

Value value_of(const Verdict& verdict) {
  const bool solved = verdict.status == Status::solved;
  return Value::object()
      .set("status", name(verdict.status))
      .set("limit", limit(verdict.limit))
      .set("solution", solved ? Value(verdict.solution) : Value())
      .set("length", solved && verdict.length >= 0 ? Value(verdict.length) : Value())
      .set("optimal", verdict.optimal)
      .set("nodes", verdict.stats.nodes)
      .set("notes", verdict.notes);
}

Value value_of(const Report& report) {
  return Value::object()
      .set("valid", report.judgement() == Judgement::undecided ? Value() : Value(report.valid()))
      .set("limit", limit(report.limit))
      .set("findings", values_of(report.findings));
}

Value value_of(const Finding& finding) {
  return Value::object().set("code", finding.code).set("message", finding.message).set("places", texts(finding.places));
}

Value value_of(const Repair& repair) {
  return Value::object()
      .set("code", repair.code)
      .set("message", repair.message)
      .set("text", repair.text)
      .set("places", texts(repair.places));
}

Value value_of(const Critique& critique) {
  return Value::object()
      .set("verdict", value_of(critique.verdict))
      .set("unique", critique.unique ? Value(*critique.unique) : Value())
      .set("second", critique.second.empty() ? Value() : Value(critique.second))
      .set("faulty", critique.faulty)
      .set("limit", limit(critique.limit))
      .set("remarks", values_of(critique.remarks))
      .set("repairs", values_of(critique.repairs));
}

Value value_of(const Analysis& analysis) {
  return Value::object()
      .set("exact", analysis.exact)
      .set("limit", limit(analysis.limit))
      .set("features", analysis.features);
}

Value value_of(const Prior& prior) {
  return Value::object()
      .set("difficulty", real(prior.difficulty))
      .set("interest", real(prior.interest))
      .set("time", real(prior.time))
      .set("success", real(prior.success));
}

Value value_of(const Candidate& candidate) {
  return Value::object()
      .set("puzzle", value_of(candidate.puzzle))
      .set("solution", candidate.solution)
      .set("features", candidate.features);
}

Value value_of(const Move& move) {
  return Value::object()
      .set("text", move.text)
      .set("label", move.label)
      .set("key", move.key)
      .set("from", cell(move.from))
      .set("to", cell(move.to));
}

Value value_of(const Hint& hint) {
  Value cells = Value::array();
  for (const Cell& each : hint.cells) cells.push(cell(each));
  return Value::object()
      .set("text", hint.text)
      .set("move", hint.move)
      .set("solvable", hint.solvable ? Value(*hint.solvable) : Value())
      .set("technique", hint.technique)
      .set("cells", cells)
      .set("values", hint.values);
}

Value value_of(const TextPicture& picture) {
  Value rows = Value::array();
  for (const auto& row : picture.rows) {
    Value cells = Value::array();
    for (const TextCell& c : row) cells.push(Value::array().push(c.text).push(c.style));
    rows.push(cells);
  }
  return Value::object().set("rows", rows).set("origin", cell(picture.origin)).set("caption", picture.caption);
}

}  // namespace nazo
