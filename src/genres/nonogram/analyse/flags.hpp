// Which ways of solving could update a line: E and the heuristics h1 … h6, decided for all lanes of a pack at once.
//
// The definitions are those of docs/NONOGRAM.md; the forms here are equal to them on consistent lines only (a test
// compares them with a cell-by-cell version). A mask below has all bits of a lane set or none.
#pragma once

#include "genres/nonogram/analyse/trials.hpp"
#include "genres/nonogram/solve/line.hpp"
#include "genres/nonogram/solve/words.hpp"

namespace nazo::nonogram {

/// A line's rule with what the heuristics need besides.
struct FlagRule {
  Rule rule{};
  /// The different block sizes, smallest first, and the blocks of each.
  std::array<std::uint8_t, 16> sizes{};
  std::array<std::uint8_t, Rule::most_blocks> size_of_block{};  ///< index into sizes
  int size_count = 0;
  int smear_levels = 0;  ///< doublings until a whole line is covered

  FlagRule() = default;
  FlagRule(const Clue& clue, int cells) : rule(clue, cells) {
    for (std::size_t j = 0; j < clue.size(); ++j) {
      // At most 15 sizes differ in a line of 126 cells: 1 + 2 + … + 15 and the gaps fill it.
      int at = 0;
      while (at < size_count && sizes[static_cast<std::size_t>(at)] < clue[j]) ++at;
      if (at < size_count && sizes[static_cast<std::size_t>(at)] == clue[j]) continue;
      for (int i = size_count; i > at; --i) sizes[static_cast<std::size_t>(i)] = sizes[static_cast<std::size_t>(i - 1)];
      sizes[static_cast<std::size_t>(at)] = clue[j];
      ++size_count;
    }
    for (std::size_t j = 0; j < clue.size(); ++j)
      while (sizes[size_of_block[j]] != clue[j]) ++size_of_block[j];
    while ((1 << smear_levels) < cells) ++smear_levels;
  }
};

template <class W>
struct Updates {
  W black, white;  ///< the cells E would set
  W flags;         ///< per lane: bit 0 E, bits 1 … 6 h1 … h6
};

namespace detail {

template <class W>
NAZO_INLINE W chosen(const W& mask, const W& yes, const W& no) {
  return (yes & mask) | (no & ~mask);
}
/// The lowest zero bit.
template <class W>
NAZO_INLINE W first_gap(const W& word) {
  return (word + all_lanes<W>(1)) & ~word;
}
/// Less one: all bits below a single bit.
template <class W>
NAZO_INLINE W below(const W& single) {
  return single + all_lanes<W>(static_cast<LaneOf<W>>(~LaneOf<W>{0}));
}
template <class W>
NAZO_INLINE W smear_down(W word, int levels) {
  for (int m = 0; m < levels; ++m) word |= word >> (1 << m);
  return word;
}
/// Where `size` ones begin; `doubled[m]` is where 2^m ones begin.
template <class W>
NAZO_INLINE W runs_of(const W* doubled, int size) {
  const int level = std::bit_width(static_cast<unsigned>(size)) - 1;
  return doubled[level] & (doubled[level] >> (size - (1 << level)));
}
template <class W>
NAZO_INLINE W spread_from(W starts, int size) {
  int covered = 1;
  for (; 2 * covered <= size; covered *= 2) starts |= starts << covered;
  return starts | (starts << (size - covered));
}

}  // namespace detail

/// What E and h1 … h6 say of a line. One piece on purpose, though long: everything it finds out on its way (the trimmed
/// ends, the blocks left, the windows) is used by several ways and stays in registers.
template <EdgeBlack variant, class W>
NAZO_INLINE Updates<W> updates_of(const FlagRule& flag_rule, const W& black, const W& white) {
  using namespace detail;
  using Lane = LaneOf<W>;
  constexpr int most_levels = levels_of_lane<Lane>;
  constexpr int most_blocks = (static_cast<int>(sizeof(Lane)) * 8 - 2 + 1) / 2;
  const Rule& rule = flag_rule.rule;
  const int n = rule.length, count = rule.count;
  const W none = all_lanes<W>(0), cells = all_lanes<W>(first_bits<Lane>(n));
  const W end = all_lanes<W>(bit<Lane>(n));

  const Possible<W> can = possible<W>(rule, black, white);
  const W new_black = cells & ~can.white & ~black, new_white = cells & ~can.black & ~white;
  const W unknown = cells & ~(black | white);
  const W any_unknown = filled_lanes(unknown);
  const W h2 = any_unknown & ~filled_lanes(can.black & ~black);

  // Trim from the left. `first` is the first cell that is left; `window` the cells the first remaining block could fill
  // if it stood there, `reach` the last of them.
  W left_of[most_blocks];  // left_of[j]: block j is not trimmed away
  W first = first_gap(white), window_left = none, reach_left = none;
  W active = ~none;
  for (int j = 0; j < count; ++j) {
    const int size = rule.blocks[static_cast<std::size_t>(j)].size;
    const W next = first << size;
    const W block = below(next) & ~below(first);
    const W whole = active & filled_lanes(next & (white | end)) & ~filled_lanes(block & ~black);
    const W stopped = active & ~whole;
    window_left |= stopped & block;
    reach_left |= stopped & (next >> 1);
    left_of[j] = ~whole;
    const W done = (white | below(next << 1)) & cells;
    first = chosen(whole, first_gap(done), first);
    active = whole;
    if (lanes_with_bits(active) == 0) {
      while (++j < count) left_of[j] = ~none;
    }
  }
  // And from the right: `kept` are the cells up to the last that is left.
  W kept = smear_down(cells & ~white, flag_rule.smear_levels), window_right = none, reach_right = none;
  active = ~none;
  for (int j = count; j-- > 0;) {
    const int size = rule.blocks[static_cast<std::size_t>(j)].size;
    active &= left_of[j];
    const W rest = kept >> size;
    const W block = kept & ~rest;
    const W before = rest & ~(rest >> 1);
    const W whole = active & ~filled_lanes(block & ~black) & ~(filled_lanes(rest) & ~filled_lanes(before & white));
    const W stopped = active & ~whole;
    window_right |= stopped & block;
    reach_right |= stopped & block & ~(block << 1);
    left_of[j] &= ~whole;
    active = whole;
    if (lanes_with_bits(active) == 0) break;
    kept = chosen(whole, smear_down((rest >> 1) & ~white, flag_rule.smear_levels), kept);
  }
  const W trimmed = kept & ~below(first);
  const W last = kept & ~(kept >> 1);

  // h1: the remaining blocks and the gaps between them fill the trimmed line.
  W packed_end = first, any_block = none;
  W of_size[16];
  for (int s = 0; s < flag_rule.size_count; ++s) of_size[s] = none;
  for (int j = 0; j < count; ++j) {
    packed_end = chosen(left_of[j], packed_end << (rule.blocks[static_cast<std::size_t>(j)].size + 1), packed_end);
    any_block |= left_of[j];
    of_size[flag_rule.size_of_block[static_cast<std::size_t>(j)]] |= left_of[j];
  }
  const W h1 = any_block & ~filled_lanes((below(packed_end >> 1) & ~below(first)) ^ trimmed);

  // When the right end used up every block that the left end had left, there is no edge block to speak of.
  window_left &= any_block;

  // h3: a black cell in the window makes the block reach the window's inner end.
  const W black_left = black & window_left, black_right = black & window_right;
  W h3;
  if constexpr (variant == EdgeBlack::full) {
    const W beyond_left = window_left & ~below(first_gap(~black_left));
    h3 = (filled_lanes(black_left) & filled_lanes(unknown & beyond_left)) |
         filled_lanes(unknown & window_right & smear_down(black_right, flag_rule.smear_levels));
  } else {
    W from_left = filled_lanes(black_left) & filled_lanes(unknown & reach_left);
    W from_right = filled_lanes(black_right) & filled_lanes(unknown & reach_right);
    if constexpr (variant == EdgeBlack::inner) {
      from_left &= ~filled_lanes(black & first);
      from_right &= ~filled_lanes(black & last);
    }
    h3 = from_left | from_right;
  }
  // h4: a white cell in the window leaves no room for the block before it.
  const W h4 = (filled_lanes(white & window_left) & filled_lanes(unknown & first)) |
               (filled_lanes(white & window_right) & filled_lanes(unknown & last));

  // h5, h6: each lane by its own largest and smallest remaining block.
  W black_runs[most_levels + 1], open_runs[most_levels + 1];
  const W open = trimmed & ~white;
  black_runs[0] = black;
  open_runs[0] = open;
  for (int m = 0; m < rule.run_levels; ++m) {
    black_runs[m + 1] = black_runs[m] & (black_runs[m] >> (1 << m));
    open_runs[m + 1] = open_runs[m] & (open_runs[m] >> (1 << m));
  }
  W h5_cells = none, h6_cells = none, seen = none;
  for (int s = flag_rule.size_count; s-- > 0;) {
    const int size = flag_rule.sizes[static_cast<std::size_t>(s)];
    const W runs = runs_of(black_runs, size) & of_size[s] & ~seen;
    h5_cells |= (runs << size) | (runs >> 1);
    seen |= of_size[s];
  }
  seen = none;
  for (int s = 0; s < flag_rule.size_count; ++s) {
    const int size = flag_rule.sizes[static_cast<std::size_t>(s)];
    const W smallest = of_size[s] & ~seen;
    h6_cells |= smallest & open & ~spread_from(runs_of(open_runs, size), size);
    seen |= of_size[s];
  }
  const W h5 = filled_lanes(h5_cells & unknown), h6 = filled_lanes(h6_cells & unknown);

  const auto flag = [](const W& mask, int i) { return mask & all_lanes<W>(bit<Lane>(i)); };
  return {new_black, new_white,
          flag(filled_lanes(new_black | new_white), 0) |
              (any_unknown & (flag(h1, 1) | flag(h2, 2) | flag(h3, 3) | flag(h4, 4) | flag(h5, 5) | flag(h6, 6)))};
}

}  // namespace nazo::nonogram
