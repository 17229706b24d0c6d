// The share of random deals that can be won: every one solved or proved lost, one by one.
#pragma once

#include <map>
#include <string>

#include "experiments/experiments.hpp"

namespace nazo {

struct WinnableDeals {
  std::string genre;
  std::string title;  ///< of the output: "Superpuzz with 13 columns"
  std::string title_ja;
  Value what = Value::object();               ///< the options that matter, for the JSON
  std::map<std::string, std::string> making;  ///< options of the generator: deals as they come, winnable or not
  std::map<std::string, std::string> solving{};
  std::string published{};  ///< what others found, a line; may be empty
};

/// How many there are, with an exact interval that undecided deals widen; beside it a guess, what it is if undecided
/// deals are won as often as those that were decided late. How long a deal takes (CPU time of its thread) is said in
/// words. The call has the options of `winnable_options`; its files are logs of earlier runs over the same deals: what
/// was decided there is not searched again, so that a second run with larger limits goes on where a first one gave up.
[[nodiscard]] Result<Findings> count_winnable(const ExperimentCall& call, const WinnableDeals& deals);

/// --deals and --time, and what the experiment adds.
[[nodiscard]] std::vector<OptionFact> winnable_options(std::vector<OptionFact> more);

}  // namespace nazo
