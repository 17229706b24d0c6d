// Which of many random pictures can be solved by lines alone? A pack of pictures is solved in lockstep, a lane each;
// unlike in line.hpp every lane has its own clue, so that shifts differ from lane to lane.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "genres/nonogram/solve/board.hpp"
#include "genres/nonogram/solve/words.hpp"

namespace nazo::nonogram {

template <class Size>
class Sieve {
 public:
  using Word = typename Size::Word;
  using Lanes = typename Size::Register;
  static constexpr int lanes = Lanes::lanes;

  Sieve(int width, int height) : width_(width), height_(height) {}

  /// Puts a picture into a lane.
  void set(int lane, const Picture& picture) {
    std::array<Word, 2 * Size::longest> black{};
    for (int row = 0; row < height_; ++row)
      for (int column = 0; column < width_; ++column) {
        const auto cell = static_cast<Word>(picture.black(row, column));
        black[static_cast<std::size_t>(row)] |= static_cast<Word>(cell << column);
        black[static_cast<std::size_t>(height_ + column)] |= static_cast<Word>(cell << row);
      }
    for (int line = 0; line < width_ + height_; ++line) {
      LineRules& rules = rules_[static_cast<std::size_t>(line)];
      if (lane == 0) rules.count = rules.levels = rules.slack = 0;
      int count = 0, slack = length(line) + 1;
      for (Word rest = black[static_cast<std::size_t>(line)]; rest != 0; ++count) {
        rest >>= lowest_bit(rest);
        const int size = lowest_bit(static_cast<Word>(~rest));
        rest >>= size;
        if (count == rules.count) rules.sizes[static_cast<std::size_t>(rules.count++)] = all_lanes<Lanes>(0);
        rules.sizes[static_cast<std::size_t>(count)].set_lane(lane, static_cast<Word>(size));
        rules.levels = std::max(rules.levels, static_cast<int>(std::bit_width(static_cast<unsigned>(size - 1))));
        slack -= size + 1;
      }
      rules.slack = std::max(rules.slack, slack);
    }
  }

  /// The lanes whose pictures lines alone find, as bits. All lanes must have been set, lane 0 first.
  std::uint32_t solve() {
    const int lines = width_ + height_;
    for (int line = 0; line < lines; ++line)
      known_[static_cast<std::size_t>(line)] = {all_lanes<Lanes>(0), all_lanes<Lanes>(0)};
    auto dirty = LineSet<Size>::first(lines);
    for (int line = 0; line >= 0;) {
      dirty.remove(line);
      solve_line(line, dirty);
      const int next = dirty.next(line + 1);
      line = next >= 0 ? next : dirty.next(0);
    }
    Lanes open = all_lanes<Lanes>(0);
    for (int row = 0; row < height_; ++row) {
      const Known& known = known_[static_cast<std::size_t>(row)];
      open |= all_lanes<Lanes>(first_bits<Word>(width_)) & ~(known.black | known.white);
    }
    constexpr std::uint32_t all = lanes == 32 ? ~0u : (1u << lanes) - 1;
    return ~lanes_with_bits(open) & all;
  }

 private:
  static constexpr int most_blocks = (Size::longest + 1) / 2;
  static constexpr int most_levels = sizeof(Word) == 4 ? 5 : 6;
  struct LineRules {
    std::array<Lanes, most_blocks> sizes;  ///< block j of every lane; 0 where a lane has fewer
    int count = 0;                         ///< the most blocks of any lane
    int levels = 0, slack = 0;             ///< doublings to the largest block; the most slack of any lane
  };
  struct Known {
    Lanes black, white;
  };

  [[nodiscard]] int length(int line) const { return line < height_ ? width_ : height_; }

  NAZO_INLINE static Lanes up(const Lanes& word, const Lanes& by) { return {word.v << by.v}; }
  NAZO_INLINE static Lanes down(const Lanes& word, const Lanes& by) { return {word.v >> by.v}; }
  NAZO_INLINE static Lanes least(const Lanes& a, Word b) {
    const auto other = all_lanes<Lanes>(b);
    return {a.v < other.v ? a.v : other.v};
  }

  /// E as in line.hpp, block by block; a lane without a block j passes it over.
  NAZO_INLINE void solve_line(int line, LineSet<Size>& dirty) {
    const LineRules& rules = rules_[static_cast<std::size_t>(line)];
    Known& known = known_[static_cast<std::size_t>(line)];
    const int n = length(line);
    const Lanes cells = all_lanes<Lanes>(first_bits<Word>(n)), one = all_lanes<Lanes>(1);
    const Lanes not_black = all_lanes<Lanes>(first_bits<Word>(n + 1)) & ~known.black, not_white = cells & ~known.white;
    int gap_levels = 0;
    Lanes gaps[most_levels + 1];
    gaps[0] = not_black;
    for (; (1 << gap_levels) - 1 < rules.slack; ++gap_levels)
      gaps[gap_levels + 1] = gaps[gap_levels] & (gaps[gap_levels] >> (1 << gap_levels));
    const auto fill_up = [&](const Lanes& from) { return ((not_black + (from & not_black)) ^ not_black) | from; };
    const auto fill_down = [&](Lanes from) {
      for (int m = 0; m < gap_levels; ++m) from |= (from >> (1 << m)) & gaps[m];
      return from;
    };
    // A block of c cells is reached by doublings 1, 2, 4, … and a rest, each lane in its own steps.
    const auto steps_of = [&](const Lanes& size, Lanes* steps) {
      Lanes rest = size - (one & filled_lanes(size));
      for (int m = 0; m < rules.levels; ++m) {
        steps[m] = least(rest, static_cast<Word>(Word{1} << m));
        rest = rest - steps[m];
      }
    };
    Lanes reached[most_blocks], starts[most_blocks];
    Lanes reach = fill_up(one);
    for (int j = 0; j < rules.count; ++j) {
      const Lanes size = rules.sizes[static_cast<std::size_t>(j)], here = filled_lanes(size);
      Lanes steps[most_levels], runs = not_white;
      steps_of(size, steps);
      for (int m = 0; m < rules.levels; ++m) runs &= down(runs, steps[m]);
      reached[j] = reach;
      starts[j] = reach & runs & down(not_black, size) & here;
      reach = (fill_up(up(starts[j], size + one)) & here) | (reach & ~here);
    }
    Lanes complete = fill_down(reach & all_lanes<Lanes>(bit<Word>(n + 1)));
    Lanes white_cells = reach & (complete >> 1), separators = all_lanes<Lanes>(0), black_cells = all_lanes<Lanes>(0);
    for (int j = rules.count; j-- > 0;) {
      const Lanes size = rules.sizes[static_cast<std::size_t>(j)], here = filled_lanes(size);
      const Lanes placed = starts[j] & down(complete, size + one);
      Lanes steps[most_levels], covered = placed;
      steps_of(size, steps);
      for (int m = 0; m < rules.levels; ++m) covered |= up(covered, steps[m]);
      black_cells |= covered;
      separators |= up(placed, size);
      complete = (fill_down(placed) & here) | (complete & ~here);
      white_cells |= reached[j] & (complete >> 1);
    }
    const Lanes can_white = (white_cells & not_black) | separators;
    const Lanes new_black = cells & ~can_white & ~known.black, new_white = cells & ~black_cells & ~known.white;
    known.black |= new_black;
    known.white |= new_white;
    const bool is_row = line < height_;
    const int place = is_row ? line : line - height_, first_crossing = is_row ? height_ : 0;
    for_each_bit(union_of_lanes(new_black | new_white), [&](int cell) {
      Known& other = known_[static_cast<std::size_t>(first_crossing + cell)];
      other.black |= ((new_black >> cell) & one) << place;
      other.white |= ((new_white >> cell) & one) << place;
      dirty.add(first_crossing + cell);
    });
  }

  int width_, height_;
  std::array<LineRules, 2 * Size::longest> rules_;
  std::array<Known, 2 * Size::longest> known_;
};

}  // namespace nazo::nonogram
