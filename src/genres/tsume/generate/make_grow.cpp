// Our way to long problems: backwards from a mate, and mended where that does not go on.
//
// A problem of n plies is made longer by a step back. Where none is sound, one thing is changed (a piece added, moved,
// taken away, …) so that the problem stays sound and as long: that works for one change in five, and from there other
// steps back are possible. Problems wait in levels by their length. The deepest level is always worked on, but no level
// more often than `width` times, which is doubled when all have had their share: so the search digs first and comes
// back to shallower levels where it dug in vain.
//
// All that makes steps back sound is that there is little to choose from: few checks, few answers, little in hand. So
// narrow problems are taken first, and of the steps back those that leave little choice.
#include <algorithm>
#include <cmath>

#include "genres/tsume/generate/make.hpp"
#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::int64_t nodes_for_growing = 20'000'000;
constexpr std::int64_t patience = 4'000'000;  ///< nodes without a longer problem, after which another mate is thrown
constexpr std::int64_t patience_for_a_seedling = 1'000'000;  ///< the same while it is shorter than seven plies
constexpr int seedling = 7;
constexpr std::size_t most_mates = 8;
constexpr std::int64_t nodes_for_steps = 60'000, nodes_for_each_ply = 8'000;  ///< for all steps back from a problem
constexpr int most_steps = 8;
constexpr int changes_tried = 30, changes_kept = 3;
constexpr int most_visits = 4;  ///< to one problem: a step back, then changes
constexpr std::size_t most_waiting = 64;
constexpr int plies_looked_at = 8;
constexpr double penalty_for_a_visit = 1.5;

/// How little there is to choose from in the first moves, where the next step back will be made.
double narrowness(const Problem& problem) {
  Position p = problem.position;
  double bits = 0;
  int attacks = 0;
  for (std::size_t i = 0; i < problem.line.size() && i < plies_looked_at; ++i) {
    MoveList list;
    if (i % 2 == 0) {
      checks(p, list);
      bits += std::log2(std::max(1, list.size()));
      ++attacks;
    }
    p.make(problem.line[i]);
  }
  return -bits / attacks - problem.position.hand(Color::black).total();
}

struct Waiting {
  double score;
  Problem problem;
  int visits = 0;
};

/// All problems of one length.
class Level {
 public:
  /// False if its like is there already.
  bool add(Waiting waiting, bool like_counts) {
    if (like_counts && !seen_.insert(line_name(waiting.problem) + ' ' + write_start(waiting.problem)).second)
      return false;
    const auto place = std::ranges::upper_bound(waiting_, waiting.score, std::greater<>{}, &Waiting::score);
    waiting_.insert(place, std::move(waiting));
    if (waiting_.size() > most_waiting) waiting_.pop_back();
    return true;
  }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] int visits() const { return visits_; }
  Waiting take() {
    ++visits_;
    Waiting first = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    return first;
  }

 private:
  static std::string write_start(const Problem& problem) { return std::to_string(problem.position.board_key()); }

  std::vector<Waiting> waiting_;  // the best first
  std::set<std::string> seen_;
  int visits_ = 0;
};

class Growth {
 public:
  Growth(Workbench& bench, const Wish& wish) : bench_(bench), wish_(wish) {}

  /// Problems ever longer, the longest first.
  std::vector<Problem> from(Problem start, std::int64_t end) {
    record_at_ = bench_.prober.nodes();
    add(std::move(start));
    for (int width = 1; waiting_anywhere() && goes_on(end); width *= 2)
      for (std::size_t at = deepest(width); at < levels_.size() && goes_on(end); at = deepest(width)) visit(at);
    std::ranges::reverse(found_);
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool waiting_anywhere() const {
    return std::ranges::any_of(levels_, [](const Level& level) { return !level.empty(); });
  }

  [[nodiscard]] bool goes_on(std::int64_t end) {
    if (length_ + 2 > wish_.plies.most) return false;
    return bench_.goes_on(std::min(end, record_at_ + (length_ < seedling ? patience_for_a_seedling : patience)));
  }

  /// The deepest level with something to do that was not visited so often.
  [[nodiscard]] std::size_t deepest(int width) const {
    for (std::size_t at = levels_.size(); at > 0; --at)
      if (!levels_[at - 1].empty() && levels_[at - 1].visits() < width) return at - 1;
    return levels_.size();
  }

  void add(Problem problem) {
    const int length = problem.length();
    if (length > length_) {
      length_ = length;
      record_at_ = bench_.prober.nodes();
      if (wish_.plies.has(length)) found_.push_back(problem);
    }
    if (length + 2 > wish_.plies.most) return;
    const auto at = static_cast<std::size_t>(length / 2);
    if (at >= levels_.size()) levels_.resize(at + 1);
    const double score = narrowness(problem) + bench_.rng.unit();
    levels_[at].add({.score = score, .problem = std::move(problem)}, true);
  }

  void visit(std::size_t at) {
    Waiting waiting = levels_[at].take();
    const int n = waiting.problem.length();
    const std::int64_t allowance = nodes_for_steps + nodes_for_each_ply * n;
    bool longer = false;
    if (waiting.visits == 0)
      for (Problem& one : extensions(bench_, waiting.problem, wish_, most_steps, allowance)) {
        add(std::move(one));
        longer = true;
      }
    if (!longer && n >= seedling) mend(waiting.problem);
    if (++waiting.visits >= most_visits || n < seedling) return;
    waiting.score -= penalty_for_a_visit;
    levels_[at].add(std::move(waiting), false);
  }

  void mend(const Problem& problem) {
    if (wish_.final.is_picture()) return;
    const int n = problem.length(), most = std::min(n + 4, wish_.plies.most);
    int kept = 0;
    for (int i = 0; i < changes_tried && kept < changes_kept && bench_.goes_on(); ++i) {
      Position p = problem.position;
      Problem next;
      if (!change(p, bench_.rng) || !wish_.region.holds(p)) continue;
      if (!bench_.take(p, n, most, 2000 + 1000 * n, next) || !wish_.final.allows(end_of(next))) continue;
      ++kept;
      add(std::move(next));
    }
  }

  Workbench& bench_;
  const Wish& wish_;
  std::vector<Level> levels_;
  std::vector<Problem> found_;
  int length_ = 0;
  std::int64_t record_at_ = 0;  ///< the nodes when the longest problem so far was found
};

}  // namespace

std::vector<Problem> make_grow(Workbench& bench, const Wish& wish, std::uint64_t index) {
  Wish narrow = wish;
  narrow.narrow_first = true;
  const std::int64_t end = bench.prober.nodes() + nodes_for_growing * wish.effort;
  std::vector<Problem> found;
  // Most mates lead nowhere. One problem of each that leads somewhere is given: the shorter ones are its end.
  while (found.size() < most_mates && bench.goes_on(end)) {
    Problem start;
    if (!wish.from.empty())
      start = wish.from[index % wish.from.size()];
    else if (!throw_mate(bench, wish, start))
      break;
    std::vector<Problem> grown = Growth(bench, narrow).from(std::move(start), end);
    if (!grown.empty()) found.push_back(std::move(grown.front()));
    if (!wish.from.empty()) break;
  }
  return found;
}

}  // namespace nazo::tsume
