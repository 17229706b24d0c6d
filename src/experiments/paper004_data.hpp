// What paper 004 printed of proof numbers, carried by the program: tables 7.1 to 7.8, from which tables 5.1 to 5.7 are
// taken. Every interposition is counted there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/words.hpp"

namespace nazo {

/// A row of tables 7.1 to 7.8.
struct PrintedProblem {
  int table;   ///< 1: table 7.1
  int number;  ///< in the magazine; in table 7.8 the year of the prize (Heisei)
  int prize;   ///< of the contest: 1, 2, 3; 0 for none
  int length;
  double pn_max, dn_max, updates, pn_sum, dn_sum, pn_mean, dn_mean;

  /// The sums were kept in 30 bits: where one stands at the top, sum and mean are only lower bounds.
  [[nodiscard]] bool dn_full() const { return dn_sum == 1073741822; }
};
/// All of them, table by table. The means are the quotients of sums and updates in every row; two rows of table 7.6
/// (15 and 16) are missing in the paper.
[[nodiscard]] std::span<const PrintedProblem> paper004_problems();

/// A table of the appendix: which set of problems it is about.
struct PrintedSet {
  int table;
  Words name;
};
[[nodiscard]] const std::vector<PrintedSet>& paper004_sets();

}  // namespace nazo
