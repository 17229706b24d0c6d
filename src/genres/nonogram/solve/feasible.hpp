// Can a line be completed at all? The forward half of the line solver, for one line (W a word) or for that line with
// many sets of known cells at once (W a pack). Explanations ask this and nothing more.
#pragma once

#include "genres/nonogram/solve/line.hpp"

namespace nazo::nonogram {

/// A bit in every lane whose known cells leave a placement of all blocks; bits beyond the line must be 0.
template <class W>
NAZO_INLINE W feasible(const Rule& rule, const W& black, const W& white) {
  using Lane = LaneOf<W>;
  const int n = rule.length;
  const Lane cells = first_bits<Lane>(n);
  const W not_black = all_lanes<W>(cells | bit<Lane>(n)) & ~black;
  W runs[levels_of_lane<Lane> + 1];  // runs[m]: where 2^m cells begin that can be black
  runs[0] = all_lanes<W>(cells) & ~white;
  for (int m = 0; m < rule.run_levels; ++m) runs[m + 1] = runs[m] & (runs[m] >> (1 << m));
  W reach = detail::fill_up(all_lanes<W>(Lane{1}), not_black);
  for (int j = 0; j < rule.count; ++j) {
    const auto [size, level, rest] = rule.blocks[static_cast<std::size_t>(j)];
    const W starts = reach & runs[level] & (runs[level] >> rest) & (not_black >> size);
    reach = detail::fill_up(starts << (size + 1), not_black);
  }
  return reach & all_lanes<W>(bit<Lane>(n + 1));
}

}  // namespace nazo::nonogram
