// Feature-space search from the start along a plan: pack the plan's boxes one after another, and keep the board open
// for the steps to come.
//
// Features of a position, the most important first: steps of the plan fulfilled, keeper regions, blocked corridors,
// boxes in zones that the coming steps cut off, boxes that stand in the way of others, distance from the goals.
// Advisers name the moves that weigh nothing: one each that packs, joins regions, opens a corridor, frees a box, takes
// a box away from a zone, clears the next place, or gives the keeper something new to do.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "base/budget.hpp"
#include "base/pulse.hpp"
#include "genres/sokoban/solve/any/cells.hpp"
#include "genres/sokoban/solve/any/course.hpp"
#include "genres/sokoban/solve/any/deadlock.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/any/tree.hpp"
#include "genres/sokoban/solve/any/turn.hpp"
#include "search/chunked.hpp"
#include "search/key_index.hpp"

namespace nazo::sokoban::any {

template <int W>
class Packer {
 public:
  Packer(const Terrain<W>& terrain, const Plan<W>& plan, Meter& meter)
      : terrain_(terrain),
        meter_(meter),
        pulse_(meter, boxes_between_checks),
        mover_(terrain),
        course_(terrain, plan),
        in_link_(static_cast<std::size_t>(terrain.links()), 0) {}

  /// Goes on for a turn; the pushes of a solution if one was found.
  std::optional<std::vector<Push>> run(const Turn<W>& turn) {
    deadlocks_ = turn.deadlocks;
    if (nodes_.size() == 0) {
      mover_.load(terrain_.start());
      Node root;
      root.boxes = terrain_.start();
      root.keeper = mover_.flood(terrain_.board().keeper());
      (void)seen_.insert(position_key(root.boxes, root.keeper));
      add(root);
    }
    std::uint64_t left = turn.nodes;
    for (; solved_ == none && left > 0 && turn.matters(); ++turn_) {
      const bool to_best = turn_ % 2 == 0 && best_ != none && !cells_.empty(nodes_[best_].cell);
      const std::uint32_t cell = to_best ? nodes_[best_].cell : cells_.next();
      if (cell == Cells::none) {
        exhausted_ = true;
        break;
      }
      full_ = bytes() > turn.most_bytes;
      if (full_ || !meter_.spend()) break;
      --left;
      expand(cells_.pop(cell));
    }
    if (solved_ == none) return std::nullopt;
    return pushes_to(nodes_, solved_, mover_, terrain_);
  }

  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] bool full() const { return full_; }  ///< it has no room to go on
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return nodes_.bytes() + options_.bytes() + children_.capacity() * sizeof(Child) + cells_.bytes() +
           2 * seen_.bytes() + course_.bytes();
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint32_t boxes_between_checks = 4;

  /// Lower is better, the first feature counting first.
  struct Score {
    std::uint16_t left = 0;  ///< steps of the plan that are not fulfilled
    std::uint16_t regions = 0, links = 0, out = 0, blockers = 0, nearness = 0;
    friend auto operator<=>(const Score&, const Score&) = default;
    [[nodiscard]] std::uint64_t cell() const { return std::uint64_t{left} << 32 | std::uint64_t{regions} << 16 | out; }
    /// For the order within a cell.
    [[nodiscard]] std::uint64_t rank() const {
      const auto part = [](std::uint16_t v, unsigned most) { return std::uint64_t{std::min<unsigned>(v, most)}; };
      return part(left, 255) << 36 | part(regions, 63) << 30 | part(links, 63) << 24 | part(out, 63) << 18 |
             part(blockers, 63) << 12 | part(nearness, 4095);
    }
  };
  struct Node {
    Bits<W> boxes{};
    Square keeper = 0, from = 0, to = 0;
    Direction side{};
    std::uint16_t weight = 0;
    std::uint32_t parent = none, cell = 0;
    std::uint32_t first = 0, count = 0, next = 0;  ///< its options, and which of them comes next
    Score score, best;                             ///< its own, and the best one on its way
  };
  struct Option {
    std::uint64_t rank;
    Square from, to;
    Direction side;
    std::uint8_t weight;
  };
  struct Child {
    Score score;
    Option option;
    Square keeper;
  };

  void count_links(const Bits<W>& boxes, Score& score) {
    std::ranges::fill(in_link_, std::uint16_t{0});
    score.links = 0;
    boxes.for_each([&](Square b) {
      if (terrain_.link(b) >= 0 && in_link_[static_cast<std::size_t>(terrain_.link(b))]++ == 0) ++score.links;
    });
  }
  [[nodiscard]] std::uint16_t links_after(int links, Square from, Square to) const {
    const int left = terrain_.link(from), entered = terrain_.link(to);
    if (left != entered && left >= 0 && in_link_[static_cast<std::size_t>(left)] == 1) --links;
    if (left != entered && entered >= 0 && in_link_[static_cast<std::size_t>(entered)] == 0) ++links;
    return static_cast<std::uint16_t>(links);
  }
  /// Everything of a score that follows from the boxes alone, but for the corridors.
  void judge(const Bits<W>& boxes, Score& score) const {
    const std::size_t done = course_.fulfilled(boxes);
    score.left = static_cast<std::uint16_t>(course_.steps() - done);
    score.out = static_cast<std::uint16_t>((boxes & course_.zone(done)).count());
    score.blockers = static_cast<std::uint16_t>(course_.blockers(boxes));
  }

  void add(Node node) {
    mover_.load(node.boxes);
    mover_.flood(node.keeper);
    judge(node.boxes, node.score);
    count_links(node.boxes, node.score);
    node.score.nearness = course_.nearness(node.boxes);
    node.score.regions = static_cast<std::uint16_t>(mover_.count_regions());
    const auto verdict = deadlocks_->corrals(node.boxes, mover_, node.keeper, corral_effort);
    if (verdict.lost) return;
    find_children(node, verdict.restricted ? verdict.first : node.boxes);
    if (meter_.limit() != Limit::none) return;
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    node.first = static_cast<std::uint32_t>(options_.size());
    node.count = static_cast<std::uint32_t>(children_.size());
    for (const Child& child : children_) options_.push(child.option);
    node.best = node.parent == none ? node.score : std::min(node.best, node.score);
    node.cell = cells_.at(node.best.cell());
    nodes_.push(node);
    if (node.boxes == terrain_.goals()) solved_ = index;
    if (best_ == none || node.score < nodes_[best_].score) best_ = index;
    queue(index);
  }

  void find_children(const Node& node, const Bits<W>& movers) {
    children_.clear();
    movers.for_each([&](Square b) {
      if (!pulse_.goes_on()) return;
      mover_.template carries<Mode::push>(b, terrain_.live(), [&](const Carry& carry) {
        Bits<W> boxes = node.boxes;
        boxes.remove(b);
        boxes.add(carry.to);
        if (seen_.find(position_key(boxes, carry.keeper)) != seen_.none) return;
        Child child{{}, {0, b, carry.to, carry.side, 1}, carry.keeper};
        judge(boxes, child.score);
        child.score.regions = carry.regions;
        child.score.links = links_after(node.score.links, b, carry.to);
        child.score.nearness = course_.nearness_after(node.score.nearness, b, carry.to);
        child.option.rank = child.score.rank();
        children_.push_back(child);
      });
    });
    std::ranges::sort(children_, {},
                      [](const Child& c) { return std::tuple(c.score, c.option.from, c.option.to, c.option.side); });
    if (children_.empty()) return;
    advise(node);
    if (children_.size() <= 2) children_.front().option.weight = 0;
    std::ranges::stable_sort(children_, {}, [](const Child& c) { return c.option.weight; });
  }

  /// Each adviser names at most one move: the best one that does what it wants, children being in order of their
  /// scores.
  void advise(const Node& node) {
    const Score& now = node.score;
    const auto name_first = [&](auto wanted) {
      for (Child& child : children_)
        if (child.score.left <= now.left && wanted(child)) {
          child.option.weight = 0;
          return true;
        }
      return false;
    };
    const bool packs = name_first([&](const Child& c) { return c.score.left < now.left; });
    name_first([&](const Child& c) { return c.score.regions < now.regions; });
    name_first([&](const Child& c) { return c.score.links < now.links; });
    name_first([&](const Child& c) { return c.score.blockers < now.blockers; });
    if (now.out > 0) leave_zone(node);
    if (!packs) clear_next_place(node);
    if (now.regions > 1) explore(node);
  }

  [[nodiscard]] static bool keeps_open(const Score& score, const Score& now) {
    return score.left <= now.left && score.regions <= now.regions && score.links <= now.links;
  }
  [[nodiscard]] bool can_be_taken_back(const Option& option) const {
    return terrain_.pushes(option.to, option.from) != far;
  }
  /// Of the moves that are wanted, the one whose box is nearest now and farthest afterwards.
  template <class Wanted>
  void drive_away(const std::vector<std::uint16_t>& distance, Wanted&& wanted) {
    Child* best = nullptr;
    const auto value = [&](const Child& c) {
      return std::tuple(distance[c.option.from], -static_cast<int>(distance[c.option.to]));
    };
    for (Child& child : children_)
      if (distance[child.option.from] != far && distance[child.option.to] != far && wanted(child) &&
          (best == nullptr || value(child) < value(*best)))
        best = &child;
    if (best != nullptr) best->option.weight = 0;
  }
  void leave_zone(const Node& node) {
    const auto& distance = course_.distance_from_zone(course_.steps() - node.score.left);
    drive_away(distance, [&](const Child& c) {
      return keeps_open(c.score, node.score) && c.score.out <= node.score.out && can_be_taken_back(c.option) &&
             distance[c.option.to] > distance[c.option.from];
    });
  }
  void clear_next_place(const Node& node) {
    const Square place = course_.next_place(course_.steps() - node.score.left);
    if (place == no_square) return;
    const auto& distance = course_.walks_from(place);
    drive_away(distance, [&](const Child& c) {
      return keeps_open(c.score, node.score) && distance[c.option.to] >= distance[c.option.from];
    });
  }
  /// A move that can be taken back and lets the keeper push some other box as he could not before.
  void explore(const Node& node) {
    Bits<W> could_reach{};
    mover_.flood(node.keeper);
    for (const Square s : mover_.reached_squares()) could_reach.add(s);
    for (Child& child : children_) {
      const Option& option = child.option;
      if (child.score.left > node.score.left || !can_be_taken_back(option)) continue;
      mover_.set_box(option.from, false);
      mover_.set_box(option.to, true);
      mover_.flood(child.keeper);
      bool found = false;
      Bits<W> others = node.boxes;
      others.remove(option.from);
      others.for_each([&](Square b) {
        for (const Direction d : directions) {
          const Square stand = terrain_.next(b, opposite(d)), to = terrain_.next(b, d);
          if (stand == no_square || to == no_square || !mover_.reached(stand) || mover_.has_box(to)) continue;
          found = found || !(could_reach.has(stand) || stand == option.from);
        }
      });
      mover_.set_box(option.to, false);
      mover_.set_box(option.from, true);
      if (!found) continue;
      child.option.weight = 0;
      return;
    }
  }

  void expand(std::uint32_t index) {
    Node& node = nodes_[index];
    const Option option = options_[node.first + node.next++];
    queue(index);
    Node child;
    child.boxes = node.boxes;
    child.weight = node.weight;
    child.best = node.best;
    carry(child, index, option, mover_, terrain_);
    const auto seen = seen_.insert(position_key(child.boxes, child.keeper));
    if (seen && seen->inserted && !is_lost(*deadlocks_, child)) add(child);
  }

  void queue(std::uint32_t index) {
    const Node& node = nodes_[index];
    if (node.next == node.count) return;
    const Option& option = options_[node.first + node.next];
    cells_.add(node.cell, (std::uint64_t{node.weight} + option.weight) << 44 | option.rank, index);
  }

  static constexpr int corral_effort = 100;

  const Terrain<W>& terrain_;
  Deadlocks<W>* deadlocks_ = nullptr;  ///< lent for a turn
  Meter& meter_;
  Pulse pulse_;
  Mover<W> mover_;
  Course<W> course_;
  std::vector<std::uint16_t> in_link_;  ///< boxes in each corridor
  Cells cells_;
  search::Chunked<Node> nodes_;
  search::Chunked<Option> options_;
  std::vector<Child> children_;
  search::KeyIndex<std::uint64_t> seen_{Budget::unlimited};
  std::uint64_t turn_ = 0;
  std::uint32_t best_ = none, solved_ = none;
  bool exhausted_ = false, full_ = false;
};

}  // namespace nazo::sokoban::any
