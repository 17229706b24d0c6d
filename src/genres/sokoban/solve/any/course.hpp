// A plan as a search goes by it: its steps, the zones that each of them cuts off, and who stands in whose way.
#pragma once

#include <algorithm>
#include <vector>

#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/any/plan.hpp"

namespace nazo::sokoban::any {

template <int W>
class Course {
 public:
  Course(const Terrain<W>& terrain, const Plan<W>& plan) : terrain_(terrain), mover_(terrain), stages_(plan.stages) {
    join_steps();
    find_zones();
    find_walks();
    find_blocked();
    find_nearness();
  }

  [[nodiscard]] std::size_t steps() const { return stages_.size() - 1; }
  /// How many steps are done: all boxes of that stage are in their places.
  [[nodiscard]] std::size_t fulfilled(const Bits<W>& boxes) const {
    for (std::size_t i = stages_.size(); i-- > 0;)
      if (stages_[i].within(boxes)) return i;
    return 0;
  }
  /// Squares that should be empty when so many steps are done: from there no later place can be reached once the boxes
  /// are placed that come next.
  [[nodiscard]] const Bits<W>& zone(std::size_t done) const { return zones_[done]; }
  /// The keeper's distance of each square from that zone on the empty board, `far` if it is empty.
  [[nodiscard]] const std::vector<std::uint16_t>& distance_from_zone(std::size_t done) const {
    return zone_distance_[zone_number_[done]];
  }
  /// Where the next step brings a box, if there is one.
  [[nodiscard]] Square next_place(std::size_t done) const {
    Square place = no_square;
    if (done + 1 < stages_.size()) (stages_[done + 1] - stages_[done]).for_each([&](Square s) { place = s; });
    return place;
  }
  [[nodiscard]] const std::vector<std::uint16_t>& walks_from(Square square) const { return walks_[square]; }

  /// Boxes off goal that take from another one off goal the way to some goal.
  [[nodiscard]] int blockers(const Bits<W>& boxes) const {
    int count = 0;
    const Bits<W> off = boxes - terrain_.goals();
    off.for_each([&](Square b) { count += blocked_[b].meets(off) ? 1 : 0; });
    return count;
  }

  /// Less if the boxes are farther from the goals.
  [[nodiscard]] std::uint16_t nearness(const Bits<W>& boxes) const {
    int sum = 0;
    boxes.for_each([&](Square b) { sum += nearness_[b]; });
    return static_cast<std::uint16_t>(sum);
  }
  [[nodiscard]] std::uint16_t nearness_after(int nearness, Square from, Square to) const {
    return static_cast<std::uint16_t>(nearness - nearness_[from] + nearness_[to]);
  }

  [[nodiscard]] std::uint64_t bytes() const {
    const std::uint64_t n = terrain_.squares();
    return n * n * sizeof(std::uint16_t) + (n + 2 * stages_.size()) * sizeof(Bits<W>);
  }

 private:
  /// A box that is moved twice in a row is moved once.
  void join_steps() {
    for (std::size_t i = 1; i + 1 < stages_.size();) {
      const int added = (stages_[i + 1] - stages_[i - 1]).count();
      if (added > 1) {
        ++i;
        continue;
      }
      const auto at = stages_.begin() + static_cast<std::ptrdiff_t>(i);
      stages_.erase(at, at + (added == 0 ? 2 : 1));
      i = std::max<std::size_t>(1, i - 1);
    }
    if (stages_.empty() || !(stages_.back() == terrain_.goals())) stages_.push_back(terrain_.goals());
  }

  void find_zones() {
    zones_.assign(stages_.size(), {});
    zone_number_.assign(stages_.size(), 0);
    zone_distance_.emplace_back(terrain_.squares(), far);
    if (stages_.size() < 2) return;
    Bits<W> current{};
    std::size_t changed = 0;
    for (std::size_t i = 1; i + 1 < stages_.size(); ++i) {
      const Bits<W> cut = cut_off_after(i);
      if (cut == current) continue;
      // Boxes have the time since the last change to leave.
      for (std::size_t k = changed; k < i; ++k) zones_[k] = cut;
      current = cut;
      changed = i;
    }
    for (std::size_t k = changed; k < zones_.size(); ++k) zones_[k] = current;
    for (std::size_t k = 0; k < zones_.size(); ++k) {
      if (k > 0 && zones_[k] == zones_[k - 1]) {
        zone_number_[k] = zone_number_[k - 1];
        continue;
      }
      zone_number_[k] = zone_distance_.size();
      std::vector<Square> from;
      zones_[k].for_each([&](Square s) { from.push_back(s); });
      zone_distance_.push_back(walk(from));
    }
  }

  /// Once this stage is reached and its boxes that stay for good are walls: from where no later place can be reached.
  Bits<W> cut_off_after(std::size_t stage) {
    Bits<W> fixed = stages_[stage], places{};
    for (std::size_t i = stage + 1; i < stages_.size(); ++i) {
      places = places | (stages_[i] - stages_[i - 1]);
      fixed = fixed & stages_[i];
    }
    mover_.load(fixed);
    Bits<W> sources{};
    places.for_each([&](Square place) { sources = sources | mover_.sources(place); });
    return terrain_.live() - fixed - sources;
  }

  [[nodiscard]] std::vector<std::uint16_t> walk(std::vector<Square> queue) const {
    std::vector<std::uint16_t> distance(terrain_.squares(), far);
    for (const Square s : queue) distance[s] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Square near : terrain_.board().neighbours(queue[i]))
        if (near != no_square && distance[near] == far) {
          distance[near] = static_cast<std::uint16_t>(distance[queue[i]] + 1);
          queue.push_back(near);
        }
    return distance;
  }
  void find_walks() {
    for (std::size_t s = 0; s < terrain_.squares(); ++s) walks_.push_back(walk({static_cast<Square>(s)}));
  }

  void find_blocked() {
    blocked_.assign(terrain_.squares(), {});
    (terrain_.live() - terrain_.goals()).for_each([&](Square blocker) {
      Bits<W> wall{};
      wall.add(blocker);
      mover_.load(wall);
      Bits<W>& blocked = blocked_[blocker];
      terrain_.goals().for_each(
          [&](Square goal) { blocked = blocked | (terrain_.sources(goal) - mover_.sources(goal)); });
      blocked.remove(blocker);
    });
  }

  void find_nearness() {
    nearness_.assign(terrain_.squares(), 0);
    std::vector<std::uint32_t> mean(terrain_.squares(), 0);
    std::uint32_t most = 0;
    for (std::size_t s = 0; s < terrain_.squares(); ++s) {
      for (const Square g : terrain_.board().goals()) {
        const std::uint16_t d = terrain_.pushes(static_cast<Square>(s), g);
        if (d != far) mean[s] += d;
      }
      mean[s] /= static_cast<std::uint32_t>(std::max<std::size_t>(1, terrain_.board().goals().size()));
      most = std::max(most, mean[s]);
    }
    for (std::size_t s = 0; s < mean.size(); ++s) nearness_[s] = static_cast<std::uint16_t>(most - mean[s]);
  }

  const Terrain<W>& terrain_;
  Mover<W> mover_;
  std::vector<Bits<W>> stages_, zones_, blocked_;
  std::vector<std::size_t> zone_number_;
  std::vector<std::vector<std::uint16_t>> zone_distance_, walks_;
  std::vector<std::uint16_t> nearness_;
};

}  // namespace nazo::sokoban::any
