// All carries of a position: one box taken to any square it can reach while the others stand still.
//
// The keeper's way round the carried box is the hard part. With the box taken away, two neighbours of a square can
// reach one another round a box on that square exactly if the edges to them lie in one block (biconnected part) of the
// free squares. So one depth-first search for blocks per box answers all such questions, and also says into how many
// regions a box on that square would cut the free squares.
#pragma once

#include <span>
#include <vector>

#include "base/stamps.hpp"
#include "genres/sokoban/solve/any/terrain.hpp"
#include "genres/sokoban/solve/keeper_walk.hpp"

namespace nazo::sokoban::any {

enum class Mode { push, pull };

/// A box carried from one square to another. The keeper ends on `side` of it.
struct Carry {
  Square from, to;
  Direction side;
  std::uint16_t steps = 0;    ///< pushes or pulls
  std::uint16_t regions = 0;  ///< into which the free squares fall afterwards
  Square keeper = no_square;  ///< the lowest square of the keeper's region then
};

template <int W>
class Mover {
 public:
  explicit Mover(const Terrain<W>& terrain)
      : terrain_(terrain),
        n_(terrain.squares()),
        box_(n_, 0),
        walk_(terrain.board()),
        block_(n_),
        order_(n_),
        low_(n_),
        last_(n_),
        turn_(n_),
        parent_(n_),
        below_(n_),
        above_(n_),
        came_(n_ + 2),
        lowest_from_(n_ + 2),
        tops_(2 * n_ + 1),
        visited_(n_) {}

  void load(const Bits<W>& boxes) {
    std::ranges::fill(box_, std::uint8_t{0});
    boxes.for_each([&](Square s) { box_[s] = 1; });
  }
  [[nodiscard]] bool has_box(Square s) const { return box_[s] != 0; }
  void set_box(Square s, bool there) { box_[s] = there ? 1 : 0; }

  /// Everything the keeper can reach; returns the lowest square of it.
  Square flood(Square from) { return walk_.flood(from, box_); }
  [[nodiscard]] bool reached(Square s) const { return walk_.reached(s); }
  [[nodiscard]] std::span<const Square> reached_squares() const { return walk_.reached_squares(); }

  /// Squares from which a box could be pushed to `target` if only the boxes that are loaded stood on the board, as
  /// walls; the keeper begins on the side that suits it best.
  [[nodiscard]] Bits<W> sources(Square target) {
    Bits<W> found{};
    found.add(target);
    if (box_[target] != 0) return found;
    find_blocks();
    visited_.clear();
    trail_.clear();
    for (const Direction side : directions) {
      const Square near = terrain_.next(target, side);
      if (near != no_square && box_[near] == 0) arrive(target, side, 0, no_trail);
    }
    for (std::size_t i = 0; i < trail_.size(); ++i) {
      const Step at = trail_[i];
      const Square to = terrain_.next(at.square, at.side), back = terrain_.next(to, at.side);
      if (back == no_square || box_[back] != 0) continue;
      found.add(to);
      arrive(to, at.side, 0, no_trail);
    }
    return found;
  }

  /// How many regions the free squares form.
  [[nodiscard]] int count_regions() {
    find_blocks();
    return parts_;
  }

  /// After count_regions: can the keeper go from one side of a free square to another round it?
  [[nodiscard]] bool joined(Square square, Direction a, Direction b) const { return same_side(square, a, b); }

  /// Calls visit(carry) for every end of a carry of this box, after `flood`. Squares outside `allowed` are not entered.
  template <Mode M, class Visit>
  void carries(Square box, const Bits<W>& allowed, Visit&& visit) {
    if (!movable<M>(box, allowed)) return;
    box_[box] = 0;
    find_blocks();
    visited_.clear();
    trail_.clear();
    for (const Direction side : directions) {
      const Square near = terrain_.next(box, side);
      if (near != no_square && reached(near)) arrive(box, side, 0, no_trail);
    }
    for (std::size_t i = 0; i < trail_.size(); ++i) {
      const Step at = trail_[i];
      // A push goes away from the keeper, a pull towards it.
      const Square to = terrain_.next(at.square, M == Mode::push ? opposite(at.side) : at.side);
      if (to == no_square || box_[to] != 0 || !allowed.has(to)) continue;
      if constexpr (M == Mode::pull) {
        const Square back = terrain_.next(to, at.side);
        if (back == no_square || box_[back] != 0) continue;
      }
      arrive(to, at.side, static_cast<std::uint16_t>(at.steps + 1), static_cast<std::uint32_t>(i));
    }
    box_[box] = 1;
    // One carry for each square and each region the keeper may end in there.
    for (const Step& step : trail_) {
      if (!step.first || step.square == box) continue;
      visit(Carry{box, step.square, step.side, step.steps,
                  static_cast<std::uint16_t>(parts_ - 1 + blocks_at(step.square)), region_beside(step)});
    }
  }

  /// The single pushes of a carry, for the position that is loaded and flooded. Of a carry by pulls: the pushes that
  /// bring the box back.
  template <Mode M>
  [[nodiscard]] std::vector<Push> pushes_of(const Carry& carry, const Bits<W>& allowed) {
    std::vector<Push> pushes;
    carries<M>(carry.from, allowed, [](const Carry&) {});
    std::uint32_t at = no_trail;
    box_[carry.from] = 0;
    for (std::size_t i = 0; i < trail_.size() && at == no_trail; ++i)
      if (trail_[i].square == carry.to && same_side(carry.to, trail_[i].side, carry.side))
        at = static_cast<std::uint32_t>(i);
    box_[carry.from] = 1;
    for (; at != no_trail && trail_[at].before != no_trail; at = trail_[at].before) {
      const Square before = trail_[trail_[at].before].square, after = trail_[at].square;
      const Square from = M == Mode::push ? before : after, to = M == Mode::push ? after : before;
      for (const Direction d : directions)
        if (terrain_.next(from, d) == to) pushes.push_back({from, d});
    }
    if (M == Mode::push) std::ranges::reverse(pushes);
    return pushes;
  }

 private:
  static constexpr std::uint32_t no_trail = ~std::uint32_t{0};
  struct Step {
    Square square;
    Direction side;
    bool first;  ///< the first of the sides that are joined round this square
    std::uint16_t steps;
    std::uint32_t before;
  };

  template <Mode M>
  [[nodiscard]] bool movable(Square box, const Bits<W>& allowed) const {
    for (const Direction side : directions) {
      const Square near = terrain_.next(box, side);
      if (near == no_square || !reached(near)) continue;
      const Square to = M == Mode::push ? terrain_.next(box, opposite(side)) : near;
      if (to == no_square || !allowed.has(to)) continue;
      const Square free = M == Mode::push ? to : terrain_.next(near, side);
      if (free != no_square && box_[free] == 0) return true;
    }
    return false;
  }

  [[nodiscard]] bool same_side(Square square, Direction a, Direction b) const {
    return block_[square][static_cast<std::size_t>(a)] == block_[square][static_cast<std::size_t>(b)];
  }
  [[nodiscard]] int blocks_at(Square square) const {
    const auto& own = block_[square];
    int count = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      bool is_new = own[i] != 0;
      for (std::size_t j = 0; j < i; ++j) is_new = is_new && own[i] != own[j];
      count += is_new ? 1 : 0;
    }
    return count;
  }

  /// The lowest square that the keeper can reach with a box on this square, from the given side of it.
  [[nodiscard]] Square region_beside(const Step& step) const {
    const std::uint16_t block = block_[step.square][static_cast<std::size_t>(step.side)];
    if (tops_[block].square == step.square) return tops_[block].lowest_below;
    return above_[step.square];
  }

  void arrive(Square square, Direction side, std::uint16_t steps, std::uint32_t before) {
    unsigned sides = visited_.flags(square);
    if ((sides >> static_cast<unsigned>(side) & 1) != 0) return;
    bool first = true;
    for (const Direction d : directions) {
      const Square near = terrain_.next(square, d);
      if (near == no_square || box_[near] != 0 || !same_side(square, side, d)) continue;
      sides |= 1U << static_cast<unsigned>(d);
      trail_.push_back({square, d, first, steps, before});
      first = false;
    }
    visited_.mark(square, sides);
  }

  /// Blocks of the free squares: block_[s][d] is the number (from 1) of the block that the edge from s towards d is in,
  /// 0 if there is no such edge. parts_ is the number of connected parts.
  ///
  /// With a box on square s the free squares fall into what hangs below s by a block of its own, for each such block,
  /// and the rest above. The lowest squares of these are known from the order in which the search came by: what is
  /// below a square comes right after it.
  void find_blocks() {
    parts_ = 0;
    std::uint16_t blocks = 0;
    for (std::size_t s = 0; s < n_; ++s) {
      order_[s] = 0;
      block_[s] = {0, 0, 0, 0};
    }
    std::uint16_t clock = 0;
    edges_.clear();
    for (std::size_t root = 0; root < n_; ++root) {
      if (box_[root] != 0 || order_[root] != 0) continue;
      ++parts_;
      const std::uint16_t before = clock;
      auto at = static_cast<Square>(root);
      enter(at, no_square, ++clock);
      for (;;) {
        if (turn_[at] < 4) {
          const std::uint8_t d = turn_[at]++;
          const Square to = terrain_.board().neighbours(at)[d];
          if (to == no_square || box_[to] != 0 || to == parent_[at]) continue;
          if (order_[to] == 0) {
            edges_.push_back({at, d});
            enter(to, at, ++clock);
            at = to;
          } else if (order_[to] < order_[at]) {
            edges_.push_back({at, d});
            low_[at] = std::min(low_[at], order_[to]);
          }
          continue;
        }
        last_[at] = clock;
        const Square up = parent_[at];
        if (up == no_square) break;
        low_[up] = std::min(low_[up], low_[at]);
        below_[up] = std::min(below_[up], below_[at]);
        if (low_[at] < order_[up]) {
          above_[up] = std::min(above_[up], below_[at]);
        } else {
          ++blocks;
          tops_[blocks] = {up, below_[at]};
          for (;;) {
            const Edge edge = edges_.back();
            edges_.pop_back();
            const Square other = terrain_.board().neighbours(edge.square)[edge.direction];
            block_[edge.square][edge.direction] = blocks;
            block_[other][edge.direction ^ 1U] = blocks;
            if (edge.square == up && other == at) break;
          }
        }
        at = up;
      }
      find_above(before, clock);
    }
  }
  void enter(Square square, Square from, std::uint16_t time) {
    order_[square] = low_[square] = time;
    turn_[square] = 0;
    parent_[square] = from;
    below_[square] = square;
    above_[square] = no_square;
    came_[time] = square;
  }
  /// Adds to `above_` what came before a square and after everything below it, in one connected part.
  void find_above(std::uint16_t before, std::uint16_t end) {
    Square lowest = no_square;
    for (std::uint16_t i = static_cast<std::uint16_t>(end + 1); i-- > before + 1U;) {
      lowest = std::min(lowest, came_[i]);
      lowest_from_[i] = lowest;
    }
    lowest = no_square;
    for (auto i = static_cast<std::uint16_t>(before + 1); i <= end; ++i) {
      const Square s = came_[i];
      above_[s] = std::min(above_[s], lowest);
      if (last_[s] < end) above_[s] = std::min(above_[s], lowest_from_[last_[s] + 1U]);
      lowest = std::min(lowest, s);
    }
  }

  struct Edge {
    Square square;
    std::uint8_t direction;
  };
  struct Top {
    Square square, lowest_below;
  };

  const Terrain<W>& terrain_;
  std::size_t n_;
  std::vector<std::uint8_t> box_;
  KeeperWalk walk_;
  std::vector<std::array<std::uint16_t, 4>> block_;
  std::vector<std::uint16_t> order_, low_, last_;  ///< when a square was entered first, what lies highest, when left
  std::vector<std::uint8_t> turn_;
  std::vector<Square> parent_;
  std::vector<Square> below_, above_;       ///< lowest squares below a square (and itself), and on the rest
  std::vector<Square> came_, lowest_from_;  ///< squares in the order they were entered
  std::vector<Top> tops_;                   ///< of each block
  Stamps<4> visited_;                       ///< squares, and the keeper's sides there, that a box can be carried to
  std::vector<Edge> edges_;
  std::vector<Step> trail_;
  int parts_ = 0;
};

}  // namespace nazo::sokoban::any
