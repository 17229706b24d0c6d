// A generator run: candidates item by item, each a function of (seed, index), kept or dropped, in a fixed order.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "catalog/catalog.hpp"

namespace nazo {

struct GenerateOrder {
  const Genre* genre = nullptr;
  Options options{};
  std::optional<Expression> keep{};
  std::vector<std::string> features{};  ///< to be analysed even if `keep` does not name them; "all" for every one
  std::uint64_t count = 1;
  std::uint64_t first_index = 0;
  std::uint64_t most_items = Budget::unlimited;  ///< give up after so many items
  Context
      context{};  ///< seed, threads, progress; the time budget is for the whole run, nodes and memory for each puzzle
};

struct Kept {
  Candidate candidate;  ///< its puzzle has a title
  std::uint64_t index = 0;
};

struct GenerateSummary {
  std::uint64_t items = 0;       ///< items of the run that were made
  std::uint64_t candidates = 0;  ///< candidates they brought
  std::uint64_t kept = 0;
  std::map<std::string, std::uint64_t> rejected{};  ///< by reason
  Limit limit = Limit::none;                        ///< what ended the run before `count` was reached
};

/// Runs until `count` puzzles are kept, `most_items` are made, time is up, or `take`, which gets the kept ones in
/// order, gives false. The sequence does not depend on the number of threads; solutions are verified.
[[nodiscard]] Result<GenerateSummary> generate_run(const GenerateOrder& order,
                                                   const std::function<bool(const Kept&)>& take);

/// The analysis options of a generator run: those of its options that also belong to the verb analyze.
[[nodiscard]] Result<Options> analysis_options(const Genre& genre, const Options& given);

}  // namespace nazo
