// What stands between a position and the next step of its plan: the cheapest way to bring some box to the next square
// if boxes in the way could be walked through at a price, and the boxes that are in that way.
#pragma once

#include <vector>

#include "genres/sokoban/solve/any/mover.hpp"

namespace nazo::sokoban::any {

template <int W>
struct Outlook {
  int blockers = 0;        ///< boxes in the way; `hopeless` if no way exists even without them
  Bits<W> in_the_way{};    ///< those boxes
  Bits<W> path{};          ///< squares that must be free
  Square box = no_square;  ///< the box that would be brought
  static constexpr int hopeless = 15;
};

template <int W>
class Scout {
 public:
  explicit Scout(const Terrain<W>& terrain)
      : terrain_(terrain), n_(terrain.squares()), cost_(4 * n_), from_(4 * n_), walk_cost_(n_), walk_from_(n_) {}

  /// `fixed` boxes are walls; one of the candidates is to be brought to `target`.
  /// `mover` holds the position, its regions counted.
  Outlook<W> look(const Bits<W>& boxes, const Bits<W>& fixed, const Bits<W>& candidates, Square target, Square keeper,
                  const Mover<W>& mover) {
    Outlook<W> outlook;
    const Bits<W> loose = boxes - fixed;
    // How many loose boxes the keeper would have to walk through to each square.
    walk(loose, fixed, keeper, no_square);
    // Backwards from the target by pulls; 4·square + keeper's side. Costs: price per box in the way, 1 per push.
    std::ranges::fill(cost_, far_away);
    buckets_.clear();
    const auto offer = [&](Square square, Direction side, std::uint32_t cost, std::uint32_t before) {
      for (const Direction d : directions) {
        const Square stand = terrain_.next(square, d);
        if (stand == no_square || fixed.has(stand) || !terrain_.board().joined(square, side, d)) continue;
        std::uint32_t total = cost;
        if (d != side && (loose.has(stand) || (!boxes.has(square) && !loose.has(terrain_.next(square, side)) &&
                                               !mover.joined(square, side, d))))
          total += price;
        const std::uint32_t state = 4U * square + static_cast<std::uint32_t>(d);
        if (total >= cost_[state]) continue;
        cost_[state] = total;
        from_[state] = before;
        if (buckets_.size() <= total) buckets_.resize(total + 1);
        buckets_[total].push_back(state);
      }
    };
    for (const Direction d : directions)
      if (terrain_.next(target, d) != no_square && !fixed.has(terrain_.next(target, d))) offer(target, d, 0, none);
    std::uint32_t best = far_away, best_state = none;
    for (std::uint32_t cost = 0; cost < buckets_.size() && cost < best; ++cost)
      for (std::size_t i = 0; i < buckets_[cost].size(); ++i) {
        const std::uint32_t state = buckets_[cost][i];
        if (cost_[state] != cost) continue;
        const auto square = static_cast<Square>(state / 4);
        const auto side = static_cast<Direction>(state % 4);
        if (candidates.has(square) && square != target) {
          // A box stands here, and the keeper would push it from this side: can it come there?
          const Square stand = terrain_.next(square, side);
          const std::uint32_t total = cost + (walk_cost_[stand] == far_away ? 100 * price : price * walk_cost_[stand]);
          if (total < best) {
            best = total;
            best_state = state;
          }
        }
        const Square to = terrain_.next(square, side);
        const Square back = terrain_.next(to, side);
        if (fixed.has(to) || back == no_square || fixed.has(back)) continue;
        // Before this push the box stood on `to`; a box that stands there now may be the one, or is in the way.
        offer(to, side, cost + 1 + (loose.has(square) && square != target ? price : 0) + (loose.has(back) ? price : 0),
              state);
      }
    if (best_state == none) {
      outlook.blockers = Outlook<W>::hopeless;
      return outlook;
    }
    outlook.box = static_cast<Square>(best_state / 4);
    for (std::uint32_t state = best_state; state != none; state = from_[state]) {
      const auto square = static_cast<Square>(state / 4);
      const Square stand = terrain_.next(square, static_cast<Direction>(state % 4));
      outlook.path.add(square);
      outlook.path.add(stand);
      if (from_[state] != none) outlook.path.add(terrain_.next(square, static_cast<Direction>(from_[state] % 4)));
    }
    // The keeper's way to the first push, and round the box wherever boxes stand in that way too.
    Square at = terrain_.next(outlook.box, static_cast<Direction>(best_state % 4));
    for (; at != no_square && walk_cost_[at] != far_away && at != keeper; at = walk_from_[at]) outlook.path.add(at);
    for (std::uint32_t state = best_state; state != none; state = from_[state]) {
      if (from_[state] == none || state == best_state) continue;
      const auto square = static_cast<Square>(state / 4);
      const Square came = terrain_.next(square, static_cast<Direction>(from_[state] % 4)),
                   stand = terrain_.next(square, static_cast<Direction>(state % 4));
      if (came == stand) continue;
      walk(loose, fixed, stand, square);
      for (at = came; at != no_square && walk_cost_[at] != far_away && walk_cost_[at] > 0; at = walk_from_[at])
        outlook.path.add(at);
    }
    outlook.in_the_way = loose & outlook.path;
    outlook.in_the_way.remove(outlook.box);
    outlook.blockers = std::min(outlook.in_the_way.count(), Outlook<W>::hopeless - 1);
    return outlook;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0}, far_away = 1U << 30, price = 40;

  /// Boxes on the way from a square to every other one, the way not leading over `closed`.
  void walk(const Bits<W>& loose, const Bits<W>& fixed, Square keeper, Square closed) {
    std::ranges::fill(walk_cost_, far_away);
    walk_cost_[keeper] = 0;
    walk_from_[keeper] = no_square;
    ring_[0].assign(1, keeper);
    ring_[1].clear();
    for (std::uint32_t cost = 0; !ring_[cost % 2].empty(); ++cost) {
      auto& now = ring_[cost % 2];
      for (std::size_t i = 0; i < now.size(); ++i) {
        if (walk_cost_[now[i]] != cost) continue;
        for (const Square near : terrain_.board().neighbours(now[i])) {
          if (near == no_square || near == closed || fixed.has(near)) continue;
          const std::uint32_t total = cost + (loose.has(near) ? 1 : 0);
          if (total >= walk_cost_[near]) continue;
          walk_cost_[near] = total;
          walk_from_[near] = now[i];
          (total == cost ? now : ring_[(cost + 1) % 2]).push_back(near);
        }
      }
      now.clear();
    }
  }

  const Terrain<W>& terrain_;
  std::size_t n_;
  std::vector<std::uint32_t> cost_, from_, walk_cost_;
  std::vector<Square> walk_from_;
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::array<std::vector<Square>, 2> ring_;
};

}  // namespace nazo::sokoban::any
