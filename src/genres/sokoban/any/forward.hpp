// Feature-space search from the start: carries, cells, advisers. Aims at the stages of a plan.
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "base/budget.hpp"
#include "genres/sokoban/any/cells.hpp"
#include "genres/sokoban/any/deadlock.hpp"
#include "genres/sokoban/any/mover.hpp"
#include "genres/sokoban/any/plan.hpp"

namespace nazo::sokoban::any {

template <int W>
class Forward {
 public:
  Forward(const Terrain<W>& terrain, Plan<W> plan, Deadlocks<W>& deadlocks, Meter& meter)
      : terrain_(terrain), plan_(std::move(plan)), deadlocks_(deadlocks), meter_(meter), mover_(terrain) {
    for (const Bits<W>& stage : plan_.stages) {
      // Where a box is out of plan once this stage stands: no goal can be reached from there any more.
      Bits<W> reachable{};
      const Bits<W> open = terrain.goals() - stage;
      open.for_each([&](Square g) { reachable = reachable | sources_with(g, stage); });
      out_.push_back((terrain.all() - reachable) - stage);
    }
  }

  /// Goes on for this many nodes; the pushes of a solution if one was found.
  std::optional<std::vector<Push>> run(std::uint64_t more_nodes) {
    if (nodes_.empty()) {
      mover_.load(terrain_.start());
      Node root;
      root.boxes = terrain_.start();
      root.keeper = mover_.flood(terrain_.board().keeper());
      add(root);
    }
    const std::uint64_t most = nodes_.size() + more_nodes;
    for (; solved_ == none && nodes_.size() < most; ++turn_) {
      const std::uint32_t cell = turn_ % 2 == 0 && best_cell_ != Cells::none && !cells_.empty(best_cell_) ? best_cell_ : cells_.next();
      if (cell == Cells::none) {
        exhausted_ = true;
        break;
      }
      if (!meter_.spend()) break;
      expand(cells_.pop(cell));
    }
    if (solved_ == none) return std::nullopt;
    return pushes_to(solved_);
  }

  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::size_t cells() const { return cells_.size(); }
  [[nodiscard]] int best_packed() const { return best_packed_; }
  [[nodiscard]] const Bits<W>& best_boxes() const { return nodes_[best_].boxes; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Node {
    Bits<W> boxes{};
    Square keeper = 0;
    Square from = 0, to = 0;
    Direction side{};
    std::uint16_t weight = 0;
    std::uint32_t parent = none;
    std::uint32_t first = 0;
    std::uint16_t count = 0, next = 0;
    std::uint16_t packed = 0, regions = 0, links = 0, out = 0;
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
    [[nodiscard]] auto order() const { return std::tuple(-static_cast<int>(packed), regions, links, out, steps, option.from, option.to, option.side); }
  };

  Bits<W> sources_with(Square goal, const Bits<W>& walls) const {
    Bits<W> sources{};
    std::vector<std::uint8_t> sides(terrain_.squares(), 0);
    std::vector<std::uint32_t> queue;
    const auto reach = [&](Square square, Direction side) {
      for (const Direction d : directions) {
        const Square near = terrain_.next(square, d);
        if (near == no_square || walls.has(near) || (sides[square] >> static_cast<unsigned>(d) & 1) != 0 || !terrain_.board().joined(square, side, d)) continue;
        sides[square] = static_cast<std::uint8_t>(sides[square] | 1U << static_cast<unsigned>(d));
        queue.push_back(static_cast<std::uint32_t>(4 * square) + static_cast<std::uint32_t>(d));
      }
      sources.add(square);
    };
    sources.add(goal);
    for (const Direction d : directions)
      if (terrain_.next(goal, d) != no_square && !walls.has(terrain_.next(goal, d))) reach(goal, d);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const auto side = static_cast<Direction>(queue[i] % 4);
      const Square to = terrain_.next(static_cast<Square>(queue[i] / 4), side);
      const Square back = terrain_.next(to, side);
      if (back != no_square && !walls.has(back)) reach(to, side);
    }
    return sources;
  }

  [[nodiscard]] int packed(const Bits<W>& boxes) const {
    for (std::size_t i = plan_.stages.size(); i-- > 0;)
      if (plan_.stages[i].within(boxes)) return static_cast<int>(i);
    return 0;
  }
  [[nodiscard]] int out_of_plan(const Bits<W>& boxes, int packed) const {
    // The next stage at which the zone changes; boxes that the steps up to it use may come from there.
    const auto now = static_cast<std::size_t>(packed);
    std::size_t next = now + 1;
    while (next < out_.size() && out_[next] == out_[now]) ++next;
    if (next >= out_.size()) return 0;
    const int there = ((boxes - plan_.stages[now]) & out_[next]).count();
    return std::max(0, there - static_cast<int>(next - now));
  }

  [[nodiscard]] std::uint64_t features(const Node& node) const {
    return std::uint64_t(0xffff - node.packed) << 48 | std::uint64_t{node.regions} << 32 | std::uint64_t{node.links} << 16 | node.out;
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
    if (node.boxes == terrain_.goals()) solved_ = index;
    const auto verdict = deadlocks_.corrals(node.boxes, mover_, node.keeper, corral_effort);
    if (verdict.lost) return;
    node.regions = static_cast<std::uint16_t>(mover_.count_regions());

    children_.clear();
    (verdict.restricted ? verdict.first : node.boxes).for_each([&](Square b) {
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
        child.out = static_cast<std::uint16_t>(out_of_plan(boxes, child.packed));
        children_.push_back(child);
      });
    });
    std::ranges::sort(children_, {}, &Child::order);
    advise(node);
    std::ranges::stable_sort(children_, {}, [](const Child& c) { return c.option.weight; });
    node.first = static_cast<std::uint32_t>(options_.size());
    node.count = static_cast<std::uint16_t>(children_.size());
    node.next = 0;
    for (const Child& child : children_) options_.push_back(child.option);
    node.best_features = std::min(node.best_features, features(node));
    nodes_.push_back(node);
    const std::uint32_t cell = cells_.at(node.best_features);
    cell_of_.push_back(cell);
    if (best_cell_ == Cells::none || features(node) < best_score_) {
      best_score_ = features(node);
      best_cell_ = cell;
      best_ = index;
      best_packed_ = node.packed;
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
    pick([&](const Child& c) { return c.packed > node.packed; }, [](const Child& c) { return std::tuple(-int{c.packed}, c.regions, c.links, c.steps); });
    pick([&](const Child& c) { return c.regions < node.regions; }, [](const Child& c) { return std::tuple(c.regions, c.links, c.steps); });
    pick([&](const Child& c) { return c.links < node.links; }, [](const Child& c) { return std::tuple(c.links, c.regions, c.steps); });
    pick([&](const Child& c) { return c.out < node.out; }, [](const Child& c) { return std::tuple(c.out, c.regions, c.steps); });
    if (children_.size() <= 2) children_.front().option.weight = 0;
  }

  void queue(std::uint32_t index) {
    const Node& node = nodes_[index];
    if (node.next == node.count) return;
    cells_.add(cell_of_[index], (std::uint64_t{node.weight} + options_[node.first + node.next].weight) << 40 | (features(node) >> 32 & 0xffffff), index);
  }

  void expand(std::uint32_t index) {
    Node& node = nodes_[index];
    const Option option = options_[node.first + node.next++];
    queue(index);
    Node child = node;
    child.parent = index;
    child.weight = static_cast<std::uint16_t>(child.weight + option.weight);
    child.boxes.remove(option.from);
    child.boxes.add(option.to);
    child.from = option.from;
    child.to = option.to;
    child.side = option.side;
    mover_.load(child.boxes);
    child.keeper = mover_.flood(terrain_.next(option.to, option.side));
    if (!seen_.insert(child.boxes.hash() ^ mix64(child.keeper)).second) return;
    if (deadlocks_.frozen(child.boxes, option.to) || !deadlocks_.assignable(child.boxes)) return;
    add(child);
  }

  std::vector<Push> pushes_to(std::uint32_t index) {
    std::vector<std::uint32_t> path;
    for (; nodes_[index].parent != none; index = nodes_[index].parent) path.push_back(index);
    std::vector<Push> pushes;
    for (std::size_t i = path.size(); i-- > 0;) {
      const Node& node = nodes_[path[i]];
      const Node& before = nodes_[node.parent];
      mover_.load(before.boxes);
      mover_.flood(before.keeper);
      const auto part = mover_.pushes_of({node.from, node.to, node.side, 0, 0}, terrain_.live());
      pushes.insert(pushes.end(), part.begin(), part.end());
    }
    return pushes;
  }

  static constexpr int corral_effort = 100;

  const Terrain<W>& terrain_;
  Plan<W> plan_;
  std::vector<Bits<W>> out_;
  Deadlocks<W>& deadlocks_;
  Meter& meter_;
  Mover<W> mover_;
  Cells cells_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> cell_of_;
  std::vector<Option> options_;
  std::vector<Child> children_;
  std::unordered_set<std::uint64_t> seen_;
  std::uint64_t turn_ = 0, best_score_ = ~std::uint64_t{0};
  std::uint32_t best_cell_ = Cells::none, best_ = 0, solved_ = none;
  int best_packed_ = 0;
  bool exhausted_ = false;
};

}  // namespace nazo::sokoban::any
