// What a search does because other threads search the same position with the same table.
#include <algorithm>

#include "genres/tsume/solve/dfpn.hpp"
#include "genres/tsume/solve/helpers.hpp"

namespace nazo::tsume {
namespace {

/// Help is called when a search takes so many rounds: waking threads costs more than a short search.
constexpr std::uint64_t rounds_alone = 1000;
/// Looking around costs a look-up for each node of the path.
constexpr std::uint64_t rounds_between_looks = 64, rounds_a_ply = 4;

/// Inside the gate as long as it lives.
struct Inside {
  explicit Inside(Gate& g) : gate(g) { gate.enter(); }
  ~Inside() { gate.leave(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  Gate& gate;
};

}  // namespace

Outcome MateSearch::search_root(Length length) {
  const auto search_it = [&] {
    unsigned extension = 0;
    return pos_.side() == Color::black ? search<true>(0, length, false, infinite, infinite, extension)
                                       : search<false>(0, length, false, infinite, infinite, extension);
  };
  if (!table_->shared()) return search_it();
  rounds_ = 0;
  look_at_ = helpers_ != nullptr ? rounds_alone : rounds_between_looks;
  settled_at_ = nowhere;
  expanded_before_ = helpers_ != nullptr ? helpers_->expanded() : expanded_so_far();
  Outcome o;
  {
    const Inside inside(table_->gate());
    o = search_it();
  }
  look_around(-1);
  if (helpers_ != nullptr && helpers_->working()) helpers_->end();
  return o;
}

std::uint64_t MateSearch::helper_nodes() const { return helpers_ != nullptr ? helpers_->nodes() : 0; }

std::uint64_t MateSearch::nodes() const { return nodes_ + helper_nodes(); }

std::uint64_t MateSearch::path_bytes() const {
  return paths_.bytes() + (helpers_ != nullptr ? helpers_->path_bytes() : 0);
}

void MateSearch::look_around(int depth) {
  look_at_ = rounds_ + rounds_between_looks + rounds_a_ply * static_cast<std::uint64_t>(std::max(depth, 0));
  if (helpers_ == nullptr) {
    nodes_so_far_.store(nodes_, std::memory_order_relaxed);
    expanded_so_far_.store(expanded_before_ + rounds_, std::memory_order_relaxed);
  } else if (helpers_->working()) {
    // What they expand counts against this search's budget.
    const std::uint64_t expanded = helpers_->expanded();
    (void)meter_->spend(expanded - expanded_before_);
    expanded_before_ = expanded;
  } else if (depth >= 0) {
    helpers_->begin({root_, frames_[0].length, rules_}, meter_->rest().seconds);
  }
  // Under the rule for useless interpositions a node's value rests on more than its children.
  if (rules_ == Rules::exclude_useless || settled_at_ != nowhere) return;
  for (int d = 0; d <= depth; ++d) {
    const Frame& f = frames_[static_cast<std::size_t>(d)];
    const Found found = table_->look_up(f.key, f.hand, d, f.length);
    if (!found.solved()) continue;
    settled_at_ = d;
    settled_ = {found.pn, found.dn, found.length, found.hand, no_repetition, found.move, found.exact_only};
    return;
  }
}

bool MateSearch::settled_by_others(int depth, Outcome& now) const {
  if (settled_at_ > depth) return false;
  if (settled_at_ == depth) now = settled_;
  return true;
}

template <bool Or>
void MateSearch::refresh(int depth) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  if (rules_ == Rules::exclude_useless) return;
  const Length below = shorter(f.length);
  for (std::uint32_t i = 0; i < f.count; ++i) {
    Child& c = children_[f.first + i];
    if (c.hidden || c.pn == 0 || c.dn == 0) continue;
    const Found found = table_->look_up(c.key, c.hand, depth + 1, below);
    if (found.state == Found::State::unseen || (found.maybe_repetition && !found.solved())) continue;
    c.first_visit = false;
    c.pn = found.pn;
    c.dn = found.dn;
    if (!found.solved()) {
      shun_visited<Or>(c, found.visitors);
      continue;
    }
    c.length = found.length;
    c.final_hand = found.hand;
    c.exact_hand = found.exact_only;
    if ((Or ? c.dn : c.pn) == 0) release_after<Or>(depth, c);
  }
}

template <bool Or>
void MateSearch::shun_visited(Child& child, std::uint16_t visitors) {
  Number& selecting = Or ? child.pn : child.dn;
  for (; visitors > 0; --visitors) selecting = bounded_sum(selecting, 1 + selecting / 4);
}

template void MateSearch::refresh<true>(int);
template void MateSearch::refresh<false>(int);
template void MateSearch::shun_visited<true>(Child&, std::uint16_t);
template void MateSearch::shun_visited<false>(Child&, std::uint16_t);

}  // namespace nazo::tsume
