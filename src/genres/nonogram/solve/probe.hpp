// Probing: assume a cell black, assume it white, follow each assumption with the line solver, and keep what both agree
// on.
//
// The two assumptions of several cells are followed in lockstep, each in its own lane of a pack: a line that any of
// them has touched is solved for all at once, which costs about as much as solving it for one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "genres/nonogram/solve/board.hpp"

namespace nazo::nonogram {

struct CellAt {
  std::uint8_t row, column;
};

/// What following one assumption brought.
struct LaneResult {
  bool dead = false;      ///< it contradicts the clues
  bool complete = false;  ///< it fills the whole board without contradiction: a solution
  int gain = 0;           ///< cells that became known, the assumed one included
};

template <class Size>
class Prober {
 public:
  using Word = typename Size::Word;
  using Lanes = typename Size::Lanes;
  static constexpr int cells_at_once = Lanes::lanes / 2;

  explicit Prober(const Problem<Size>& problem) : problem_(problem) {}

  /// Follows both assumptions for up to `cells_at_once` unknown cells of a board that is closed under the line solver.
  /// Lane 2i has cell i black, lane 2i+1 white. `on_line()` as for propagate; false: it gave up.
  template <class OnLine>
  bool run(const Board<Size>& base, std::span<const CellAt> cells, OnLine&& on_line) {
    base_ = &base;
    used_ = static_cast<int>(cells.size()) * 2;
    touched_.clear();
    LineSet<Size> dirty;
    for (int i = 0; i < used_; ++i) {
      const auto [row, column] = cells[static_cast<std::size_t>(i / 2)];
      const int across = problem_.height + column;
      load(row);
      load(across);
      auto& r = lines_[row];
      auto& c = lines_[static_cast<std::size_t>(across)];
      Lanes& in_row = i % 2 == 0 ? r.black : r.white;
      Lanes& in_column = i % 2 == 0 ? c.black : c.white;
      in_row.set_lane(i, in_row.lane(i) | bit<Word>(column));
      in_column.set_lane(i, in_column.lane(i) | bit<Word>(row));
      dirty.add(row);
      dirty.add(across);
    }
    dead_ = all_lanes<Lanes>(0);
    for (int i = used_; i < Lanes::lanes; ++i) dead_.set_lane(i, static_cast<Word>(~Word{0}));
    for (int line = dirty.next(0); line >= 0;) {
      dirty.remove(line);
      if (!on_line()) return false;
      solve_line(line, dirty);
      const int next = dirty.next(line + 1);
      line = next >= 0 ? next : dirty.next(0);
    }
    return true;
  }

  /// The lanes' results after `run`.
  void results(std::span<LaneResult> out, int unknown) const {
    const std::uint32_t dead = lanes_with_bits(dead_);
    for (int i = 0; i < used_; ++i) out[static_cast<std::size_t>(i)] = {(dead >> i & 1) != 0, false, 0};
    for (int row = touched_.next(0); row >= 0 && row < problem_.height; row = touched_.next(row + 1)) {
      const auto& lane_line = lines_[static_cast<std::size_t>(row)];
      const auto& known = base_->line(row);
      const Lanes news =
          (lane_line.black | lane_line.white) & all_lanes<Lanes>(static_cast<Word>(~(known.black | known.white)));
      for (int i = 0; i < used_; ++i) out[static_cast<std::size_t>(i)].gain += bits_in(news.lane(i));
    }
    for (int i = 0; i < used_; ++i) {
      LaneResult& result = out[static_cast<std::size_t>(i)];
      result.complete = !result.dead && result.gain == unknown;
    }
  }

  /// Calls that lane's assumption refuted, so that `agreed` takes over what its partner says.
  void rule_out(int lane) { dead_.set_lane(lane, static_cast<Word>(~Word{0})); }

  /// Adds to the board what both assumptions about a cell agree on (where one is dead: what the other says), and to
  /// `changed` the lines that this changes. Cells both of whose assumptions are dead bring nothing here.
  void agreed(Board<Size>& board, LineSet<Size>& changed) const {
    const Lanes useful = ~(dead_ & neighbours(dead_));
    touched_.for_each([&](int line) {
      const auto& lane_line = lines_[static_cast<std::size_t>(line)];
      const Lanes black = lane_line.black | dead_, white = lane_line.white | dead_;
      const Word both_black = union_of_lanes(black & neighbours(black) & useful);
      const Word both_white = union_of_lanes(white & neighbours(white) & useful);
      auto& known = board.line(line);
      if (((both_black & ~known.black) | (both_white & ~known.white)) == 0) return;
      known.black |= both_black;
      known.white |= both_white;
      changed.add(line);
    });
  }

  /// The board of one lane.
  [[nodiscard]] Board<Size> board_of(int lane) const {
    Board<Size> board;
    board.copy_from(*base_, problem_);
    touched_.for_each([&](int line) {
      board.line(line).black = lines_[static_cast<std::size_t>(line)].black.lane(lane);
      board.line(line).white = lines_[static_cast<std::size_t>(line)].white.lane(lane);
    });
    return board;
  }

 private:
  struct LaneLine {
    Lanes black, white;
  };

  NAZO_INLINE void load(int line) {
    if (touched_.has(line)) return;
    touched_.add(line);
    const auto& known = base_->line(line);
    lines_[static_cast<std::size_t>(line)] = {all_lanes<Lanes>(known.black), all_lanes<Lanes>(known.white)};
  }

  void solve_line(int line, LineSet<Size>& dirty) {
    LaneLine& known = lines_[static_cast<std::size_t>(line)];
    const Rule& rule = problem_.rule(line);
    const Possible<Lanes> can = possible<Lanes>(rule, known.black, known.white);
    const Lanes cells = all_lanes<Lanes>(first_bits<Word>(rule.length));
    dead_ |= filled_lanes(cells & ~(can.black | can.white));
    const Lanes new_black = cells & ~can.white & ~known.black & ~dead_;
    const Lanes new_white = cells & ~can.black & ~known.white & ~dead_;
    known.black |= new_black;
    known.white |= new_white;
    const int place = problem_.place_on_crossing(line);
    const Lanes one = all_lanes<Lanes>(1);
    for_each_bit(union_of_lanes(new_black | new_white), [&](int cell) {
      const int crossing = problem_.crossing(line, cell);
      load(crossing);
      LaneLine& other = lines_[static_cast<std::size_t>(crossing)];
      other.black |= ((new_black >> cell) & one) << place;
      other.white |= ((new_white >> cell) & one) << place;
      dirty.add(crossing);
    });
  }

  const Problem<Size>& problem_;
  const Board<Size>* base_ = nullptr;
  int used_ = 0;
  LineSet<Size> touched_;
  Lanes dead_;
  std::array<LaneLine, 2 * Size::longest> lines_;
};

}  // namespace nazo::nonogram
