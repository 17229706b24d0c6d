#include "genres/superpuzz/best/search.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "genres/superpuzz/best/seen.hpp"
#include "genres/superpuzz/best/unfold.hpp"

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
      : position_(start), settings_(settings), meter_(budget), seen_(budget.bytes), rng_(settings.seed, 0), expander_(start.columns) {}

  Outcome run() {
    State start = state_of(position_);
    settle(start);
    if (start.won()) return finish(search::Ending::solved);
    Action nothing;
    if (!expander_.passes(start, nothing)) return finish(search::Ending::unsolvable);
    for (;; ++outcome_.restarts) {
      until_restart_ = settings_.restart_unit * luby(outcome_.restarts + 1);
      switch (one_run(start)) {
        case Run::solved: return finish(search::Ending::solved);
        case Run::exhausted: return finish(search::Ending::unsolvable);
        case Run::out: return finish(search::Ending::unknown);
        case Run::restart: break;
      }
      for (const Frame& frame : frames_) seen_.interrupt(frame.state.key);
      frames_.clear();
      children_.clear();
    }
  }

 private:
  enum class Run { solved, exhausted, out, restart };
  struct Frame {
    State state;
    Action action;  ///< that led here
    std::uint32_t next, end;  ///< children not yet visited
  };

  Run one_run(const State& start) {
    if (const auto entered = enter(start, {}); entered != Entered::new_state) return entered == Entered::out ? Run::out : Run::exhausted;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == frame.end) {
        children_.resize(frame_begin());
        frames_.pop_back();
        continue;
      }
      const Child child = children_[frame.next++];
      State state = frame.state;
      apply(state, child.action);
      settle(state);
      if (state.won()) {
        last_ = child.action;
        return Run::solved;
      }
      switch (enter(state, child.action)) {
        case Entered::out: return Run::out;
        case Entered::known: ++outcome_.duplicates; break;
        case Entered::new_state:
          if (--until_restart_ == 0) return Run::restart;
          break;
      }
    }
    return Run::exhausted;
  }

  [[nodiscard]] std::uint32_t frame_begin() const { return frames_.size() < 2 ? 0 : frames_[frames_.size() - 2].end; }

  enum class Entered { new_state, known, out };
  Entered enter(const State& state, const Action& action) {
    switch (seen_.enter(state.key)) {
      case ClosedSet::Answer::full: meter_.out_of_memory(); return Entered::out;
      case ClosedSet::Answer::known: return Entered::known;
      case ClosedSet::Answer::fresh: break;
    }
    if (!meter_.spend()) return Entered::out;
    ++outcome_.expanded;
    const auto begin = static_cast<std::uint32_t>(children_.size());
    expander_.expand(state, seen_, children_);
    if (outcome_.restarts > 0)
      for (std::size_t i = begin; i < children_.size(); ++i) children_[i].score = children_[i].score * 16 + static_cast<int>(rng_() & 63);
    std::stable_sort(children_.begin() + begin, children_.end(), [](const Child& a, const Child& b) { return a.score > b.score; });
    frames_.push_back({state, action, begin, static_cast<std::uint32_t>(children_.size())});
    return Entered::new_state;
  }

  Outcome finish(search::Ending ending) {
    outcome_.ending = ending;
    outcome_.limit = ending == search::Ending::unknown ? meter_.limit() : Limit::none;
    outcome_.nodes = std::max<std::uint64_t>(1, seen_.size());
    outcome_.peak_bytes = seen_.bytes();
    outcome_.reopened = seen_.reopened();
    outcome_.tests = expander_.counts();
    if (ending == search::Ending::solved) {
      std::vector<Action> actions;
      for (std::size_t i = 1; i < frames_.size(); ++i) actions.push_back(frames_[i].action);
      if (!frames_.empty()) actions.push_back(last_);
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
  std::vector<Frame> frames_;
  std::vector<Child> children_;
  std::uint64_t until_restart_ = 0;
  Action last_{};
  Outcome outcome_;
};

}  // namespace

Outcome search(const Position& start, const Budget& budget, const Settings& settings) { return Search(start, budget, settings).run(); }

}  // namespace nazo::superpuzz::best
