// Positions that are lost, and pushes that must come first: freezing, boxes without goals, corrals.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/pulse.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/freeze.hpp"

namespace nazo::sokoban::any {

template <int W>
class Deadlocks {
 public:
  /// Once the meter has run out nothing is called lost any more.
  Deadlocks(const Terrain<W>& terrain, Meter& meter)
      : terrain_(terrain),
        n_(terrain.squares()),
        pulse_(meter, pushes_between_checks),
        box_(n_, 0),
        freeze_(terrain.board()),
        goal_number_(n_, 0),
        region_(n_, 0),
        inner_(terrain) {
    std::uint16_t number = 0;
    terrain.goals().for_each([&](Square g) { goal_number_[g] = number++; });
    const std::uint64_t share = meter.budget().bytes / share_of_bytes;
    most_walled_ = std::clamp<std::uint64_t>(share / bytes_of_walled(), 1, most_walled);
    most_judged_ = std::max<std::uint64_t>(share / bytes_of_judged, least_judged);
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return walled_.size() * bytes_of_walled() + judged_.size() * bytes_of_judged;
  }

  struct Verdict {
    bool lost = false;
    bool restricted = false;  ///< only boxes of `first` need be pushed next
    Bits<W> first{};
  };

  /// Is the box that was just moved frozen off goal, or has that left boxes without goals?
  [[nodiscard]] bool frozen(const Bits<W>& boxes, Square moved) {
    load(boxes);
    return freeze_.is_frozen_off_goal(box_, moved);
  }

  /// Can every box still be given its own goal, frozen boxes taken for walls?
  [[nodiscard]] bool assignable(const Bits<W>& boxes) {
    load(boxes);
    Bits<W> still{};
    boxes.for_each([&](Square b) {
      if (freeze_.is_frozen(box_, b)) still.add(b);
    });
    const std::vector<Bits<W>>& sources = sources_with(still);
    goals_.clear();
    (terrain_.goals() - still).for_each([&](Square g) { goals_.push_back(g); });
    movable_.clear();
    (boxes - still).for_each([&](Square b) { movable_.push_back(b); });
    if (goals_.size() != movable_.size()) return false;
    // Augmenting paths, goal by goal.
    taken_.assign(movable_.size(), -1);
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      tried_.assign(movable_.size(), 0);
      if (!assign(g, sources)) return false;
    }
    return true;
  }

  /// Corrals of a position whose keeper region is loaded into `mover` (boxes loaded, flooded).
  [[nodiscard]] Verdict corrals(const Bits<W>& boxes, Mover<W>& mover, Square keeper, int effort) {
    Verdict verdict;
    // Number the closed regions.
    int regions = 0;
    closed_.clear();
    std::ranges::fill(region_, std::int16_t{-1});
    for (std::size_t i = 0; i < n_; ++i) {
      const auto seed = static_cast<Square>(i);
      if (mover.reached(seed) || mover.has_box(seed) || region_[seed] >= 0) continue;
      const auto number = static_cast<std::int16_t>(regions++);
      closed_.emplace_back();
      stack_.assign(1, seed);
      region_[seed] = number;
      while (!stack_.empty()) {
        const Square s = stack_.back();
        stack_.pop_back();
        closed_.back().add(s);
        for (const Square near : terrain_.board().neighbours(s))
          if (near != no_square && !mover.has_box(near) && region_[near] < 0) {
            region_[near] = number;
            stack_.push_back(near);
          }
      }
    }
    int fewest = 1 << 30;
    for (int seed = 0; seed < regions; ++seed) {
      if (!pulse_.goes_on()) return {};
      if (effort > 0) {
        Corral own;
        own.squares = closed_[static_cast<std::size_t>(seed)];
        own.squares.for_each([&](Square s) {
          for (const Square near : terrain_.board().neighbours(s))
            if (near != no_square && boxes.has(near)) own.boxes.add(near);
        });
        if (hopeless(own, keeper, effort)) {
          verdict.lost = true;
          return verdict;
        }
      }
      const Corral corral = grow(boxes, mover, seed);
      if (!corral.valid) continue;
      if (corral.pushes == 0) {
        verdict.lost = true;
        return verdict;
      }
      if (effort > 0 && hopeless(corral, keeper, effort)) {
        verdict.lost = true;
        return verdict;
      }
      if (corral.pushes < fewest) {
        fewest = corral.pushes;
        verdict.restricted = true;
        verdict.first = corral.boxes;
      }
    }
    return verdict;
  }

 private:
  struct Corral {
    bool valid = false;
    Bits<W> squares{}, boxes{};
    int pushes = 0;
  };

  void load(const Bits<W>& boxes) {
    std::ranges::fill(box_, std::uint8_t{0});
    boxes.for_each([&](Square s) { box_[s] = 1; });
  }

  bool assign(std::size_t g, const std::vector<Bits<W>>& sources) {
    for (std::size_t b = 0; b < movable_.size(); ++b) {
      if (tried_[b] != 0 || !sources[goal_number_[goals_[g]]].has(movable_[b])) continue;
      tried_[b] = 1;
      if (taken_[b] < 0 || assign(static_cast<std::size_t>(taken_[b]), sources)) {
        taken_[b] = static_cast<int>(g);
        return true;
      }
    }
    return false;
  }

  /// For each goal the squares from which a lone box gets there when these boxes are walls.
  const std::vector<Bits<W>>& sources_with(const Bits<W>& still) {
    if (still.empty()) {
      if (plain_.empty()) plain_ = find_sources(still);
      return plain_;
    }
    const std::uint64_t key = still.hash();
    if (const auto known = walled_.find(key); known != walled_.end()) return known->second;
    if (walled_.size() >= most_walled_) walled_.clear();
    return walled_.emplace(key, find_sources(still)).first->second;
  }
  std::vector<Bits<W>> find_sources(const Bits<W>& still) {
    std::vector<Bits<W>> sources(terrain_.board().goals().size());
    inner_.load(still);
    (terrain_.goals() - still).for_each([&](Square goal) { sources[goal_number_[goal]] = inner_.sources(goal); });
    return sources;
  }

  /// The smallest union of closed regions around this one whose boxes must be pushed inward first, if there is one.
  Corral grow(const Bits<W>& boxes, const Mover<W>& mover, int seed) {
    Corral corral;
    corral.squares = closed_[static_cast<std::size_t>(seed)];
    Bits<W> extra{};  // boxes that stand in the way of a push on the corral
    for (;;) {
      corral.boxes = extra;
      corral.squares.for_each([&](Square s) {
        for (const Square near : terrain_.board().neighbours(s))
          if (near != no_square && boxes.has(near)) corral.boxes.add(near);
      });
      corral.pushes = 0;
      bool again = false, fails = false;
      load(corral.boxes);
      corral.boxes.for_each([&](Square b) {
        if (again || fails) return;
        for (const Direction d : directions) {
          const Square stand = terrain_.next(b, opposite(d)), to = terrain_.next(b, d);
          if (stand == no_square || to == no_square || corral.boxes.has(stand) || corral.boxes.has(to) ||
              corral.squares.has(stand))
            continue;
          if (!terrain_.live().has(to)) continue;
          box_[b] = 0;
          box_[to] = 1;
          const bool lost = freeze_.is_frozen_off_goal(box_, to);
          box_[b] = 1;
          box_[to] = 0;
          if (lost) continue;
          if (boxes.has(stand) || boxes.has(to)) {
            extra.add(boxes.has(stand) ? stand : to);
            again = true;
            return;
          }
          if (mover.reached(to)) {
            fails = true;
            return;
          }
          if (!corral.squares.has(to)) {
            corral.squares = corral.squares | closed_[static_cast<std::size_t>(region_[to])];
            again = true;
            return;
          }
          if (!mover.reached(stand)) {
            corral.squares = corral.squares | closed_[static_cast<std::size_t>(region_[stand])];
            again = true;
            return;
          }
          ++corral.pushes;
        }
      });
      if (fails || corral.boxes == boxes) return corral;
      if (!again) break;
    }
    const bool work = !corral.boxes.within(terrain_.goals()) || (terrain_.goals() & corral.squares).count() > 0;
    corral.valid = work;
    return corral;
  }

  /// Searches the corral's boxes alone on the board: lost if no play opens it or brings all of them home.
  bool hopeless(const Corral& corral, Square keeper, int effort) {
    inner_.load(corral.boxes);
    const Square region = inner_.flood(keeper);
    const std::uint64_t key = corral.boxes.hash() ^ mix64(region + 0x1234567ULL);
    if (judged_.size() >= most_judged_) judged_.clear();
    auto& known = judged_[key];
    if (known == lost_for_sure) return true;
    if (known == alive || known >= effort) return false;
    struct Node {
      Bits<W> boxes;
      Square keeper;
      bool opened;  ///< the keeper has been inside on the way here, so that other boxes may have come in
    };
    std::vector<Node> nodes{{corral.boxes, region, false}};
    std::unordered_map<std::uint64_t, char> seen;
    seen[nodes[0].boxes.hash() ^ mix64(region)] = 1;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (static_cast<int>(nodes.size()) > effort) {
        known = effort;
        return false;
      }
      Node node = nodes[i];
      inner_.load(node.boxes);
      inner_.flood(node.keeper);
      bool inside = false, everywhere = true;
      if (i > 0)
        corral.squares.for_each([&](Square s) {
          if (node.boxes.has(s)) return;
          inside = inside || inner_.reached(s);
          everywhere = everywhere && inner_.reached(s);
        });
      node.opened = node.opened || inside;
      const bool home = node.boxes.within(terrain_.goals()) &&
                        (node.opened || ((terrain_.goals() & corral.squares) - node.boxes).empty());
      if (home || (inside && everywhere)) {
        known = alive;
        return false;
      }
      std::vector<std::pair<Square, Direction>> pushes;
      node.boxes.for_each([&](Square b) {
        for (const Direction d : directions) {
          const Square stand = terrain_.next(b, opposite(d)), to = terrain_.next(b, d);
          if (stand == no_square || to == no_square || !inner_.reached(stand) || node.boxes.has(to) ||
              !terrain_.live().has(to))
            continue;
          pushes.emplace_back(b, d);
        }
      });
      for (const auto& [b, d] : pushes) {
        if (!pulse_.goes_on()) return false;
        const Square to = terrain_.next(b, d);
        Node child = node;
        child.boxes.remove(b);
        child.boxes.add(to);
        if (frozen(child.boxes, to)) continue;
        if (!corral.squares.has(to) && !corral.boxes.has(to)) {  // a box got out
          known = alive;
          return false;
        }
        inner_.load(child.boxes);
        child.keeper = inner_.flood(b);
        if (!seen.try_emplace(child.boxes.hash() ^ mix64(child.keeper + (child.opened ? 100'000ULL : 0ULL)), 1).second)
          continue;
        nodes.push_back(child);
      }
    }
    known = lost_for_sure;
    return true;
  }

  static constexpr int lost_for_sure = 1 << 30, alive = (1 << 30) - 1;

  // What is remembered only saves time: when it takes too much room it is forgotten.
  static constexpr std::uint64_t share_of_bytes = 8;  ///< each memory gets one part in so many
  static constexpr std::uint64_t most_walled = 2000, least_judged = 1000, bytes_of_judged = 48;
  [[nodiscard]] std::uint64_t bytes_of_walled() const { return terrain_.board().goals().size() * sizeof(Bits<W>) + 80; }

  static constexpr std::uint32_t pushes_between_checks = 32;

  const Terrain<W>& terrain_;
  std::size_t n_;
  Pulse pulse_;
  std::vector<std::uint8_t> box_;
  Freeze freeze_;
  std::vector<std::uint16_t> goal_number_;  ///< of a goal's square: its place among the goals
  std::vector<Square> stack_, goals_, movable_;
  std::vector<int> taken_;
  std::vector<char> tried_;
  std::vector<std::int16_t> region_;
  std::vector<Bits<W>> closed_;
  std::vector<Bits<W>> plain_;
  std::unordered_map<std::uint64_t, std::vector<Bits<W>>> walled_;
  std::unordered_map<std::uint64_t, int> judged_;
  std::uint64_t most_walled_ = 0, most_judged_ = 0;
  Mover<W> inner_;
};

}  // namespace nazo::sokoban::any
