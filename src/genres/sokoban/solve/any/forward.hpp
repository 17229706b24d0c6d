// Feature-space search from the start: carries, cells, advisers. Aims at the stages of a plan.
#pragma once

#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "base/pulse.hpp"
#include "genres/sokoban/solve/any/cells.hpp"
#include "genres/sokoban/solve/any/deadlock.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "genres/sokoban/solve/any/outlook.hpp"
#include "genres/sokoban/solve/any/plan.hpp"
#include "genres/sokoban/solve/any/tree.hpp"
#include "genres/sokoban/solve/any/turn.hpp"
#include "genres/sokoban/solve/optimal.hpp"
#include "search/chunked.hpp"
#include "search/key_index.hpp"

namespace nazo::sokoban::any {

/// Ways to search that solve different levels.
struct Manner {
  bool own_cell = false;  ///< a node lies in the cell of its own features, not of the best ones on its way
  bool outlook = true;    ///< what stands in the way of the plan's next step counts
};

template <int W>
class Forward {
 public:
  Forward(const Terrain<W>& terrain, Plan<W> plan, Manner manner, Meter& meter)
      : terrain_(terrain),
        plan_(std::move(plan)),
        manner_(manner),
        meter_(meter),
        pulse_(meter, boxes_between_checks),
        mover_(terrain),
        scout_(terrain) {
    // Which steps of the plan a box on a square could still serve, the boxes placed before that step being walls.
    serves_.assign(terrain.squares(), 0);
    const std::size_t steps = std::min<std::size_t>(plan_.stages.size(), 64);
    for (std::size_t i = 1; i < steps; ++i) {
      if (plan_.stages[i].count() <= plan_.stages[i - 1].count())
        continue;  // a box of the plan moves on: none is needed
      needed_ |= std::uint64_t{1} << i;
      mover_.load(plan_.stages[i - 1]);
      (plan_.stages[i] - plan_.stages[i - 1]).for_each([&](Square target) {
        mover_.sources(target).for_each([&](Square s) { serves_[s] |= std::uint64_t{1} << i; });
      });
    }
  }

  /// Goes on for a turn; the pushes of a solution if one was found.
  std::optional<std::vector<Push>> run(const Turn<W>& turn) {
    deadlocks_ = turn.deadlocks;
    if (nodes_.size() == 0) {
      mover_.load(terrain_.start());
      Node root;
      root.boxes = terrain_.start();
      root.keeper = mover_.flood(terrain_.board().keeper());
      add(root);
    }
    std::uint64_t left = turn.nodes;
    for (; solved_ == none && left > 0 && turn.matters(); ++turn_) {
      const std::uint32_t cell =
          turn_ % 2 == 0 && best_cell_ != Cells::none && !cells_.empty(best_cell_) ? best_cell_ : cells_.next();
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

  /// Boxes of the start for which the plan has no step.
  [[nodiscard]] int out_at_start() { return out_of_plan(terrain_.start(), packed(terrain_.start())); }

  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] bool full() const { return full_; }  ///< it has no room to go on
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return nodes_.bytes() + options_.bytes() + children_.capacity() * sizeof(Child) + cells_.bytes() +
           2 * seen_.bytes();
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint32_t boxes_between_checks = 4;

  struct Node {
    Bits<W> boxes{};
    Square keeper = 0;
    Square from = 0, to = 0;
    Direction side{};
    std::uint16_t weight = 0;
    std::uint32_t parent = none;
    std::uint32_t cell = 0;
    std::uint32_t first = 0, count = 0, next = 0;  ///< its options, and which of them comes next
    std::uint16_t packed = 0, regions = 0, links = 0, out = 0, blockers = 0;
    std::uint64_t best_features = ~std::uint64_t{0};
  };
  struct Option {
    Square from, to;
    Direction side;
    std::uint8_t weight;
  };
  struct Child {
    Option option;
    std::uint16_t packed, regions, links, out, steps;
    [[nodiscard]] auto order() const {
      return std::tuple(-static_cast<int>(packed), regions, links, out, steps, option.from, option.to, option.side);
    }
  };

  [[nodiscard]] int packed(const Bits<W>& boxes) const {
    for (std::size_t i = plan_.stages.size(); i-- > 0;)
      if (plan_.stages[i].within(boxes)) return static_cast<int>(i);
    return 0;
  }
  /// Boxes for which no step of the plan is left, each step being served by one box.
  [[nodiscard]] int out_of_plan(const Bits<W>& boxes, int packed) {
    return count_out(boxes - plan_.stages[static_cast<std::size_t>(packed)],
                     packed >= 63 ? 0 : needed_ & ~((std::uint64_t{2} << packed) - 1));
  }
  int count_out(const Bits<W>& boxes, std::uint64_t steps) {
    loose_.clear();
    boxes.for_each([&](Square b) { loose_.push_back(serves_[b] & steps); });
    step_of_.fill(-1);
    int out = 0;
    for (std::size_t i = 0; i < loose_.size(); ++i) {
      std::uint64_t tried = 0;
      out += serve(i, tried) ? 0 : 1;
    }
    return out;
  }
  /// The boxes that may serve the next step without leaving more boxes out of the plan than there are.
  Bits<W> servants(const Node& node, const Bits<W>& fixed) {
    Bits<W> found{};
    const auto next = std::uint64_t{1} << (node.packed + 1);
    if (node.packed >= 62 || (needed_ & next) == 0) return node.boxes - fixed;
    std::vector<std::pair<std::uint64_t, bool>> known;
    (node.boxes - fixed).for_each([&](Square b) {
      if ((serves_[b] & next) == 0) return;
      const std::uint64_t mask = serves_[b];
      auto entry = std::ranges::find(known, mask, &std::pair<std::uint64_t, bool>::first);
      if (entry == known.end()) {
        Bits<W> others = node.boxes;
        others.remove(b);
        const Bits<W>& stage = plan_.stages[node.packed];
        const int out = count_out(others - stage, needed_ & ~((std::uint64_t{4} << node.packed) - 1));
        known.emplace_back(mask, out <= node.out);
        entry = known.end() - 1;
      }
      if (entry->second) found.add(b);
    });
    return found.empty() ? node.boxes - fixed : found;
  }
  bool serve(std::size_t i, std::uint64_t& tried) {
    for (std::uint64_t rest = loose_[i] & ~tried; rest != 0; rest = loose_[i] & ~tried) {
      const auto step = static_cast<std::size_t>(std::countr_zero(rest));
      tried |= std::uint64_t{1} << step;
      if (step_of_[step] >= 0 && !serve(static_cast<std::size_t>(step_of_[step]), tried)) continue;
      step_of_[step] = static_cast<int>(i);
      return true;
    }
    return false;
  }

  [[nodiscard]] std::uint64_t features(const Node& node) const {
    return std::uint64_t{node.out} << 56 | std::uint64_t(0xffff - node.packed) << 40 |
           std::uint64_t{node.blockers} << 32 | std::uint64_t{node.regions} << 16 | node.links;
  }

  void add(Node node) {
    mover_.load(node.boxes);
    mover_.flood(node.keeper);
    node.packed = static_cast<std::uint16_t>(packed(node.boxes));
    std::vector<std::uint16_t> in_link(static_cast<std::size_t>(terrain_.links()), 0);
    node.links = 0;
    node.boxes.for_each([&](Square b) {
      if (terrain_.link(b) >= 0 && in_link[static_cast<std::size_t>(terrain_.link(b))]++ == 0) ++node.links;
    });
    node.out = static_cast<std::uint16_t>(out_of_plan(node.boxes, node.packed));
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    node.regions = static_cast<std::uint16_t>(mover_.count_regions());
    outlook_ = {};
    if (manner_.outlook && std::size_t{node.packed} + 1 < plan_.stages.size()) {
      const Bits<W>& now = plan_.stages[node.packed];
      const Bits<W> wanted = plan_.stages[node.packed + 1U] - now;
      Square target = no_square;
      wanted.for_each([&](Square s) { target = s; });
      const Bits<W> fixed = now & plan_.stages[node.packed + 1U];
      if (target != no_square)
        outlook_ = scout_.look(node.boxes, fixed, servants(node, fixed), target, node.keeper, mover_);
    }
    node.blockers = static_cast<std::uint16_t>(outlook_.blockers);
    const auto verdict = deadlocks_->corrals(node.boxes, mover_, node.keeper, corral_effort);
    if (verdict.lost) return;
    children_.clear();
    (verdict.restricted ? verdict.first : node.boxes).for_each([&](Square b) {
      if (!pulse_.goes_on()) return;
      mover_.template carries<Mode::push>(b, terrain_.live(), [&](const Carry& carry) {
        Child child{{b, carry.to, carry.side, 1}, 0, carry.regions, 0, 0, carry.steps};
        Bits<W> boxes = node.boxes;
        boxes.remove(b);
        boxes.add(carry.to);
        child.packed = static_cast<std::uint16_t>(packed(boxes));
        int links = node.links;
        const int from_link = terrain_.link(b), to_link = terrain_.link(carry.to);
        if (from_link != to_link) {
          if (from_link >= 0 && in_link[static_cast<std::size_t>(from_link)] == 1) --links;
          if (to_link >= 0 && in_link[static_cast<std::size_t>(to_link)] == 0) ++links;
        }
        child.links = static_cast<std::uint16_t>(links);
        child.out = child.packed == node.packed && serves_[b] == serves_[carry.to]
                        ? node.out
                        : static_cast<std::uint16_t>(out_of_plan(boxes, child.packed));
        children_.push_back(child);
      });
    });
    if (meter_.limit() != Limit::none) return;
    std::ranges::sort(children_, {}, &Child::order);
    advise(node);
    std::ranges::stable_sort(children_, {}, [](const Child& c) { return c.option.weight; });
    node.first = static_cast<std::uint32_t>(options_.size());
    node.count = static_cast<std::uint32_t>(children_.size());
    node.next = 0;
    for (const Child& child : children_) options_.push(child.option);
    node.best_features = manner_.own_cell ? features(node) : std::min(node.best_features, features(node));
    node.cell = cells_.at(node.best_features);
    nodes_.push(node);
    if (node.boxes == terrain_.goals()) solved_ = index;
    if (best_cell_ == Cells::none || features(node) < best_score_) {
      best_score_ = features(node);
      best_cell_ = node.cell;
    }
    queue(index);
  }

  void advise(const Node& node) {
    if (children_.empty()) return;
    const auto pick = [&](auto better, auto value) {
      Child* best = nullptr;
      for (Child& child : children_) {
        if (child.packed < node.packed || !better(child)) continue;
        if (best == nullptr || value(child) < value(*best)) best = &child;
      }
      if (best != nullptr) best->option.weight = 0;
    };
    pick([&](const Child& c) { return c.packed > node.packed; },
         [](const Child& c) { return std::tuple(c.out, -int{c.packed}, c.regions, c.links, c.steps); });
    pick([&](const Child& c) { return c.regions < node.regions; },
         [](const Child& c) { return std::tuple(c.regions, c.links, c.steps); });
    pick([&](const Child& c) { return c.links < node.links; },
         [](const Child& c) { return std::tuple(c.links, c.regions, c.steps); });
    pick([&](const Child& c) { return c.out < node.out; },
         [](const Child& c) { return std::tuple(c.out, c.regions, c.steps); });
    if (!outlook_.in_the_way.empty())
      pick([&](const Child& c) { return outlook_.in_the_way.has(c.option.from) && !outlook_.path.has(c.option.to); },
           [](const Child& c) { return std::tuple(c.regions, c.links, c.out, c.steps); });
    if (children_.size() <= 2) children_.front().option.weight = 0;
  }

  void queue(std::uint32_t index) {
    const Node& node = nodes_[index];
    if (node.next == node.count) return;
    cells_.add(node.cell,
               (std::uint64_t{node.weight} + options_[node.first + node.next].weight) << 40 |
                   (features(node) >> 16 & 0xffffff),
               index);
  }

  void expand(std::uint32_t index) {
    Node& node = nodes_[index];
    const Option option = options_[node.first + node.next++];
    queue(index);
    Node child = node;
    carry(child, index, option, mover_, terrain_);
    const auto seen = seen_.insert(position_key(child.boxes, child.keeper));
    if (seen && seen->inserted && !is_lost(*deadlocks_, child)) add(child);
  }

  static constexpr int corral_effort = 100;

  const Terrain<W>& terrain_;
  Plan<W> plan_;
  Manner manner_;
  std::vector<std::uint64_t> serves_, loose_;
  std::array<int, 64> step_of_{};
  std::uint64_t needed_ = 0;
  Deadlocks<W>* deadlocks_ = nullptr;  ///< lent for a turn
  Meter& meter_;
  Pulse pulse_;
  Mover<W> mover_;
  Scout<W> scout_;
  Outlook<W> outlook_{};
  Cells cells_;
  search::Chunked<Node> nodes_;
  search::Chunked<Option> options_;
  std::vector<Child> children_;
  search::KeyIndex<std::uint64_t> seen_{Budget::unlimited};
  std::uint64_t turn_ = 0, best_score_ = ~std::uint64_t{0};
  std::uint32_t best_cell_ = Cells::none, solved_ = none;
  bool exhausted_ = false, full_ = false;
};

}  // namespace nazo::sokoban::any
