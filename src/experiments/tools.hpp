// What several experiments need: the genre they are about, the puzzles of the files named, and simple statistics.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/experiments.hpp"
#include "workshop/items.hpp"

namespace nazo {

/// The genre, or an error if the program was built without it.
[[nodiscard]] Result<const Genre*> genre_for(const ExperimentCall& call, std::string_view name);

/// The puzzles of one file, with options of the verb analyze.
[[nodiscard]] Result<std::vector<Item>> items_of_file(const ExperimentCall& call, const std::string& file,
                                                      const std::string& genre,
                                                      const std::map<std::string, std::string>& options);

/// True once the user has interrupted the run.
[[nodiscard]] bool stopped(const ExperimentCall& call);

/// Makes items 0 … count−1, each a value that is a function of its index, with the call's threads, and takes them in
/// order. Those that an interrupted run finished come from its log, the others are kept there. `what` names the items
/// for the progress line; `take` gives false when it has enough. Gives false when the run was interrupted.
[[nodiscard]] Result<bool> each_item(const ExperimentCall& call, const std::string& what, std::uint64_t count,
                                     const std::function<Result<Value>(std::uint64_t)>& make,
                                     const std::function<bool(std::uint64_t, const Value&)>& take);

/// Nothing was found, because the run was interrupted.
[[nodiscard]] Findings nothing_found();

/// NaN for none; the mean of the two middle ones for an even number.
[[nodiscard]] double median(std::vector<double> values);

/// Adds a table twice: for programs as it is, and for readers with those cells said in the reader's language whose text
/// stands in `said`.
void add_in_both(Account& account, Table table, const std::map<std::string, Words>& said);

/// The first puzzle of one item of a generator's run.
[[nodiscard]] Result<Puzzle> first_candidate(const Genre& genre, const Options& options, std::uint64_t seed,
                                             std::uint64_t index);

/// What is kept of one analysis.
struct Analysed {
  bool exact = true, whole = true;
  Value features = Value::object();
};

/// Features of many puzzles, with threads, in order; nothing if the run was interrupted.
[[nodiscard]] Result<std::optional<std::vector<Analysed>>> analyze_all(const ExperimentCall& call,
                                                                       const std::vector<Item>& items,
                                                                       const std::vector<std::string>& wanted,
                                                                       const Budget& budget);

}  // namespace nazo
