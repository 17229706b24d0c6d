// The papers' tables and figures, run again: each experiment finds published figures beside ours and returns them as
// data. How they are shown (text, CSV, JSON Lines, SVG) is the same for all (workshop/account.hpp).
#pragma once

#include <atomic>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "catalog/catalog.hpp"
#include "puzzle/options.hpp"
#include "workshop/account.hpp"
#include "workshop/item_run.hpp"

namespace nazo {

/// What an experiment is given: its options, the files named, and limits.
struct ExperimentCall {
  const Options& options;
  const std::vector<std::string>& files;
  Catalog genres;
  Context context;
  std::ostream& words;         ///< words about the run, not results
  ResumeFile& finished;        ///< what an earlier, interrupted run left
  ItemPlaces places{};         ///< who else makes items
  bool* shard_done = nullptr;  ///< set when a shard has made its items: then nothing is found here
};

/// What it found: the same for the same call, however often it was interrupted.
struct Findings {
  Account account{};
  /// The run was interrupted or a limit ran out before everything was found (exit code 3). What stands in the account
  /// is true as far as it goes.
  bool whole = true;
};

struct Experiment {
  std::string name;
  std::string summary;
  std::string about;
  std::vector<OptionFact> options;
  /// The option that only says how far to go: a log may be gone on with when it has another value.
  std::string extent{};
  Result<Findings> (*run)(const ExperimentCall&) = nullptr;
};

[[nodiscard]] const std::vector<Experiment>& experiments();
[[nodiscard]] const Experiment* find_experiment(std::string_view name);

}  // namespace nazo
