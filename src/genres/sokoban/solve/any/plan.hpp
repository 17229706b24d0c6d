// In which order to fill the goals: found backwards, by pulling boxes off the goals and taking them away.
//
// From the solved position boxes are pulled until they stand where boxes come from at the start; there they are taken
// off the board, so that which box goes where does not matter. The way back read forwards is the plan: a list of box
// sets, each with one more box in place (or one moved on) than the one before.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "base/pulse.hpp"
#include "genres/sokoban/solve/any/cells.hpp"
#include "genres/sokoban/solve/any/mover.hpp"
#include "search/chunked.hpp"
#include "search/key_index.hpp"

namespace nazo::sokoban::any {

template <int W>
struct Plan {
  /// stage[i]: squares that hold boxes after i steps; the last stage is the goals.
  std::vector<Bits<W>> stages;
  bool complete = false;  ///< every box was taken away or stands where one stands at the start
};

template <int W>
class Planner {
 public:
  /// Different seeds give different plans; 0 takes the nearest box away first.
  Planner(const Terrain<W>& terrain, Meter& meter, std::uint64_t seed = 0)
      : terrain_(terrain), meter_(meter), pulse_(meter, boxes_between_checks), mover_(terrain), seed_(seed) {
    find_sinks();
  }

  /// Searches until every box is away, or back where boxes stand at the start, or this many nodes were made, or they
  /// take this many bytes.
  Plan<W> run(std::uint64_t most_nodes, std::uint64_t most_bytes) {
    add_roots();
    for (std::uint64_t turn = 0; best_left_ > 0 && nodes_.size() < most_nodes && bytes() <= most_bytes; ++turn) {
      std::uint32_t cell =
          turn % 2 == 0 && best_cell_ != Cells::none && !cells_.empty(best_cell_) ? best_cell_ : cells_.next();
      if (cell == Cells::none || !meter_.spend()) break;
      expand(cells_.pop(cell));
    }
    return read_plan();
  }

 private:
  struct Node {
    Bits<W> boxes;
    Square keeper;
    std::uint16_t weight;
    std::uint32_t parent;
    std::uint32_t cell;
    std::uint32_t first, count, next;  ///< its options, and which of them comes next
    std::uint16_t left, regions, links;
  };
  struct Option {
    std::uint32_t score;
    Square from, to;
    Direction side;
    bool away;
    std::uint8_t weight;
  };

  /// Where boxes may be taken away: start squares, and squares of their groups that are far from the goals. Squares of
  /// a group are one class: what is taken away on one of them might as well have stood on another.
  void find_sinks() {
    const auto& board = terrain_.board();
    class_of_.assign(terrain_.squares(), -1);
    std::vector<int> class_of_group(terrain_.squares() + 1, -1);
    for (const Square b : board.boxes()) {
      const int group = terrain_.group(b);
      if (group < 0) {
        if (!board.is_goal(b)) class_of_[b] = classes_++;
        continue;
      }
      int& number = class_of_group[static_cast<std::size_t>(group)];
      if (number < 0) number = classes_++;
      if (!board.is_goal(b)) class_of_[b] = number;
    }
    for (std::size_t i = 0; i < terrain_.squares(); ++i) {
      const auto s = static_cast<Square>(i);
      if (terrain_.sources(s).meets(terrain_.start())) reachable_.add(s);
      if (board.is_goal(s) || terrain_.group(s) < 0 || class_of_group[static_cast<std::size_t>(terrain_.group(s))] < 0)
        continue;
      std::uint16_t nearest = far;
      for (const Square g : board.goals()) nearest = std::min(nearest, terrain_.pushes(s, g));
      if (nearest >= near_goal) class_of_[s] = class_of_group[static_cast<std::size_t>(terrain_.group(s))];
    }
    // Which start boxes can come to a class.
    starts_for_class_.assign(static_cast<std::size_t>(classes_), {});
    for (std::size_t s = 0; s < terrain_.squares(); ++s)
      if (class_of_[s] >= 0)
        starts_for_class_[static_cast<std::size_t>(class_of_[s])] =
            starts_for_class_[static_cast<std::size_t>(class_of_[s])] |
            (terrain_.sources(static_cast<Square>(s)) & terrain_.start());
  }

  /// Can every box, taken away or not, be one of the start's?
  bool assignable(const Bits<W>& boxes, const std::vector<std::uint8_t>& away) {
    wanted_.clear();
    boxes.for_each([&](Square b) { wanted_.push_back(terrain_.sources(b) & terrain_.start()); });
    for (std::size_t c = 0; c < away.size(); ++c)
      for (int i = 0; i < away[c]; ++i) wanted_.push_back(starts_for_class_[c]);
    taken_.assign(terrain_.squares(), -1);
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      Bits<W> tried{};
      if (!assign(i, tried)) return false;
    }
    return true;
  }
  bool assign(std::size_t i, Bits<W>& tried) {
    bool done = false;
    wanted_[i].for_each([&](Square s) {
      if (done || tried.has(s)) return;
      tried.add(s);
      if (taken_[s] >= 0 && !assign(static_cast<std::size_t>(taken_[s]), tried)) return;
      taken_[s] = static_cast<int>(i);
      done = true;
    });
    return done;
  }

  void add_roots() {
    mover_.load(terrain_.goals());
    Bits<W> done{};
    for (std::size_t i = 0; i < terrain_.squares(); ++i) {
      const auto s = static_cast<Square>(i);
      if (mover_.has_box(s) || done.has(s)) continue;
      const Square keeper = mover_.flood(s);
      for (const Square r : mover_.reached_squares()) done.add(r);
      add({.boxes = terrain_.goals(),
           .keeper = keeper,
           .weight = 0,
           .parent = none,
           .cell = 0,
           .first = 0,
           .count = 0,
           .next = 0,
           .left = 0,
           .regions = 0,
           .links = 0},
          std::vector<std::uint8_t>(static_cast<std::size_t>(classes_), 0));
      mover_.load(terrain_.goals());
    }
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint16_t near_goal = 6;
  static constexpr std::uint32_t boxes_between_checks = 4;

  [[nodiscard]] std::uint64_t bytes() const {
    return nodes_.bytes() + options_.bytes() + found_.capacity() * sizeof(Option) + away_.capacity() + cells_.bytes() +
           2 * seen_.bytes();
  }

  void add(Node node, const std::vector<std::uint8_t>& away_counts) {
    std::uint64_t key = node.boxes.hash() ^ mix64(node.keeper);
    for (const std::uint8_t n : away_counts) key = mix64(key ^ n);
    const auto seen = seen_.insert(key);
    if (!seen || !seen->inserted) return;
    mover_.load(node.boxes);
    mover_.flood(node.keeper);
    node.left = static_cast<std::uint16_t>((node.boxes - terrain_.start()).count());
    node.regions = static_cast<std::uint16_t>(mover_.count_regions());
    count_links(node);
    const int on_goals = (node.boxes & terrain_.goals()).count();
    if (!find_options(node, on_goals)) return;
    weigh_options(node);
    node.first = static_cast<std::uint32_t>(options_.size());
    node.count = static_cast<std::uint32_t>(found_.size());
    node.next = 0;
    for (const Option& option : found_) options_.push(option);
    away_.insert(away_.end(), away_counts.begin(), away_counts.end());
    const std::uint64_t features = std::uint64_t{node.left} << 48 | static_cast<std::uint64_t>(on_goals) << 32 |
                                   std::uint64_t{node.regions} << 16 | node.links;
    node.cell = cells_.at(features);
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push(node);
    if (node.left < best_left_) {
      best_left_ = node.left;
      best_ = index;
      best_cell_ = node.cell;
    }
    queue(index);
  }

  /// Boxes in each corridor, and how many corridors have some.
  void count_links(Node& node) {
    in_link_.assign(static_cast<std::size_t>(terrain_.links()), 0);
    node.links = 0;
    node.boxes.for_each([&](Square b) {
      if (terrain_.link(b) >= 0 && in_link_[static_cast<std::size_t>(terrain_.link(b))]++ == 0) ++node.links;
    });
  }
  /// How many corridors are blocked after a box went from one square to another, or was taken away.
  [[nodiscard]] int links_after(int links, const Carry& carry, bool away) const {
    const int left = terrain_.link(carry.from), entered = away ? -1 : terrain_.link(carry.to);
    if (left >= 0 && in_link_[static_cast<std::size_t>(left)] == 1) --links;
    if (entered < 0) return links;
    const int now = in_link_[static_cast<std::size_t>(entered)];
    return now == 0 || (now == 1 && left == entered) ? links + 1 : links;
  }

  // An option's score holds what the advisers compare.
  static constexpr unsigned regions_at = 15, links_at = 8;
  [[nodiscard]] static std::uint32_t regions_in(const Option& option) { return option.score >> regions_at & 127; }
  [[nodiscard]] static std::uint32_t links_in(const Option& option) { return option.score >> links_at & 127; }

  [[nodiscard]] std::uint32_t score_of(const Carry& carry, bool away, int goals, int links) const {
    const auto clip = [](int v, int most) { return static_cast<std::uint32_t>(std::clamp(v, 0, most)); };
    const std::uint32_t score = (away ? 0U : 1U) << 30 | clip(goals, 255) << 22 |
                                clip(carry.regions, 127) << regions_at | clip(links, 127) << links_at |
                                clip(carry.steps, 255);
    if (!away || seed_ == 0) return score;
    return (score & 0x007fffffU) | static_cast<std::uint32_t>(mix64(seed_ * 1000 + carry.from) & 127) << 23;
  }

  /// Everything that can be done in the node that is loaded, into `found_`. False if a limit ran out.
  bool find_options(const Node& node, int on_goals) {
    found_.clear();
    node.boxes.for_each([&](Square b) {
      if (!pulse_.goes_on()) return;
      std::uint64_t taken = 0;
      mover_.template carries<Mode::pull>(b, reachable_, [&](const Carry& carry) {
        const bool away = class_of_[carry.to] >= 0;
        if (away) {
          const std::uint64_t one = std::uint64_t{1} << (class_of_[carry.to] % 64);
          if ((taken & one) != 0) return;
          taken |= one;
        }
        const bool to_goal = !away && terrain_.goals().has(carry.to);
        const int goals = on_goals - (terrain_.goals().has(b) ? 1 : 0) + (to_goal ? 1 : 0);
        const int links = links_after(node.links, carry, away);
        found_.push_back({score_of(carry, away, goals, links), b, carry.to, carry.side, away, 1});
      });
    });
    return meter_.limit() == Limit::none;
  }

  /// The best option and those that the advisers name (fewest regions, fewest blocked corridors) weigh nothing; they
  /// come first.
  void weigh_options(const Node& node) {
    std::ranges::sort(found_, [](const Option& a, const Option& b) {
      return std::tuple(a.score, a.from, a.to, a.side) < std::tuple(b.score, b.from, b.to, b.side);
    });
    if (!found_.empty()) found_.front().weight = 0;
    Option* least_regions = nullptr;
    Option* least_links = nullptr;
    for (Option& option : found_) {
      const std::uint32_t regions = regions_in(option), links = links_in(option);
      if (regions < node.regions && (least_regions == nullptr || regions < regions_in(*least_regions)))
        least_regions = &option;
      if (links < node.links && (least_links == nullptr || links < links_in(*least_links))) least_links = &option;
    }
    if (least_regions != nullptr) least_regions->weight = 0;
    if (least_links != nullptr) least_links->weight = 0;
    std::ranges::stable_sort(found_, [](const Option& a, const Option& b) { return a.weight < b.weight; });
  }

  void queue(std::uint32_t index) {
    const Node& node = nodes_[index];
    if (node.next == node.count) return;
    cells_.add(node.cell, std::uint64_t{node.weight} + options_[node.first + node.next].weight, index);
  }

  void expand(std::uint32_t index) {
    Node& node = nodes_[index];
    const Option option = options_[node.first + node.next++];
    queue(index);
    Node child = nodes_[index];
    child.parent = index;
    child.weight = static_cast<std::uint16_t>(child.weight + option.weight);
    child.boxes.remove(option.from);
    const Square stand = terrain_.next(option.to, option.side);
    const auto own = away_.begin() + static_cast<std::ptrdiff_t>(index * static_cast<std::size_t>(classes_));
    std::vector<std::uint8_t> away_counts(own, own + classes_);
    if (option.away) {
      ++away_counts[static_cast<std::size_t>(class_of_[option.to])];
    } else {
      child.boxes.add(option.to);
    }
    if (!assignable(child.boxes, away_counts)) return;
    mover_.load(child.boxes);
    child.keeper = mover_.flood(stand);
    add(child, away_counts);
  }

  Plan<W> read_plan() {
    Plan<W> plan;
    plan.complete = best_left_ == 0;
    for (std::uint32_t at = best_; at != none; at = nodes_[at].parent) plan.stages.push_back(nodes_[at].boxes);
    // From the best node to the root is from fewest boxes to all of them: forward order already.
    return plan;
  }

  const Terrain<W>& terrain_;
  Meter& meter_;
  Pulse pulse_;
  Mover<W> mover_;
  std::uint64_t seed_;
  Bits<W> reachable_{};
  std::vector<int> class_of_;  ///< of squares where boxes may be taken away, else −1
  int classes_ = 0;
  std::vector<Bits<W>> starts_for_class_, wanted_;
  std::vector<int> taken_;
  std::vector<std::uint8_t> away_;  ///< of each node: how many were taken away in each class
  Cells cells_;
  search::Chunked<Node> nodes_;
  search::Chunked<Option> options_;
  std::vector<Option> found_;           ///< the options of the node that is being made
  std::vector<std::uint16_t> in_link_;  ///< boxes in each corridor there
  search::KeyIndex<std::uint64_t> seen_{Budget::unlimited};
  int best_left_ = 1 << 20;
  std::uint32_t best_ = none, best_cell_ = Cells::none;
};

}  // namespace nazo::sokoban::any
