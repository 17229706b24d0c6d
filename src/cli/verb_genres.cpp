// nazo genres: what there is.
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"

namespace nazo::cli {

namespace {

Value json_of(const Facts& facts) {
  Value formats = Value::array(), features = Value::array(), options = Value::array(), codes = Value::array(),
        presets = Value::array();
  for (const FormatFact& f : facts.formats) {
    Value extensions = Value::array();
    for (const std::string& extension : f.extensions) extensions.push(extension);
    formats.push(Value::object()
                     .set("name", f.name)
                     .set("extensions", extensions)
                     .set("help", f.help)
                     .set("reads", f.reads)
                     .set("writes", f.writes));
  }
  for (const FeatureFact& f : facts.features) features.push(Value::object().set("name", f.name).set("help", f.help));
  for (const OptionFact& o : facts.options) {
    Value verbs = Value::array(), choices = Value::array();
    for (const std::string& verb : o.verbs) verbs.push(verb);
    for (const std::string& choice : o.choices) choices.push(choice);
    options.push(Value::object()
                     .set("name", o.name)
                     .set("help", o.help)
                     .set("default", o.fallback)
                     .set("verbs", verbs)
                     .set("choices", choices));
  }
  for (const CodeFact& c : facts.codes)
    codes.push(Value::object().set("code", c.code).set("help", c.help).set("invalidates", c.invalidates));
  for (const PresetFact& p : facts.presets) presets.push(Value::object().set("name", p.name).set("help", p.help));
  return Value::object()
      .set("genre", facts.name)
      .set("title", facts.title)
      .set("formats", formats)
      .set("features", features)
      .set("options", options)
      .set("codes", codes)
      .set("presets", presets)
      .set("about", facts.about)
      .set("sizes", facts.sizes);
}

std::string ways_of(const FormatFact& format) {
  if (format.reads && format.writes) return "reads, writes";
  return format.reads ? "reads" : "writes";
}

std::string description(const Facts& facts, const Paint& paint) {
  std::string out = cat(paint.strong(facts.title), "\n", wrapped(facts.about, 100), "\n  sizes: ", facts.sizes,
                        "\n  a solution: ", facts.solution_help, "\n");
  std::vector<std::vector<std::string>> rows;
  for (const FormatFact& f : facts.formats) rows.push_back({f.name, join(f.extensions, " "), ways_of(f), f.help});
  out += "\n" + table({"format", "files", "", ""}, rows, paint);
  rows.clear();
  for (const FeatureFact& f : facts.features) rows.push_back({f.name, f.help});
  out += "\n" + table({"feature", ""}, rows, paint);
  rows.clear();
  for (const CodeFact& c : facts.codes) rows.push_back({c.code, c.help + (c.invalidates ? "" : " (reported only)")});
  out += "\n" + table({"finding", ""}, rows, paint);
  rows.clear();
  for (const OptionFact& o : facts.options)
    rows.push_back({cat("--", o.name, " ", value_name(o)), join(o.verbs, " "),
                    cat(o.help, o.fallback.empty() ? "" : cat(" [", o.fallback, "]"))});
  if (!rows.empty()) out += "\n" + table({"option", "for", ""}, rows, paint);
  rows.clear();
  for (const PresetFact& p : facts.presets) rows.push_back({p.name, p.help});
  if (!rows.empty()) out += "\n" + table({"preset", ""}, rows, paint);
  return out;
}

}  // namespace

int run_genres(Invocation& call) {
  const std::string only = call.take_genre();
  if (!only.empty() && find_genre(call.genres, only) == nullptr)
    return call.complain(cat("no genre ", in_quotes(only)));
  if (!call.operands.empty()) return call.complain(cat("no genre ", in_quotes(call.operands.front())));
  const Paint paint(call.streams.colour);
  std::vector<std::vector<std::string>> rows;
  for (const Genre* genre : call.genres) {
    const Facts& facts = genre->facts();
    if (!only.empty() && facts.name != only) continue;
    if (call.json()) {
      call.streams.out << json_of(facts).json() << "\n";
    } else if (!only.empty()) {
      call.streams.out << description(facts, paint);
    }
    std::vector<std::string> files;
    for (const FormatFact& f : facts.formats)
      for (const std::string& extension : f.extensions) files.push_back(extension);
    rows.push_back({facts.name, facts.title, facts.sizes, join(files, " "), std::to_string(facts.features.size())});
  }
  if (!call.json() && only.empty())
    call.streams.out << table({"genre", "title", "sizes", "files", "features"}, rows, paint);
  return yes;
}

}  // namespace nazo::cli
