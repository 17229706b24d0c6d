// The papers' tables, run again: each experiment prints published figures beside ours.
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
#include "workshop/resume.hpp"

namespace nazo {

/// What an experiment is given: its options, the files named, where to print, and limits.
struct ExperimentCall {
  const Options& options;
  const std::vector<std::string>& files;
  Catalog genres;
  Context context;
  bool json = false;
  std::ostream& out;     ///< results: the same bytes for the same call, however often it was interrupted
  std::ostream& words;   ///< words about the run, not results
  ResumeFile& finished;  ///< what an earlier, interrupted run left
};

struct Experiment {
  std::string name;
  std::string summary;
  std::string about;
  std::vector<OptionFact> options;
  /// The option that only says how far to go: a log may be gone on with when it has another value.
  std::string extent{};
  Result<int> (*run)(const ExperimentCall&) = nullptr;  ///< gives the exit code
};

[[nodiscard]] const std::vector<Experiment>& experiments();
[[nodiscard]] const Experiment* find_experiment(std::string_view name);

}  // namespace nazo
