#include "genres/superpuzz/solve/best/search.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <type_traits>
#include <unordered_set>

#include "base/parallel.hpp"
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

/// What the threads of a search share beside the states.
struct Team {
  std::atomic<bool> over = false;
  std::atomic<std::uint64_t> nodes_left;
  std::uint64_t path_bytes;  ///< for each of them
};

/// One thread's search. `Known` is Seen, or SharedSeen where there is a team.
template <class Known>
class Search {
  static constexpr bool shared = std::is_same_v<Known, SharedSeen>;

 public:
  Search(const Position& start, const Settings& settings, Meter& meter, Known& seen, Team* team, std::uint64_t number)
      : position_(start),
        settings_(settings),
        meter_(meter),
        seen_(seen),
        team_(team),
        number_(number),
        rng_(settings.seed, number),
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
      if constexpr (shared)
        on_path_.clear();
      else
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
    bool frozen;
    std::size_t next, end;
  };

  Run one_run(const Node& start) {
    if (const Entered entered = enter(start); entered != Entered::new_state)
      return entered == Entered::out ? Run::out : Run::exhausted;
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next == frame.end) {
        if constexpr (shared) {
          seen_.leave(frame.key);
          if (!frame.frozen) on_path_.erase(frame.key);
        }
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
          if (--until_restart_ == 0) return Run::restart;
          break;
      }
    }
    return Run::exhausted;
  }

  bool has_room_for_path() {
    // A list that grows stands beside the old one for a moment.
    const std::uint64_t bytes = 2 * nodes_.size() * sizeof(Node);
    if constexpr (shared) {
      if (bytes <= team_->path_bytes) return true;
    } else {
      seen_.leave_room(bytes);
      if (seen_.bytes() <= meter_.budget().bytes) return true;
    }
    meter_.out_of_memory();
    return false;
  }

  enum class Entered { new_state, known, out };
  Entered enter(const Node& node) {
    if constexpr (shared) {
      if (team_->over.load(std::memory_order_relaxed)) return Entered::out;
      // Frozen states never come again on a path.
      if (!node.state.frozen && on_path_.contains(node.state.key)) return Entered::known;
    }
    switch (seen_.enter(node.state.key)) {
      case ClosedSet::Answer::full:
        if (meter_.limit() == Limit::none) meter_.out_of_memory();
        return Entered::out;
      case ClosedSet::Answer::known:
        return Entered::known;
      case ClosedSet::Answer::fresh:
        break;
    }
    if (!spend()) return Entered::out;
    ++outcome_.expanded;
    const std::size_t begin = nodes_.size();
    expander_.expand(node, seen_, nodes_);
    // The first run goes by the score alone, later ones with noise of up to eight points.
    if (outcome_.restarts > 0 || number_ > 0)
      for (std::size_t i = begin; i < nodes_.size(); ++i)
        nodes_[i].score = nodes_[i].score * 8 + static_cast<int>(rng_() & 63);
    if constexpr (shared) {
      // Where another thread is at work comes last.
      for (std::size_t i = begin; i < nodes_.size() && nodes_.size() - begin > 1; ++i)
        if (seen_.busy(nodes_[i].state.key)) nodes_[i].score -= 1'000'000;
      if (!node.state.frozen) on_path_.insert(node.state.key);
    }
    for (std::size_t i = begin + 1; i < nodes_.size(); ++i)
      for (std::size_t j = i; j > begin && nodes_[j].score > nodes_[j - 1].score; --j)
        std::swap(nodes_[j], nodes_[j - 1]);
    path_.push_back({node.state.key, node.action, node.state.frozen, begin, nodes_.size()});
    return Entered::new_state;
  }

  bool spend() {
    if constexpr (shared) {
      // Taken from the team some at a time.
      if (nodes_granted_ == 0) {
        std::uint64_t left = team_->nodes_left.load();
        std::uint64_t taken = 0;
        do taken = std::min<std::uint64_t>(left, 64);
        while (taken > 0 && left != Budget::unlimited && !team_->nodes_left.compare_exchange_weak(left, left - taken));
        if (taken == 0) {
          out_of_nodes_ = true;
          return false;
        }
        nodes_granted_ = taken;
      }
      --nodes_granted_;
    }
    return meter_.spend();
  }

  Outcome finish(search::Ending ending) {
    if constexpr (shared)
      if (team_->over.exchange(true)) ending = search::Ending::unknown;  // another was first
    outcome_.ending = ending;
    if (ending == search::Ending::unknown) outcome_.limit = out_of_nodes_ ? Limit::nodes : meter_.limit();
    outcome_.counts = expander_.counts();
    outcome_.nodes = expander_.counts().generated;
    if constexpr (!shared) {
      outcome_.stored = seen_.size();
      outcome_.reopened = seen_.reopened();
      outcome_.peak_bytes = seen_.bytes();
    }
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
  Meter& meter_;
  Known& seen_;
  Team* team_;
  std::uint64_t number_;
  Rng rng_;
  Expander expander_;
  std::vector<Frame> path_;
  std::vector<Node> nodes_;
  std::uint64_t until_restart_ = 0;
  Action last_{};
  struct Hash {
    std::size_t operator()(const Key128& key) const { return static_cast<std::size_t>(key.low); }
  };
  std::unordered_set<Key128, Hash> on_path_;  ///< of a team: the states of the path that are not frozen
  std::uint64_t nodes_granted_ = 0;
  bool out_of_nodes_ = false;
  Outcome outcome_;
};

Outcome search_together(const Position& start, const Budget& budget, const Settings& settings) {
  const std::uint64_t paths = budget.bytes / 16;
  SharedSeen seen(budget.bytes - paths);
  Team team{.nodes_left = budget.nodes, .path_bytes = paths / settings.together};
  Budget each = budget;
  each.nodes = Budget::unlimited;
  std::vector<std::optional<Outcome>> outcomes(settings.together);
  parallel_for(settings.together, settings.together, [&](unsigned, std::uint64_t i) {
    Meter meter(each);
    outcomes[i] = Search<SharedSeen>(start, settings, meter, seen, &team, i).run();
  });
  // One ended first: by a solution, a proof or a limit.
  Outcome all;
  for (std::optional<Outcome>& outcome : outcomes) {
    if (outcome->ending != search::Ending::unknown) {
      all.ending = outcome->ending;
      all.solution = std::move(outcome->solution);
    }
    if (outcome->limit != Limit::none) all.limit = outcome->limit;
    all.nodes += outcome->nodes;
    all.expanded += outcome->expanded;
    all.duplicates += outcome->duplicates;
    all.restarts += outcome->restarts;
    all.counts.generated += outcome->counts.generated;
    all.counts.lost += outcome->counts.lost;
    all.counts.persistent += outcome->counts.persistent;
  }
  if (all.ending != search::Ending::unknown) all.limit = Limit::none;
  all.stored = seen.size();
  all.peak_bytes = seen.bytes();
  return all;
}

}  // namespace

Outcome search(const Position& start, const Budget& budget, const Settings& settings) {
  if (settings.together > 1 && budget.bytes >= SharedSeen::fewest_bytes)
    return search_together(start, budget, settings);
  Meter meter(budget);
  Seen seen(budget.bytes, &meter);
  return Search<Seen>(start, settings, meter, seen, nullptr, 0).run();
}

}  // namespace nazo::superpuzz::best
