// Do the values of one group tend to lie above those of another? The rank-sum test of Mann, Whitney and Wilcoxon, which
// asks nothing of their distribution: proof numbers and counts of states are heavy-tailed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace nazo::model {

struct RankTest {
  std::size_t n = 0, m = 0;  ///< values of either group; those that are not numbers are left out
  double superiority = .5;   ///< chance that one of the first lies above one of the second, ties counting half
  double p = 1;              ///< two-sided: so far from even, or farther, if the groups are alike
  bool exact = true;         ///< by counting all ways to share out the ranks; otherwise by the normal law
};

/// Equal values get the mean of their ranks, in the exact count as well.
[[nodiscard]] RankTest rank_test(std::span<const double> a, std::span<const double> b);

/// Holm's correction: the same p values raised so that all of them may be looked at together.
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

}  // namespace nazo::model
