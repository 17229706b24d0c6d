// nazo genres: what there is.
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "puzzle/values.hpp"

namespace nazo::cli {

namespace {

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
  for (const TechniqueFact& r : facts.repairs) rows.push_back({r.code, r.help});
  if (!rows.empty()) out += "\n" + table({"repair", ""}, rows, paint);
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
      call.streams.out << value_of(facts).json() << "\n";
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
