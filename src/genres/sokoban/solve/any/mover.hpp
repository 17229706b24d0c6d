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
  std::uint16_t steps;    ///< pushes or pulls
  std::uint16_t regions;  ///< into which the free squares fall afterwards
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
        turn_(n_),
        parent_(n_),
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
                  static_cast<std::uint16_t>(parts_ - 1 + blocks_at(step.square))});
    }
  }

  /// The single pushes of a carry, for the position that is loaded and flooded.
  [[nodiscard]] std::vector<Push> pushes_of(const Carry& carry, const Bits<W>& allowed) {
    std::vector<Push> pushes;
    carries<Mode::push>(carry.from, allowed, [](const Carry&) {});
    std::uint32_t at = no_trail;
    box_[carry.from] = 0;
    for (std::size_t i = 0; i < trail_.size() && at == no_trail; ++i)
      if (trail_[i].square == carry.to && same_side(carry.to, trail_[i].side, carry.side))
        at = static_cast<std::uint32_t>(i);
    box_[carry.from] = 1;
    for (; at != no_trail && trail_[at].before != no_trail; at = trail_[at].before) {
      const Step& step = trail_[at];
      const Square from = trail_[step.before].square;
      for (const Direction d : directions)
        if (terrain_.next(from, d) == step.square) pushes.push_back({from, d});
    }
    std::ranges::reverse(pushes);
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
      auto at = static_cast<Square>(root);
      order_[at] = low_[at] = ++clock;
      turn_[at] = 0;
      parent_[at] = no_square;
      for (;;) {
        if (turn_[at] < 4) {
          const std::uint8_t d = turn_[at]++;
          const Square to = terrain_.board().neighbours(at)[d];
          if (to == no_square || box_[to] != 0 || to == parent_[at]) continue;
          if (order_[to] == 0) {
            edges_.push_back({at, d});
            parent_[to] = at;
            order_[to] = low_[to] = ++clock;
            turn_[to] = 0;
            at = to;
          } else if (order_[to] < order_[at]) {
            edges_.push_back({at, d});
            low_[at] = std::min(low_[at], order_[to]);
          }
          continue;
        }
        const Square up = parent_[at];
        if (up == no_square) break;
        low_[up] = std::min(low_[up], low_[at]);
        if (low_[at] >= order_[up]) {
          ++blocks;
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
    }
  }

  struct Edge {
    Square square;
    std::uint8_t direction;
  };

  const Terrain<W>& terrain_;
  std::size_t n_;
  std::vector<std::uint8_t> box_;
  KeeperWalk walk_;
  std::vector<std::array<std::uint16_t, 4>> block_;
  std::vector<std::uint16_t> order_, low_;
  std::vector<std::uint8_t> turn_;
  std::vector<Square> parent_;
  Stamps<4> visited_;  ///< squares, and the keeper's sides there, that a box can be carried to
  std::vector<Edge> edges_;
  std::vector<Step> trail_;
  int parts_ = 0;
};

}  // namespace nazo::sokoban::any
