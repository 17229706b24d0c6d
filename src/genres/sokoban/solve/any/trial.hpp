// Can these boxes, alone on the board, get out of the corner they are in? A small search that gives up early.
#pragma once

#include <algorithm>
#include <vector>

#include "base/pulse.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/freeze.hpp"

namespace nazo::sokoban::any {

/// A closed region and the boxes around it.
template <int W>
struct Pen {
  Bits<W> squares{}, boxes{};
};

template <int W>
class Trial {
 public:
  enum class End { lost, alive, unsettled };
  /// Whether boxes must also come in from outside for goals inside that stay empty: true of a position whose other
  /// boxes are all outside, but not of every position that holds these boxes.
  enum class Goals { must_be_filled, may_stay_empty };

  explicit Trial(const Terrain<W>& terrain, Pulse& pulse)
      : terrain_(terrain), pulse_(pulse), mover_(terrain), freeze_(terrain.board()), box_(terrain.squares(), 0) {}

  /// `boxes` are some of the pen's. Alive: one of them got out of the pen, or the keeper everywhere inside, or all of
  /// them home. Unsettled: more positions than `effort`, or no time.
  End run(const Pen<W>& pen, const Bits<W>& boxes, Square keeper, Goals goals, int effort) {
    const Bits<W> zone = pen.squares | pen.boxes;
    mover_.load(boxes);
    const Square region = mover_.flood(keeper);
    nodes_.assign(1, {boxes, region, false});
    begin_round();
    (void)is_new(boxes.hash() ^ mix64(region));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (static_cast<int>(nodes_.size()) > effort) return End::unsettled;
      Node node = nodes_[i];
      mover_.load(node.boxes);
      mover_.flood(node.keeper);
      bool inside = false, everywhere = true;
      (pen.squares - node.boxes).for_each([&](Square s) {
        inside = inside || mover_.reached(s);
        everywhere = everywhere && mover_.reached(s);
      });
      node.opened = node.opened || (inside && i > 0);
      const bool full =
          goals == Goals::may_stay_empty || node.opened || ((terrain_.goals() & pen.squares) - node.boxes).empty();
      const bool home = full && node.boxes.within(terrain_.goals());
      if (home || (inside && everywhere)) return End::alive;
      load(node.boxes);
      if (const End end = push_all(node, zone); end != End::lost) return end;
    }
    return End::lost;
  }

 private:
  struct Node {
    Bits<W> boxes;
    Square keeper;
    bool opened;  ///< the keeper has been inside on the way here, so that other boxes may have come in
  };

  /// Lost means that nothing was decided.
  End push_all(const Node& node, const Bits<W>& zone) {
    pushes_.clear();
    node.boxes.for_each([&](Square b) {
      for (const Direction d : directions) {
        const Square stand = terrain_.next(b, opposite(d)), to = terrain_.next(b, d);
        if (stand == no_square || to == no_square || !mover_.reached(stand) || box_[to] != 0 ||
            !terrain_.live().has(to))
          continue;
        pushes_.push_back({b, to});
      }
    });
    for (const auto& [from, to] : pushes_) {
      if (!pulse_.goes_on()) return End::unsettled;
      box_[from] = 0;
      box_[to] = 1;
      const bool frozen = freeze_.is_frozen_off_goal(box_, to);
      box_[from] = 1;
      box_[to] = 0;
      if (frozen) continue;
      if (!zone.has(to)) return End::alive;
      Node child = node;
      child.boxes.remove(from);
      child.boxes.add(to);
      mover_.set_box(from, false);
      mover_.set_box(to, true);
      child.keeper = mover_.flood(from);
      mover_.set_box(from, true);
      mover_.set_box(to, false);
      if (is_new(child.boxes.hash() ^ mix64(child.keeper + (child.opened ? 100'000ULL : 0ULL))))
        nodes_.push_back(child);
    }
    return End::lost;
  }

  void load(const Bits<W>& boxes) {
    std::ranges::fill(box_, std::uint8_t{0});
    boxes.for_each([&](Square s) { box_[s] = 1; });
  }

  // Keys of one run; 0 is none.
  void begin_round() {
    for (const std::size_t slot : used_) seen_[slot] = 0;
    used_.clear();
  }
  bool is_new(std::uint64_t key) {
    key |= 1;
    const std::size_t slot = slot_of(key);
    if (seen_[slot] == key) return false;
    seen_[slot] = key;
    used_.push_back(slot);
    if (2 * used_.size() > seen_.size()) grow();
    return true;
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = key >> 20 & (seen_.size() - 1);
    while (seen_[slot] != key && seen_[slot] != 0) slot = (slot + 1) & (seen_.size() - 1);
    return slot;
  }
  void grow() {
    std::vector<std::uint64_t> old(2 * seen_.size(), 0);
    old.swap(seen_);
    for (std::size_t& slot : used_) {
      const std::uint64_t key = old[slot];
      slot = slot_of(key);
      seen_[slot] = key;
    }
  }

  const Terrain<W>& terrain_;
  Pulse& pulse_;
  Mover<W> mover_;
  Freeze freeze_;
  std::vector<std::uint8_t> box_;
  std::vector<Node> nodes_;
  std::vector<std::pair<Square, Square>> pushes_;
  std::vector<std::uint64_t> seen_ = std::vector<std::uint64_t>(256, 0);
  std::vector<std::size_t> used_;  ///< slots that hold a key
};

}  // namespace nazo::sokoban::any
