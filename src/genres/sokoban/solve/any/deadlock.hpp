// Positions that are lost, and pushes that must come first: freezing, boxes without goals, corrals.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/pulse.hpp"
#include "genres/sokoban/solve/any/lore.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/any/trial.hpp"
#include "genres/sokoban/solve/freeze.hpp"

namespace nazo::sokoban::any {

template <int W>
class Deadlocks {
 public:
  /// Once the meter has run out nothing is called lost any more. Each of two memories gets one part in so many of its
  /// bytes.
  Deadlocks(const Terrain<W>& terrain, Meter& meter, std::uint64_t share_of_bytes = 8)
      : terrain_(terrain),
        n_(terrain.squares()),
        pulse_(meter, pushes_between_checks),
        box_(n_, 0),
        freeze_(terrain.board()),
        goal_number_(n_, 0),
        region_(n_, 0),
        inner_(terrain),
        trial_(terrain, pulse_),
        lore_(n_) {
    std::uint16_t number = 0;
    terrain.goals().for_each([&](Square g) { goal_number_[g] = number++; });
    const std::uint64_t share = meter.budget().bytes / share_of_bytes;
    most_walled_ = std::clamp<std::uint64_t>(share / bytes_of_walled(), 1, most_walled);
    most_judged_ = std::max<std::uint64_t>(share / bytes_of_judged, least_judged);
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return walled_.size() * bytes_of_walled() + judged_.size() * bytes_of_judged + lore_.bytes();
  }

  struct Verdict {
    bool lost = false;
    bool restricted = false;  ///< only boxes of `first` need be pushed next
    Bits<W> first{};
  };

  /// Is the position known to be lost by some boxes, the one just moved among them?
  [[nodiscard]] bool known(const Bits<W>& boxes, Square moved, Square keeper) const {
    return lore_.knows(boxes, moved, keeper);
  }
  [[nodiscard]] const Lore<W>& lore() const { return lore_; }
  /// Takes over the sets that another search has learnt, from one number up to another.
  void learn_from(const Lore<W>& other, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) lore_.add(other.sets()[i]);
  }

  /// Is the box that was just moved frozen off goal, or has that left boxes without goals?
  [[nodiscard]] bool frozen(const Bits<W>& boxes, Square moved) {
    load(boxes);
    return freeze_.is_frozen_off_goal(box_, moved);
  }

  /// Can every box still be given its own goal, frozen boxes taken for walls, and can the goals be filled at all round
  /// those?
  [[nodiscard]] bool assignable(const Bits<W>& boxes) {
    load(boxes);
    Bits<W> still{};
    boxes.for_each([&](Square b) {
      if (freeze_.is_frozen(box_, b)) still.add(b);
    });
    const Walled& walled = with_walls(still);
    const bool can_be_filled =
        std::ranges::any_of(walled.stuck, [&](const Bits<W>& stuck) { return stuck.within(boxes); });
    if (!can_be_filled) return false;
    const std::vector<Bits<W>>& sources = walled.sources;
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
        Pen<W> own;
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
  struct Corral : Pen<W> {
    bool valid = false;
    int pushes = 0;
  };
  struct Judged {
    int effort = 0;           ///< with which it was searched, or how that ended
    std::uint32_t asked = 0;  ///< how often
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

  /// What is true while some boxes never move again.
  struct Walled {
    /// For each goal the squares from which a lone box gets there.
    std::vector<Bits<W>> sources;
    /// The solved board taken apart by pulls, every box that can be pulled being taken away at once: what then is left,
    /// for each region the keeper may end in. These boxes must have been in their places all the time.
    std::vector<Bits<W>> stuck;
  };
  const Walled& with_walls(const Bits<W>& still) {
    if (still.empty()) {
      if (plain_.sources.empty()) plain_ = find_walled(still);
      return plain_;
    }
    const std::uint64_t key = still.hash();
    if (const auto known = walled_.find(key); known != walled_.end()) return known->second;
    if (walled_.size() >= most_walled_) walled_.clear();
    return walled_.emplace(key, find_walled(still)).first->second;
  }
  Walled find_walled(const Bits<W>& still) {
    Walled walled{std::vector<Bits<W>>(terrain_.board().goals().size()), {}};
    inner_.load(still);
    (terrain_.goals() - still).for_each([&](Square goal) {
      walled.sources[goal_number_[goal]] = inner_.sources(goal);
    });
    Bits<W> ends = terrain_.all() - terrain_.goals() - still;  // where the keeper may stand at the end
    if (ends.empty() || still == terrain_.goals()) walled.stuck.emplace_back();
    while (!ends.empty()) {
      Bits<W> left = terrain_.goals() | still;
      inner_.load(left);
      Square keeper = no_square;
      ends.for_each([&](Square s) { keeper = keeper == no_square ? s : keeper; });
      for (bool again = true, first = true; again;) {
        again = false;
        inner_.flood(keeper);
        if (first)
          for (const Square s : inner_.reached_squares()) ends.remove(s);
        first = false;
        (left - still).for_each([&](Square b) {
          if (!can_be_pulled(b)) return;
          left.remove(b);
          inner_.set_box(b, false);
          again = true;
        });
      }
      walled.stuck.push_back(left - still);
    }
    return walled;
  }
  /// From the squares of the last flood, the position being in `inner_`.
  [[nodiscard]] bool can_be_pulled(Square box) const {
    return std::ranges::any_of(directions, [&](Direction d) {
      const Square stand = terrain_.next(box, d);
      if (stand == no_square || !inner_.reached(stand)) return false;
      const Square back = terrain_.next(stand, d);
      return back != no_square && !inner_.has_box(back);
    });
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

  /// Searches the corral's boxes alone on the board: lost if no play opens it or brings all of them home. What comes
  /// back again and again is searched again with more effort.
  bool hopeless(const Pen<W>& pen, Square keeper, int effort) {
    inner_.load(pen.boxes);
    const Square region = inner_.flood(keeper);
    const std::uint64_t key = pen.boxes.hash() ^ mix64(region + 0x1234567ULL);
    if (judged_.size() >= most_judged_) judged_.clear();
    Judged& known = judged_[key];
    if (known.effort == lost_for_sure) return true;
    if (known.effort == alive) return false;
    if (++known.asked % asked_often == 0 && known.effort < most_effort) effort = 8 * std::max(effort, known.effort);
    if (known.effort >= effort) return false;
    const auto end = trial_.run(pen, pen.boxes, region, Trial<W>::Goals::must_be_filled, effort);
    known.effort = effort;
    if (end == Trial<W>::End::alive) known.effort = alive;
    if (end != Trial<W>::End::lost) return false;
    known.effort = lost_for_sure;
    learn(pen, region, effort);
    return true;
  }

  /// Keeps as few of the boxes as are lost by themselves.
  void learn(const Pen<W>& pen, Square keeper, int effort) {
    const auto is_lost = [&](const Bits<W>& boxes) {
      return trial_.run(pen, boxes, keeper, Trial<W>::Goals::may_stay_empty, effort) == Trial<W>::End::lost;
    };
    if (!is_lost(pen.boxes)) return;
    Bits<W> needed = pen.boxes;
    pen.boxes.for_each([&](Square b) {
      Bits<W> fewer = needed;
      fewer.remove(b);
      if (!fewer.empty() && is_lost(fewer)) needed = fewer;
    });
    typename Lore<W>::Lost lost{needed, {}};
    inner_.load(needed);
    inner_.flood(keeper);
    for (const Square s : inner_.reached_squares()) lost.region.add(s);
    lore_.add(lost);
  }

  static constexpr int lost_for_sure = 1 << 30, alive = (1 << 30) - 1;
  static constexpr std::uint32_t asked_often = 50;
  static constexpr int most_effort = 5000;

  // What is remembered only saves time: when it takes too much room it is forgotten.
  static constexpr std::uint64_t most_walled = 2000, least_judged = 1000, bytes_of_judged = 48;
  [[nodiscard]] std::uint64_t bytes_of_walled() const {
    return (terrain_.board().goals().size() + 2) * sizeof(Bits<W>) + 80;
  }

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
  Walled plain_;
  std::unordered_map<std::uint64_t, Walled> walled_;
  std::unordered_map<std::uint64_t, Judged> judged_;
  std::uint64_t most_walled_ = 0, most_judged_ = 0;
  Mover<W> inner_;
  Trial<W> trial_;
  Lore<W> lore_;
};

}  // namespace nazo::sokoban::any
