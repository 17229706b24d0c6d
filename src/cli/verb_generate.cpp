// nazo generate: new puzzles to order.
#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/sheets.hpp"
#include "cli/verbs.hpp"
#include "workshop/generate_run.hpp"

namespace nazo::cli {

namespace {

/// The options of a preset that the user did not give otherwise.
Result<void> apply_preset(Invocation& call, const Genre& genre) {
  if (!call.has("preset")) return {};
  const std::string wanted = call.value("preset");
  const auto& presets = genre.facts().presets;
  const auto preset = std::ranges::find(presets, wanted, &PresetFact::name);
  if (preset == presets.end()) {
    std::vector<std::string> names;
    for (const PresetFact& one : presets) names.push_back(one.name);
    return fail(cat(genre.facts().name, " has no preset ", in_quotes(wanted),
                    names.empty() ? "" : "; it has " + join(names, ", ")));
  }
  for (const auto& [name, value] : preset->options) call.values.emplace(name, value);
  return {};
}

Value json_of(const Kept& kept, const Genre& genre, std::uint64_t seed) {
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
  return json;
}

/// What --sort sorts by: one of the genre's two ratings or a feature. Nothing known comes last.
double sorting_value(const Kept& kept, const Genre& genre, const std::string& by) {
  const Value& features = kept.candidate.features;
  std::optional<double> value;
  if (by == "difficulty")
    value = genre.prior(features).difficulty;
  else if (by == "interest")
    value = genre.prior(features).interest;
  else if (const Value* feature = features.find(by))
    value = feature->number();
  return value && !std::isnan(*value) ? *value : std::numeric_limits<double>::infinity();
}

void summarise(const GenerateSummary& summary, std::uint64_t wanted, std::ostream& err) {
  err << "kept " << summary.kept << " of " << grouped(summary.candidates) << " candidates from "
      << grouped(summary.items) << " items";
  if (summary.limit != Limit::none) err << " before " << name(summary.limit) << " ran out";
  err << "\n";
  if (summary.rejected.empty() || summary.kept >= wanted) return;
  for (const auto& [reason, count] : summary.rejected)
    err << "  " << padded(grouped(count), 12, true) << "  " << reason << "\n";
}

}  // namespace

int run_generate(Invocation& call) {
  const std::string name = call.take_genre();
  const Genre* genre = find_genre(call.genres, name);
  if (genre == nullptr)
    return call.complain(name.empty() ? "which genre? nazo generate GENRE (nazo genres lists them)"
                                      : cat("no genre ", in_quotes(name)));
  if (!call.operands.empty()) return call.complain(cat("generate takes no file: ", in_quotes(call.operands.front())));
  if (auto applied = apply_preset(call, *genre); !applied) return call.complain(applied.error());
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  auto options = options_for(*genre, {.genres = call.genres, .verb = "generate", .given = call.genre_values()});
  if (!options) return call.complain(options.error());

  GenerateOrder order{.genre = genre, .options = *options, .context = *context};
  if (call.has("keep")) {
    auto keep = Expression::parse(call.value("keep"));
    if (!keep) return call.complain(cat("--keep: ", keep.error().message));
    order.keep = *keep;
  }
  if (const std::string list = call.value("features"); !list.empty())
    for (const auto feature : split(list, ',')) order.features.emplace_back(trim(feature));
  const std::string sort = call.value("sort");
  if (sort == "difficulty" || sort == "interest")
    order.features.emplace_back("all");
  else if (!sort.empty())
    order.features.push_back(sort);
  order.count = static_cast<std::uint64_t>(call.integer("count"));
  order.first_index = static_cast<std::uint64_t>(call.integer("first"));
  if (call.has("items")) order.most_items = static_cast<std::uint64_t>(call.integer("items"));
  TerminalProgress progress;
  order.context.progress = progress.sink();

  const std::string format = call.value("to");
  const bool sheet = is_sheet_format(format);
  const bool streaming = !call.has("output") && !sheet;
  const bool booklet = call.has("booklet");
  if (!format.empty() && !sheet && !writes_format(*genre, format))
    return call.complain(
        cat(genre->facts().name, " does not write ", in_quotes(format), " (nazo genres ", genre->facts().name, ")"));
  std::string collected;
  std::vector<Item> items;
  std::optional<Error> error;
  bool first = true;
  const auto give = [&](const Kept& kept) {
    std::string text;
    if (sheet) {
      Item item{
          .id = kept.candidate.puzzle.title, .genre = genre, .options = *options, .puzzle = kept.candidate.puzzle};
      item.puzzle.solution = kept.candidate.solution;
      items.push_back(std::move(item));
    } else if (call.json()) {
      text = json_of(kept, *genre, order.context.seed).json() + "\n";
    } else {
      Puzzle puzzle = kept.candidate.puzzle;
      puzzle.solution = kept.candidate.solution;
      auto printed =
          genre->print(puzzle, format.empty() ? genre->facts().formats.front().name : format, *options, order.context);
      if (!printed)
        error = printed.error();
      else
        text = *printed + (printed->ends_with('\n') ? "" : "\n");
      if (!first && text.find('\n') + 1 < text.size()) text.insert(0, "\n");
    }
    first = false;
    if (streaming)
      call.streams.out << text << std::flush;
    else
      collected += text;
  };
  std::vector<Kept> waiting;
  const auto summary = generate_run(order, [&](const Kept& kept) {
    if (sort.empty())
      give(kept);
    else
      waiting.push_back(kept);
    return !error && call.streams.out;  // nobody reads on
  });
  if (!summary) return call.complain(summary.error());
  std::ranges::stable_sort(waiting, {}, [&](const Kept& kept) { return sorting_value(kept, *genre, sort); });
  for (Kept& kept : waiting) {
    if (booklet) kept.candidate.puzzle.title = std::to_string(&kept - waiting.data() + 1);
    give(kept);
  }
  if (error) return call.complain(*error);
  if (sheet) {
    auto made =
        make_sheet(items, {.format = format, .solved = booklet, .booklet = booklet, .heading = call.value("heading")},
                   order.context);
    if (!made) return call.complain(made.error());
    collected = *made;
  }
  if (!streaming)
    if (const int written = write_output(call, collected); written != yes) return written;
  if (call.streams.terminal_out || summary->kept < order.count) summarise(*summary, order.count, call.streams.err);
  if (summary->kept >= order.count) return yes;
  return summary->limit != Limit::none ? limit : no;
}

}  // namespace nazo::cli
