// States searched in Superpuzz: the printed table, and the same counted by us, deal by deal.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "experiments/experiments.hpp"
#include "model/censored.hpp"

namespace nazo {

/// The paper's four strategies.
inline constexpr std::array superpuzz_strategies{"priority-1", "priority-2", "depth-aces-last", "depth-aces-first"};

/// A row of table 1 of the paper: mean states searched on the deals that have a solution, and how many had one.
struct PrintedStates {
  int columns;
  std::array<int, 4> states;
  int solved, failed;
};
[[nodiscard]] const std::vector<PrintedStates>& printed_states();
[[nodiscard]] const PrintedStates* printed_states(int columns);

/// The options --deals, so many for each number of columns, and --columns, one number or a range.
[[nodiscard]] std::vector<OptionFact> deals_and_columns(std::string columns);
/// The numbers of columns it asks for, or why there are none.
[[nodiscard]] Result<std::vector<int>> columns_wanted(const Options& options);

/// One search of one deal.
struct CountedSearch {
  Status status = Status::unknown;
  std::uint64_t states = 0;
};
/// The solution is verified. An error if the user interrupted it.
[[nodiscard]] Result<CountedSearch> count_states(const Genre& genre, const Puzzle& puzzle, const Options& solving,
                                                 const Budget& budget);

/// What all searches say together of one deal; an error if two of them contradict each other.
[[nodiscard]] Result<Status> agreed(const std::vector<CountedSearch>& searches);

/// The counts of one way to search on many deals.
struct StateCounts {
  std::vector<model::Censored> solvable{};   ///< deals that have a solution, found by this search or another
  std::vector<model::Censored> undecided{};  ///< no search found one or proved that there is none

  /// The fields mean (null if a search was cut off or a deal is undecided), at_least, standard_error, median,
  /// quartiles, stopped; estimate (the mean, else the guess) with the ends of a 95 % interval: the lower one also of
  /// what the mean is at least, the upper one null where something was cut off; and guess (null where the mean stands).
  void describe(Value& row) const;
};

}  // namespace nazo
