// Makes a solution shorter: stretches of it are sought again from their first position to their last, by A*, and taken
// if fewer pushes, or as many pushes and fewer moves, do the same.
#pragma once

#include <algorithm>
#include <vector>

#include "base/budget.hpp"
#include "base/stamps.hpp"
#include "genres/sokoban/solve/any/terrain.hpp"
#include "genres/sokoban/solve/assignment.hpp"
#include "search/key_index.hpp"

namespace nazo::sokoban::any {

template <int W>
class Shortener {
 public:
  Shortener(const Terrain<W>& terrain, Meter& meter)
      : terrain_(terrain),
        meter_(meter),
        box_(terrain.squares(), 0),
        reached_(terrain.squares()),
        steps_(terrain.squares(), 0) {}

  /// Until nothing is gained any more, or the meter runs out. What comes back solves what the pushes solved.
  std::vector<Push> run(std::vector<Push> pushes) {
    for (std::uint32_t effort = least_effort; effort <= most_effort; effort *= 8)
      for (const std::size_t stretch : {16U, 40U, 100U, 250U}) {
        while (pass(pushes, stretch, Counted::pushes, effort) && goes_on()) {
        }
        if (!goes_on()) return pushes;
      }
    for (const std::size_t stretch : {8U, 16U}) {
      while (pass(pushes, stretch, Counted::moves, least_effort) && goes_on()) {
      }
      if (!goes_on()) return pushes;
    }
    return pushes;
  }

 private:
  enum class Counted { pushes, moves };
  using Seen = search::KeyIndex<std::uint64_t>;
  static constexpr std::uint32_t least_effort = 500, most_effort = 32'000, none = ~std::uint32_t{0};

  struct Place {
    Bits<W> boxes{};
    Square keeper = 0;
  };
  struct Node {
    Place place{};
    std::uint32_t parent = none;
    Push push{};
    std::uint16_t pushes = 0, cost = 0;
    bool closed = false;
  };

  [[nodiscard]] bool goes_on() const { return meter_.limit() == Limit::none; }

  /// Goes once along the solution; was anything gained?
  bool pass(std::vector<Push>& pushes, std::size_t stretch, Counted counted, std::uint32_t effort) {
    bool gained = false;
    std::size_t at = 0;
    Place place{terrain_.start(), terrain_.board().keeper()};
    while (at < pushes.size()) {
      const std::size_t length = std::min(stretch, pushes.size() - at);
      const auto begin = pushes.begin() + static_cast<std::ptrdiff_t>(at);
      const std::vector<Push> old(begin, begin + static_cast<std::ptrdiff_t>(length));
      std::vector<Push> found;
      if (seek(place, order_to_beat(place, old, at + length == pushes.size(), counted), effort, found)) {
        pushes.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
        pushes.insert(pushes.begin() + static_cast<std::ptrdiff_t>(at), found.begin(), found.end());
        gained = true;
      }
      if (!goes_on()) return gained;
      const std::size_t step = std::min(std::max<std::size_t>(1, stretch / 2), pushes.size() - at);
      for (std::size_t i = 0; i < step; ++i) play(place, pushes[at + i]);
      at += step;
    }
    return gained;
  }

  void play(Place& place, const Push& push) const {
    place.boxes.remove(push.box);
    place.boxes.add(terrain_.next(push.box, push.direction));
    place.keeper = push.box;
  }
  void load(const Bits<W>& boxes) {
    std::ranges::fill(box_, std::uint8_t{0});
    boxes.for_each([&](Square s) { box_[s] = 1; });
  }
  /// Walks everywhere; `steps_` holds how far. Returns the lowest square.
  Square walk(Square from) {
    reached_.clear();
    queue_.assign(1, from);
    reached_.mark(from);
    steps_[from] = 0;
    Square lowest = from;
    for (std::size_t i = 0; i < queue_.size(); ++i)
      for (const Square near : terrain_.board().neighbours(queue_[i]))
        if (near != no_square && box_[near] == 0 && !reached_.has(near)) {
          reached_.mark(near);
          steps_[near] = static_cast<std::uint16_t>(steps_[queue_[i]] + 1);
          lowest = std::min(lowest, near);
          queue_.push_back(near);
        }
    return lowest;
  }
  /// What the keeper is called in a key: by its region when pushes are counted, by its own square when moves are.
  Square name(Square keeper, Counted counted) { return counted == Counted::pushes ? walk(keeper) : keeper; }

  /// What is sought: the place at the end of a stretch, for less than the bar.
  struct Order {
    Counted counted;
    Place to;
    bool any_keeper;  ///< the end of the whole solution: the keeper may stand anywhere
    int most_pushes, bar;
  };

  /// The order to do better than these pushes do.
  Order order_to_beat(const Place& from, const std::vector<Push>& old, bool last, Counted counted) {
    Place to = from;
    int moves = 0;
    for (const Push& push : old) {
      load(to.boxes);
      walk(to.keeper);
      moves += steps_[terrain_.next(push.box, opposite(push.direction))] + 1;
      play(to, push);
    }
    load(to.boxes);
    to.keeper = name(to.keeper, counted);
    const int pushes = static_cast<int>(old.size());
    return {counted, to, last, pushes, counted == Counted::pushes ? pushes : moves};
  }

  /// Another way from a place that fulfils the order, if one is found with so many nodes.
  bool seek(const Place& from, const Order& order, std::uint32_t effort, std::vector<Push>& found) {
    measure_ways_to(order.to.boxes);
    Assignment assignment(terrain_.squares(), list(from.boxes), costs_.data());
    const int bound = assignment.total();
    if (bound >= order.bar) return false;
    nodes_.clear();
    Seen seen(Budget::unlimited);
    buckets_.assign(static_cast<std::size_t>(order.bar), {});
    load(from.boxes);
    nodes_.push_back({.place = {from.boxes, name(from.keeper, order.counted)}});
    (void)seen.insert(position_key(from.boxes, nodes_[0].place.keeper));
    buckets_[static_cast<std::size_t>(bound)].push_back(0);
    for (int f = bound; f < order.bar; ++f)
      while (!buckets_[static_cast<std::size_t>(f)].empty()) {
        const std::uint32_t index = buckets_[static_cast<std::size_t>(f)].back();
        buckets_[static_cast<std::size_t>(f)].pop_back();
        if (nodes_[index].closed) continue;
        nodes_[index].closed = true;
        const Place& place = nodes_[index].place;
        if (place.boxes == order.to.boxes && (order.any_keeper || place.keeper == order.to.keeper)) {
          for (std::uint32_t n = index; nodes_[n].parent != none; n = nodes_[n].parent) found.push_back(nodes_[n].push);
          std::ranges::reverse(found);
          return true;
        }
        if (nodes_.size() > effort || !meter_.spend()) return false;
        expand(index, f, order, assignment, seen);
      }
    return false;
  }

  void expand(std::uint32_t index, int f, const Order& order, Assignment& assignment, Seen& seen) {
    const Node node = nodes_[index];
    load(node.place.boxes);
    walk(node.place.keeper);
    assignment.set(list(node.place.boxes));
    candidates_.clear();
    node.place.boxes.for_each([&](Square b) {
      for (const Direction d : directions) {
        const Square stand = terrain_.next(b, opposite(d)), next = terrain_.next(b, d);
        if (stand == no_square || next == no_square || box_[next] != 0 || !reached_.has(stand)) continue;
        const int left = assignment.with(b, next);
        const int cost = node.cost + 1 + (order.counted == Counted::moves ? steps_[stand] : 0);
        const int total = std::max(f, cost + left);
        if (node.pushes + 1 + left <= order.most_pushes && total < order.bar)
          candidates_.push_back({{b, d}, cost, total});
      }
    });
    for (const auto& [push, cost, total] : candidates_) {
      Place place = node.place;
      play(place, push);
      const Square to = terrain_.next(push.box, push.direction);
      box_[push.box] = 0;
      box_[to] = 1;
      place.keeper = name(place.keeper, order.counted);
      box_[push.box] = 1;
      box_[to] = 0;
      const auto known = seen.insert(position_key(place.boxes, place.keeper));
      if (!known || (!known->inserted && nodes_[known->number].cost <= cost)) continue;
      if (known->inserted) nodes_.emplace_back();
      nodes_[known->number] = {place, index, push, static_cast<std::uint16_t>(node.pushes + 1),
                               static_cast<std::uint16_t>(cost)};
      buckets_[static_cast<std::size_t>(total)].push_back(known->number);
    }
  }

  /// Pushes from every square to each of these boxes' squares.
  void measure_ways_to(const Bits<W>& to) {
    const std::vector<Square> places = list(to);
    costs_.resize(terrain_.squares() * places.size());
    for (std::size_t s = 0; s < terrain_.squares(); ++s)
      for (std::size_t i = 0; i < places.size(); ++i)
        costs_[s * places.size() + i] = terrain_.pushes(static_cast<Square>(s), places[i]);
  }
  static std::vector<Square> list(const Bits<W>& set) {
    std::vector<Square> squares;
    set.for_each([&](Square s) { squares.push_back(s); });
    return squares;
  }

  struct Candidate {
    Push push;
    int cost, total;
  };

  const Terrain<W>& terrain_;
  Meter& meter_;
  std::vector<std::uint8_t> box_;
  Stamps<> reached_;
  std::vector<std::uint16_t> steps_;
  std::vector<Square> queue_;
  std::vector<std::uint16_t> costs_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::vector<Candidate> candidates_;
};

}  // namespace nazo::sokoban::any
