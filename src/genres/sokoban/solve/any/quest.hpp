// Feature-space search for positions, forwards by pushes or backwards by pulls, without a plan.
//
// From one end of the solution it opens the position up: few keeper regions, few blocked corridors, no box that cannot
// be moved, boxes far from the goals. From the other end it heads for such an open position. Both leave what they make
// in perimeters; where they meet is a solution.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "base/budget.hpp"
#include "base/pulse.hpp"
#include "genres/sokoban/solve/any/cells.hpp"
#include "genres/sokoban/solve/any/deadlock.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/any/perimeter.hpp"
#include "genres/sokoban/solve/any/tree.hpp"
#include "genres/sokoban/solve/any/turn.hpp"
#include "genres/sokoban/solve/assignment.hpp"
#include "search/chunked.hpp"
#include "search/key_index.hpp"

namespace nazo::sokoban::any {

/// What a quest goes for.
template <int W>
struct Aspect {
  std::optional<Bits<W>> target{};  ///< these boxes; without it an open position
  bool weighted = true;             ///< moves that nobody advises weigh something
};

/// Where two searches met: ways of the same position from both ends.
struct Meet {
  Perimeter::Way here, there;
};

/// The positions that this search has made, and those of the search from the other end.
struct Ends {
  Perimeter& own;
  const Perimeter& others;
};

template <int W, Mode M>
class Quest {
 public:
  Quest(const Terrain<W>& terrain, Aspect<W> aspect, Meter& meter, const Ends& ends)
      : terrain_(terrain),
        aspect_(std::move(aspect)),
        meter_(meter),
        pulse_(meter, boxes_between_checks),
        mover_(terrain),
        ends_(ends),
        occupied_(terrain.squares(), 0),
        places_(terrain, destination()),
        assignment_(terrain.squares(), list(origin()), places_.costs.data()) {
    find_spread();
    for (std::size_t i = 0; i < terrain.squares(); ++i) {
      const auto s = static_cast<Square>(i);
      if (M == Mode::push ? terrain.live().has(s) : terrain.sources(s).meets(terrain.start())) allowed_.add(s);
    }
  }

  /// Goes on for a turn, or until the searches meet.
  std::optional<Meet> run(const Turn<W>& turn) {
    meet_.reset();
    deadlocks_ = turn.deadlocks;
    if (nodes_.size() == 0) add_roots();
    exhausted_ = exhausted_ || nodes_.size() == 0;  // its own end is lost
    std::uint64_t left = turn.nodes;
    for (; !meet_ && left > 0 && turn.matters(); ++turn_) {
      const bool to_best = turn_ % 2 == 0 && best_cell_ != Cells::none && !cells_.empty(best_cell_);
      const std::uint32_t cell = to_best ? best_cell_ : cells_.next();
      if (cell == Cells::none) {
        exhausted_ = true;
        break;
      }
      full_ = bytes() > turn.most_bytes;
      if (full_ || !meter_.spend()) break;
      --left;
      expand(cells_.pop(cell));
    }
    return meet_;
  }

  /// The boxes of the best position so far.
  [[nodiscard]] const Bits<W>& best() const { return nodes_[best_].boxes; }
  [[nodiscard]] std::uint32_t best_score() const { return best_score_; }
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] bool full() const { return full_; }  ///< it has no room to go on
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return nodes_.bytes() + options_.bytes() + children_.capacity() * sizeof(Child) + cells_.bytes() +
           2 * seen_.bytes();
  }

  /// The boxes of a position that was left in the perimeter.
  [[nodiscard]] Bits<W> boxes_of(const Perimeter::Way& way) const {
    Bits<W> boxes = nodes_[way.node].boxes;
    if (way.option == Perimeter::Way::no_option) return boxes;
    const Option& option = options_[way.option];
    boxes.remove(option.from);
    boxes.add(option.to);
    return boxes;
  }

  /// The pushes between such a position and the end this search began at, in the order they are played.
  [[nodiscard]] std::vector<Push> pushes_of(const Perimeter::Way& way) {
    std::vector<std::pair<std::uint32_t, Option>> steps;
    if (way.option != Perimeter::Way::no_option) steps.emplace_back(way.node, options_[way.option]);
    for (std::uint32_t at = way.node; nodes_[at].parent != none; at = nodes_[at].parent)
      steps.emplace_back(nodes_[at].parent,
                         Option{.from = nodes_[at].from, .to = nodes_[at].to, .side = nodes_[at].side});
    if (M == Mode::push) std::ranges::reverse(steps);
    std::vector<Push> pushes;
    for (const auto& [index, option] : steps) {
      mover_.load(nodes_[index].boxes);
      mover_.flood(nodes_[index].keeper);
      const auto part = mover_.template pushes_of<M>({option.from, option.to, option.side}, allowed_);
      pushes.insert(pushes.end(), part.begin(), part.end());
    }
    return pushes;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0}, boxes_between_checks = 4;
  static constexpr int corral_effort = 100;

  struct Node {
    Bits<W> boxes{};
    Square keeper = 0, from = 0, to = 0;
    Direction side{};
    std::uint16_t weight = 0, links = 0, spread = 0;
    std::uint32_t parent = none, cell = 0;
    std::uint32_t first = 0, count = 0, next = 0;  ///< its options, and which of them comes next
    std::uint32_t score = ~std::uint32_t{0};
    std::uint32_t best = ~std::uint32_t{0};  ///< the best score on its way
  };
  struct Option {
    std::uint32_t score = 0;
    Square from = 0, to = 0;
    Direction side{};
    std::uint8_t weight = 1;
  };
  struct Child {
    Option option;
    std::uint64_t key;
  };

  /// What it costs to bring a box from each square to each of these places (or there from them, when boxes are pulled).
  struct Places {
    Places(const Terrain<W>& terrain, const Bits<W>& ends) {
      ends.for_each([&](Square end) { squares.push_back(end); });
      costs.resize(terrain.squares() * squares.size());
      for (std::size_t s = 0; s < terrain.squares(); ++s)
        for (std::size_t i = 0; i < squares.size(); ++i) {
          const auto at = static_cast<Square>(s);
          costs[s * squares.size() + i] =
              M == Mode::push ? terrain.pushes(at, squares[i]) : terrain.pushes(squares[i], at);
        }
    }
    std::vector<Square> squares;
    std::vector<std::uint16_t> costs;
  };

  [[nodiscard]] Bits<W> destination() const {
    if (aspect_.target) return *aspect_.target;
    return M == Mode::push ? terrain_.goals() : terrain_.start();
  }
  [[nodiscard]] Bits<W> origin() const { return M == Mode::push ? terrain_.start() : terrain_.goals(); }
  static std::vector<Square> list(const Bits<W>& set) {
    std::vector<Square> squares;
    set.for_each([&](Square s) { squares.push_back(s); });
    return squares;
  }

  /// How far each square is from the goals, on an average.
  void find_spread() {
    spread_.assign(terrain_.squares(), 0);
    const auto& goals = terrain_.board().goals();
    for (std::size_t s = 0; s < terrain_.squares(); ++s) {
      std::uint32_t sum = 0;
      for (const Square g : goals) {
        const std::uint16_t d = terrain_.pushes(static_cast<Square>(s), g);
        if (d != far) sum += d;
      }
      spread_[s] = static_cast<std::uint16_t>(goals.empty() ? 0 : sum / goals.size());
    }
  }

  void add_roots() {
    const Bits<W> boxes = origin();
    if (M == Mode::push) {
      add_root(boxes, terrain_.board().keeper());
      return;
    }
    Bits<W> done = boxes;
    for (std::size_t i = 0; i < terrain_.squares(); ++i) {
      const auto s = static_cast<Square>(i);
      if (done.has(s)) continue;
      mover_.load(boxes);
      mover_.flood(s);
      for (const Square r : mover_.reached_squares()) done.add(r);
      add_root(boxes, s);
    }
  }
  void add_root(const Bits<W>& boxes, Square keeper) {
    mover_.load(boxes);
    Node root;
    root.boxes = boxes;
    root.keeper = mover_.flood(keeper);
    const std::uint64_t key = position_key(boxes, root.keeper);
    if (const auto seen = seen_.insert(key); !seen || !seen->inserted) return;
    const Perimeter::Way way{key, static_cast<std::uint32_t>(nodes_.size()), Perimeter::Way::no_option};
    make(root);
    // Lost, or no time to look at it: nobody must be led to a node that is not there.
    if (nodes_.size() == way.node) return;
    ends_.own.add(way);
    if (const auto* there = ends_.others.find(key); there != nullptr) meet_ = Meet{way, *there};
  }

  // ── scores: lower is better ──
  [[nodiscard]] static std::uint32_t clip(int v, int bits) {
    return static_cast<std::uint32_t>(std::clamp(v, 0, (1 << bits) - 1));
  }
  /// The features that make a cell stand above this bit of a score.
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t score) const { return aspect_.target ? score >> 17 : score >> 18; }

  /// Can a box not be pulled away from here in any direction, wherever the keeper is? Then none can be pushed here.
  [[nodiscard]] bool cannot_be_pulled(Square s) const {
    for (const Direction d : directions) {
      const Square near = terrain_.next(s, d);
      if (near == no_square) continue;
      const Square beyond = terrain_.next(near, d);
      if (beyond != no_square && occupied_[beyond] == 0) return false;
    }
    return true;
  }
  [[nodiscard]] bool cannot_be_pushed(Square s) const {
    for (const Direction d : directions) {
      const Square to = terrain_.next(s, d), stand = terrain_.next(s, opposite(d));
      if (to == no_square || stand == no_square || occupied_[to] != 0 || occupied_[stand] != 0) continue;
      if (terrain_.live().has(to)) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_stuck(Square s) const {
    if (M == Mode::pull) return cannot_be_pulled(s);
    return !terrain_.goals().has(s) && cannot_be_pushed(s);
  }
  [[nodiscard]] bool touches_anything(Square s) const {
    for (const Square near : terrain_.board().neighbours(s))
      if (near == no_square || occupied_[near] != 0) return true;
    return false;
  }
  /// The position stands in `occupied_`.
  [[nodiscard]] std::uint32_t open_score(const Bits<W>& boxes, int regions, int links, int spread) const {
    int stuck = 0;
    if (regions == 1) boxes.for_each([&](Square b) { stuck += is_stuck(b) ? 1 : 0; });
    return clip(regions, 7) << 25 | clip(links, 7) << 18 | clip(stuck, 6) << 12 | clip(4095 - spread, 12);
  }
  [[nodiscard]] std::uint32_t target_score(const Bits<W>& boxes, int regions, int distance) const {
    const Bits<W>& target = *aspect_.target;
    int jammed = 0;
    (boxes - target).for_each([&](Square b) { jammed += touches_anything(b) ? 1 : 0; });
    (target - boxes).for_each([&](Square b) { jammed += cannot_be_pulled(b) ? 1 : 0; });
    const int missing = (target - boxes).count();
    const std::uint32_t impossible = distance >= Assignment::impossible ? 1 : 0;
    return impossible << 31 | clip(regions, 7) << 24 | clip(missing, 7) << 17 | clip(jammed, 6) << 11 |
           clip(distance, 11);
  }

  void count_links(Node& node) {
    in_link_.assign(static_cast<std::size_t>(terrain_.links()), 0);
    node.links = 0;
    node.spread = 0;
    node.boxes.for_each([&](Square b) {
      if (terrain_.link(b) >= 0 && in_link_[static_cast<std::size_t>(terrain_.link(b))]++ == 0) ++node.links;
      node.spread = static_cast<std::uint16_t>(node.spread + spread_[b]);
    });
  }
  [[nodiscard]] int links_after(int links, Square from, Square to) const {
    const int left = terrain_.link(from), entered = terrain_.link(to);
    if (left == entered) return links;
    if (left >= 0 && in_link_[static_cast<std::size_t>(left)] == 1) --links;
    if (entered >= 0 && in_link_[static_cast<std::size_t>(entered)] == 0) ++links;
    return links;
  }

  /// Makes a node of a position that is new and not lost as far as is known.
  void make(Node node) {
    mover_.load(node.boxes);
    mover_.flood(node.keeper);
    count_links(node);
    const int regions = mover_.count_regions();
    load(node.boxes);
    const int distance = assignment_.set(list(node.boxes));
    if (M == Mode::pull && distance >= Assignment::impossible) return;
    node.score = aspect_.target ? target_score(node.boxes, regions, distance)
                                : open_score(node.boxes, regions, node.links, node.spread);
    Bits<W> movers = node.boxes;
    if (M == Mode::push) {
      const auto verdict = deadlocks_->corrals(node.boxes, mover_, node.keeper, corral_effort);
      if (verdict.lost) return;
      if (verdict.restricted) movers = verdict.first;
    }
    children_.clear();
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    movers.for_each([&](Square b) {
      if (!pulse_.goes_on()) return;
      mover_.template carries<M>(b, allowed_, [&](const Carry& carry) { consider(node, carry); });
    });
    if (meter_.limit() != Limit::none) return;
    std::ranges::sort(children_, {}, [](const Child& c) {
      return std::tuple(c.option.score, c.option.from, c.option.to, c.option.side);
    });
    if (!children_.empty() && (children_.front().option.score < node.score || children_.size() <= 2))
      children_.front().option.weight = 0;
    node.first = static_cast<std::uint32_t>(options_.size());
    node.count = static_cast<std::uint32_t>(children_.size());
    for (const Child& child : children_) {
      const Perimeter::Way way{child.key, index, static_cast<std::uint32_t>(options_.size())};
      ends_.own.add(way);
      if (const auto* there = ends_.others.find(child.key); there != nullptr && !meet_) meet_ = Meet{way, *there};
      options_.push(child.option);
      if (!aspect_.weighted) options_[way.option].weight = 0;
    }
    node.best = std::min(node.best, node.score);
    node.cell = cells_.at(cell_of(node.best));
    nodes_.push(node);
    if (best_ == none || node.score < best_score_) {
      best_ = index;
      best_score_ = node.score;
      best_cell_ = node.cell;
    }
    queue(index);
  }

  /// Puts a carry among the children of a node, unless it leads to where the search has been.
  void consider(const Node& node, const Carry& carry) {
    Bits<W> boxes = node.boxes;
    boxes.remove(carry.from);
    boxes.add(carry.to);
    occupied_[carry.from] = 0;
    occupied_[carry.to] = 1;
    const std::uint64_t key = position_key(boxes, carry.keeper);
    if (seen_.find(key) == seen_.none) {
      const std::uint32_t score = aspect_.target
                                      ? target_score(boxes, carry.regions, assignment_.with(carry.from, carry.to))
                                      : open_score(boxes, carry.regions, links_after(node.links, carry.from, carry.to),
                                                   node.spread - spread_[carry.from] + spread_[carry.to]);
      children_.push_back({{score, carry.from, carry.to, carry.side, 1}, key});
    }
    occupied_[carry.from] = 1;
    occupied_[carry.to] = 0;
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
    if (!seen || !seen->inserted) return;
    if (M == Mode::push && is_lost(*deadlocks_, child)) return;
    make(child);
  }

  void queue(std::uint32_t index) {
    const Node& node = nodes_[index];
    if (node.next == node.count) return;
    const Option& option = options_[node.first + node.next];
    cells_.add(node.cell, (std::uint64_t{node.weight} + option.weight) << 32 | option.score, index);
  }
  void load(const Bits<W>& boxes) {
    std::ranges::fill(occupied_, std::uint8_t{0});
    boxes.for_each([&](Square s) { occupied_[s] = 1; });
  }

  const Terrain<W>& terrain_;
  Aspect<W> aspect_;
  Deadlocks<W>* deadlocks_ = nullptr;  ///< lent for a turn
  Meter& meter_;
  Pulse pulse_;
  Mover<W> mover_;
  Ends ends_;
  std::vector<std::uint8_t> occupied_;
  Places places_;
  Assignment assignment_;
  Bits<W> allowed_{};
  std::vector<std::uint16_t> spread_, in_link_;
  Cells cells_;
  search::Chunked<Node> nodes_;
  search::Chunked<Option> options_;
  std::vector<Child> children_;
  search::KeyIndex<std::uint64_t> seen_{Budget::unlimited};
  std::optional<Meet> meet_;
  std::uint64_t turn_ = 0;
  std::uint32_t best_ = none, best_score_ = ~std::uint32_t{0}, best_cell_ = Cells::none;
  bool exhausted_ = false, full_ = false;
};

}  // namespace nazo::sokoban::any
