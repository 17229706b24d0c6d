// nazo experiment: the papers' tables, run again.
#include <fstream>
#include <iostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "workshop/experiments.hpp"

namespace nazo::cli {

int run_experiment(Invocation& call) {
  if (call.operands.empty() || call.operands.front() == "list") {
    std::vector<std::vector<std::string>> rows;
    for (const Experiment& experiment : experiments()) {
      if (call.json()) call.streams.out << Value::object().set("experiment", experiment.name).set("summary", experiment.summary).json() << "\n";
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
  TerminalProgress progress;
  Context watched = *context;
  watched.progress = progress.sink();
  std::ofstream file;
  if (call.has("output")) {
    file.open(call.value("output"), std::ios::trunc);
    if (!file) return call.complain(Error{"cannot be written", call.value("output")});
  }
  const auto code = experiment->run({.options = *options,
                                     .files = call.operands,
                                     .genres = call.genres,
                                     .context = watched,
                                     .json = call.json(),
                                     .out = call.has("output") ? file : call.streams.out,
                                     .log = call.streams.err});
  if (!code) return call.complain(code.error());
  return *code;
}

}  // namespace nazo::cli
