#include "genres/superpuzz/solve/best/search.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "genres/superpuzz/solve/best/unfold.hpp"

namespace nazo::superpuzz::best {

namespace {

/// Luby, Sinclair and Zuckerman's sequence 1 1 2 1 1 2 4 …, from n = 1.
std::uint64_t luby(std::uint64_t n) {
  for (;;) {
    const int bits = static_cast<int>(std::bit_width(n + 1)) - 1;
    if (n == (std::uint64_t{1} << bits) - 1) return std::uint64_t{1} << (bits - 1);
    n -= (std::uint64_t{1} << bits) - 1;
  }
}

class Search {
 public:
  Search(const Position& start, const Budget& budget, const Settings& settings)
      : position_(start),
        settings_(settings),
        meter_(budget),
        seen_(budget.bytes, settings.key_bits, &meter_),
        rng_(settings.seed, 0),
        expander_(start.columns) {}

  Outcome run() {
    Node start = expander_.start(state_of(position_));
    if (start.state.won()) return finish(search::Ending::solved);
    if (!expander_.passes(start)) return finish(search::Ending::unsolvable);
    for (;; ++outcome_.restarts) {
      until_restart_ = settings_.restart_unit * luby(outcome_.restarts + 1);
      switch (one_run(start)) {
        case Run::solved:
          return finish(search::Ending::solved);
        case Run::exhausted:
          return finish(search::Ending::unsolvable);
        case Run::out:
          return finish(search::Ending::unknown);
        case Run::restart:
          break;
      }
      for (const Frame& frame : path_) seen_.interrupt(frame.key);
      path_.clear();
      nodes_.clear();
      seen_.leave_room(0);
    }
  }

 private:
  /// Children beside the path that are not counted as memory (2 MB); hardly ever there are more.
  static constexpr std::size_t free_nodes = 1 << 13;

  enum class Run { solved, exhausted, out, restart };
  /// A state on the path: its children that have not been visited are nodes_[next] … nodes_[end − 1].
  struct Frame {
    Key128 key;
    Action action;
    std::size_t next, end;
  };

  Run one_run(const Node& start) {
    if (const Entered entered = enter(start); entered != Entered::new_state)
      return entered == Entered::out ? Run::out : Run::exhausted;
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next == frame.end) {
        path_.pop_back();
        nodes_.resize(path_.empty() ? 0 : path_.back().end);
        continue;
      }
      const Node node = nodes_[frame.next++];
      if (node.state.won()) {
        last_ = node.action;
        return Run::solved;
      }
      switch (enter(node)) {
        case Entered::out:
          return Run::out;
        case Entered::known:
          ++outcome_.duplicates;
          break;
        case Entered::new_state:
          if (nodes_.size() > free_nodes && !has_room_for_path()) return Run::out;
          if (--until_restart_ > 0) break;
          if (seen_.may_interrupt(path_.size())) return Run::restart;
          until_restart_ = Budget::unlimited;  // restarts are a luxury
          break;
      }
    }
    return Run::exhausted;
  }

  bool has_room_for_path() {
    // A list that grows stands beside the old one for a moment.
    seen_.leave_room(2 * nodes_.size() * sizeof(Node));
    if (seen_.bytes() <= meter_.budget().bytes) return true;
    meter_.out_of_memory();
    return false;
  }

  enum class Entered { new_state, known, out };
  Entered enter(const Node& node) {
    switch (seen_.enter(node.state.key)) {
      case ClosedSet::Answer::full:
        if (meter_.limit() == Limit::none) meter_.out_of_memory();
        return Entered::out;
      case ClosedSet::Answer::known:
        return Entered::known;
      case ClosedSet::Answer::fresh:
        break;
    }
    if (!meter_.spend()) return Entered::out;
    ++outcome_.expanded;
    const std::size_t begin = nodes_.size();
    expander_.expand(node, seen_, nodes_);
    // The first run goes by the score alone, later ones with noise of up to eight points.
    if (outcome_.restarts > 0)
      for (std::size_t i = begin; i < nodes_.size(); ++i)
        nodes_[i].score = nodes_[i].score * 8 + static_cast<int>(rng_() & 63);
    for (std::size_t i = begin + 1; i < nodes_.size(); ++i)
      for (std::size_t j = i; j > begin && nodes_[j].score > nodes_[j - 1].score; --j)
        std::swap(nodes_[j], nodes_[j - 1]);
    path_.push_back({node.state.key, node.action, begin, nodes_.size()});
    return Entered::new_state;
  }

  Outcome finish(search::Ending ending) {
    outcome_.ending = ending;
    outcome_.limit = ending == search::Ending::unknown ? meter_.limit() : Limit::none;
    outcome_.counts = expander_.counts();
    outcome_.nodes = expander_.counts().generated;
    outcome_.stored = seen_.size();
    outcome_.reopened = seen_.reopened();
    outcome_.peak_bytes = seen_.bytes();
    if (ending == search::Ending::solved) {
      std::vector<Action> actions;
      for (std::size_t i = 1; i < path_.size(); ++i) actions.push_back(path_[i].action);
      if (!path_.empty()) actions.push_back(last_);
      outcome_.solution = without_loops(position_, unfold(position_, actions));
    }
    return std::move(outcome_);
  }

  const Position& position_;
  Settings settings_;
  Meter meter_;
  Seen seen_;
  Rng rng_;
  Expander expander_;
  std::vector<Frame> path_;
  std::vector<Node> nodes_;
  std::uint64_t until_restart_ = 0;
  Action last_{};
  Outcome outcome_;
};

}  // namespace

Outcome search(const Position& start, const Budget& budget, const Settings& settings) {
  return Search(start, budget, settings).run();
}

}  // namespace nazo::superpuzz::best
