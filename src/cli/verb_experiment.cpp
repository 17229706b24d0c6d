// nazo experiment: the papers' tables, run again.
#include "base/hash.hpp"
#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/run_places.hpp"
#include "cli/show_account.hpp"
#include "cli/verbs.hpp"
#include "experiments/experiments.hpp"

namespace nazo::cli {

namespace {

/// What makes a run another run: the experiment, its options but for how far it goes, its seed and limits, and its
/// files.
Result<Value> identity(Invocation& call, const Experiment& experiment, const Options& options) {
  Value values = Value::object();
  for (const OptionFact& option : experiment.options)
    if (option.name != experiment.extent) {
      const std::string& text = options.text(option.name);
      // Of a file it is enough to know that it is the same.
      const bool file = option.kind == OptionKind::file && options.given(option.name);
      values.set(option.name, file ? Value(hash_text(text).low) : Value(text));
    }
  Value limits = Value::object();
  for (const char* limit : {"nodes", "memory"})
    if (call.has(limit)) limits.set(limit, call.value(limit));
  Value files = Value::array();
  for (const std::string& file : call.operands) {
    NAZO_TRY(text, read_text(call, file));
    files.push(hash_text(text).low);
  }
  return Value::object()
      .set("experiment", experiment.name)
      .set("options", values)
      .set("seed", call.value("seed"))
      .set("limits", limits)
      .set("files", files);
}

}  // namespace

int run_experiment(Invocation& call) {
  if (call.operands.empty() || call.operands.front() == "list") {
    std::vector<std::vector<std::string>> rows;
    for (const Experiment& experiment : experiments()) {
      if (call.json())
        call.streams.out << Value::object().set("experiment", experiment.name).set("summary", experiment.summary).json()
                         << "\n";
      rows.push_back({experiment.name, experiment.summary});
    }
    if (!call.json()) call.streams.out << table({"experiment", ""}, rows, Paint(call.streams.colour));
    return yes;
  }
  const std::string name = call.operands.front();
  const Experiment* experiment = find_experiment(name);
  if (experiment == nullptr) return call.complain(cat("no experiment ", in_quotes(name), " (nazo experiment list)"));
  call.operands.erase(call.operands.begin());
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  const auto options = Options::make(experiment->options, call.genre_values());
  if (!options) return call.complain(cat(name, ": ", options.error().message));
  const auto parameters = identity(call, *experiment, *options);
  if (!parameters) return call.complain(parameters.error());
  auto places = RunPlaces::open(call, *context, *parameters);
  if (!places) return call.complain(places.error());
  bool shard_done = false;
  TerminalProgress progress;
  Context watched = *context;
  watched.progress = progress.sink();
  const auto found = experiment->run({.options = *options,
                                      .files = call.operands,
                                      .genres = call.genres,
                                      .context = watched,
                                      .words = call.streams.err,
                                      .finished = places->log(),
                                      .places = places->places(),
                                      .shard_done = &shard_done});
  if (shard_done) return places->shard_done(call);
  if (!found) {
    call.complain(found.error());
    return found.error().limit == Limit::none ? bad : limit;
  }
  if (places->helps()) return yes;
  // A run that was interrupted before it found anything says nothing.
  if (found->account.parts.empty()) return limit;
  return worse(show_account(call, found->account), found->whole ? yes : limit);
}

}  // namespace nazo::cli
