// The line solver E: which cells of one line can be black, which can be white, given the clue and the cells known so
// far.
//
// Forward over the blocks it keeps, as bit sets, the positions that can be reached with the first j blocks placed;
// backward, those from which the rest can be completed; a placement that both agree on is possible. Every step handles
// all positions at once with a few word operations, and with a pack all its boards at once too.
//
//   Rule rule(clue, 20);
//   auto can = possible(rule, black, white);       // black, white: known cells, one bit each
//   forced black = cells & ~can.white              // no placement has it white
//   forced white = cells & ~can.black
//   neither black nor white possible: the line contradicts itself (then `can` is empty everywhere)
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "genres/nonogram/rules/rules.hpp"
#include "genres/nonogram/solve/words.hpp"

namespace nazo::nonogram {

/// A clue made ready for the line solver.
struct Rule {
  struct Block {
    std::uint8_t size;
    std::uint8_t level;  ///< the largest power of two in size, as its exponent
    std::uint8_t rest;   ///< size less that power of two
  };
  static constexpr int most_blocks = (longest_side + 1) / 2;

  int length = 0;      ///< cells of the line
  int count = 0;       ///< blocks
  int slack = 0;       ///< how far a block can move; length + 1 when there is none
  int run_levels = 0;  ///< doublings until the longest block is reached
  int gap_levels = 0;  ///< doublings until the slack is covered
  std::array<Block, most_blocks> blocks;

  Rule() = default;
  Rule(const Clue& clue, int cells) : length(cells), slack(cells + 1) {
    for (const std::uint8_t size : clue) add(size);
    finish();
  }
  /// The rule of a line whose black cells are these.
  template <class Word>
  [[nodiscard]] static Rule of_cells(Word black, int cells) {
    Rule rule;
    rule.length = cells;
    rule.slack = cells + 1;
    while (black != 0) {
      black >>= lowest_bit(black);
      const int size = lowest_bit(static_cast<Word>(~black));
      rule.add(size);
      black >>= size;
    }
    rule.finish();
    return rule;
  }
  /// On the empty line E finds something exactly where a block is longer than the slack, or where there is none.
  [[nodiscard]] bool starts() const {
    if (count == 0) return true;
    for (int j = 0; j < count; ++j)
      if (blocks[static_cast<std::size_t>(j)].size > slack) return true;
    return false;
  }

 private:
  void add(int size) {
    const int level = std::bit_width(static_cast<unsigned>(size)) - 1;
    blocks[static_cast<std::size_t>(count++)] = {static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(level),
                                                 static_cast<std::uint8_t>(size - (1 << level))};
    if (level > run_levels) run_levels = level;
    slack -= size + 1;
  }
  void finish() {
    while ((1 << gap_levels) - 1 < slack) ++gap_levels;
  }
};

template <class W>
struct Possible {
  W black, white;
};

namespace detail {

/// From every position of `from` on rightward through the ones of `way`: carries of an addition run through them.
template <class W>
NAZO_INLINE W fill_up(const W& from, const W& way) {
  return ((way + (from & way)) ^ way) | from;
}

}  // namespace detail

/// For callers of `possible` that do not ask where each block can stand.
struct IgnorePlaces {
  template <class W>
  NAZO_INLINE void operator()(int, const W&) const {}
};

/// Doublings that lead from one cell to a run as long as a lane.
template <class Lane>
inline constexpr int levels_of_lane = std::bit_width(8 * sizeof(Lane)) - 1;

/// E for one line (W a word) or for that line of many boards at once (W a pack). Bits beyond the line must be 0.
/// `places(j, set)` is told, last block first, where block j can begin (nothing is told of a line found to be
/// contradictory).
template <class W, class Places = IgnorePlaces>
NAZO_INLINE Possible<W> possible(const Rule& rule, const W& black, const W& white, Places&& places = {}) {
  using Lane = LaneOf<W>;
  constexpr int most_levels = levels_of_lane<Lane>;
  constexpr int most_blocks = (static_cast<int>(sizeof(Lane)) * 8 - 2 + 1) / 2;
  const int n = rule.length;
  const Lane cells = first_bits<Lane>(n);
  // Beyond the line stands one white cell, so that the last block has its separator like every other.
  const W not_black = all_lanes<W>(cells | bit<Lane>(n)) & ~black;
  const W not_white = all_lanes<W>(cells) & ~white;

  W runs[most_levels + 1];  // runs[m]: where 2^m cells begin that can be black
  runs[0] = not_white;
  for (int m = 0; m < rule.run_levels; ++m) runs[m + 1] = runs[m] & (runs[m] >> (1 << m));
  W gaps[most_levels + 1];  // gaps[m]: where 2^m cells begin that can be white
  gaps[0] = not_black;
  for (int m = 0; m + 1 < rule.gap_levels; ++m) gaps[m + 1] = gaps[m] & (gaps[m] >> (1 << m));

  W reached[most_blocks], starts[most_blocks];
  W reach = detail::fill_up(all_lanes<W>(Lane{1}), not_black);
  for (int j = 0; j < rule.count; ++j) {
    const auto [size, level, rest] = rule.blocks[static_cast<std::size_t>(j)];
    reached[j] = reach;
    starts[j] = reach & runs[level] & (runs[level] >> rest) & (not_black >> size);
    if constexpr (!is_pack<W>)
      if (starts[j] == 0) return {0, 0};
    reach = detail::fill_up(starts[j] << (size + 1), not_black);
  }

  const auto fill_down = [&](W from) {
    for (int m = 0; m < rule.gap_levels; ++m) from |= (from >> (1 << m)) & gaps[m];
    return from;
  };
  W spread[most_levels + 1];  // spread[m]: where 2^m cells begin that are black in some placement
  for (int m = 0; m <= rule.run_levels; ++m) spread[m] = all_lanes<W>(0);
  W complete = fill_down(reach & all_lanes<W>(bit<Lane>(n + 1)));
  W white_cells = reach & (complete >> 1);
  W separators = all_lanes<W>(0);
  for (int j = rule.count; j-- > 0;) {
    const auto [size, level, rest] = rule.blocks[static_cast<std::size_t>(j)];
    const W placed = starts[j] & (complete >> (size + 1));
    places(j, placed);
    spread[level] |= placed | (placed << rest);
    separators |= placed << size;
    complete = fill_down(placed);
    white_cells |= reached[j] & (complete >> 1);
  }
  W black_cells = spread[rule.run_levels];
  for (int m = rule.run_levels; m-- > 0;) black_cells = black_cells | (black_cells << (1 << m)) | spread[m];
  return {black_cells, ((white_cells & not_black) | separators) & all_lanes<W>(cells)};
}

}  // namespace nazo::nonogram
