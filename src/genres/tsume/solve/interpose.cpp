// Interpositions under the rule of mudaai.hpp, inside the mate search: square by square from the king outwards, each
// judged when everything nearer is known exactly.
#include <algorithm>

#include "base/rng.hpp"
#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/solve/dfpn.hpp"

namespace nazo::tsume {

void MateSearch::set_stages(Frame& f) {
  const KingInCheck check = king_in_check(pos_);
  if (check.gap.empty()) return;
  Child* const all = children_.data() + f.first;
  for (std::uint32_t i = 0; i < f.count; ++i) {
    Child& c = all[i];
    if (!check.interposes(c.move)) continue;
    c.stage = static_cast<std::uint8_t>(check.stage(c.move));
    c.hidden = true;
    f.last_stage = std::max(f.last_stage, c.stage);
  }
}

Length MateSearch::exact_base(int depth) {
  const Frame& f = frames_[static_cast<std::size_t>(depth)];
  for (;;) {
    // The longest answer, by what is known; answers known to be shorter need not be exact.
    std::uint32_t longest = f.count;
    for (std::uint32_t i = 0; i < f.count; ++i) {
      const Child& c = children_[f.first + i];
      if (c.hidden || c.pn != 0) continue;
      if (longest == f.count || c.length > children_[f.first + longest].length) longest = i;
    }
    if (longest == f.count) return 0;
    Child& c = children_[f.first + longest];
    if (c.exact_length || c.length <= 1) return longer(c.length);
    unsigned extension = 0;
    const Length shorter_mate = static_cast<Length>(c.length - 2);
    const Found found = table_->look_up(c.key, c.hand, depth + 1, shorter_mate);
    Outcome o;
    if (found.state == Found::State::proved || found.state == Found::State::disproved) {
      o.pn = found.pn;
      o.dn = found.dn;
      o.length = found.length;
      o.hand = found.hand;
      o.exact_hand = found.exact_only;
    } else {
      o = search_child<false>(depth, longest, shorter_mate, infinite, infinite, extension);
      if (stopped()) return 0;
    }
    Child& again = children_[f.first + longest];
    if (o.disproved()) {
      again.exact_length = true;
    } else {
      again.length = o.length;
      again.final_hand = o.hand;
      again.exact_hand = o.exact_hand;
    }
  }
}

bool MateSearch::is_useless(int depth, Move16 m, Square checker, Length base) {
  const Position before = pos_;
  const std::uint64_t salt_before = salt_;
  Position blocked = pos_;
  blocked.make(m);
  const Captures captures = checking_captures(blocked, checker, m.to());
  bool useless = false;
  for (int i = 0; i < captures.count && !useless && !stopped(); ++i) {
    pos_ = without_interposition(before, m, captures.moves[static_cast<std::size_t>(i)]);
    if (!m.is_drop()) salt_ = salt_of(pos_, rules_);
    Child child{};
    child.key = pos_.board_key() ^ salt_;
    child.hand = pos_.hand(Color::black);
    const Found found = table_->look_up(child.key, child.hand, depth + 1, base);
    if (found.state == Found::State::proved || found.state == Found::State::disproved) {
      useless = found.state == Found::State::proved;
    } else {
      Frame& below = frames_[static_cast<std::size_t>(depth) + 1];
      below = Frame{};
      below.key = child.key;
      below.hand = child.hand;
      const std::uint64_t nodes_before = nodes_;
      unsigned extension = 0;
      const Outcome o = search<false>(depth + 1, base, false, infinite, infinite, extension);
      store(child, o, depth + 1, 0, nodes_ - nodes_before, base);
      useless = o.proved();
    }
    pos_ = before;
    salt_ = salt_before;
  }
  return useless;
}

bool MateSearch::next_stage(int depth) {
  const auto at = static_cast<std::size_t>(depth);
  if (frames_[at].stage >= frames_[at].last_stage) return false;
  const Length base = exact_base(depth);
  if (stopped()) return false;
  const auto stage = ++frames_[at].stage;
  const Square checker = king_in_check(pos_).checker;
  enum class Dropped { untested, useless, useful } dropped = Dropped::untested;
  const std::uint32_t first = frames_[at].first, count = frames_[at].count;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (children_[first + i].stage != stage) continue;
    const Move16 m = children_[first + i].move;
    bool useless = dropped == Dropped::useless;
    if (!m.is_drop() || dropped == Dropped::untested) useless = is_useless(depth, m, checker, base);
    if (stopped()) return false;
    if (m.is_drop()) dropped = useless ? Dropped::useless : Dropped::useful;
    Child& c = children_[first + i];
    c.hidden = false;
    if (useless) {
      c.pn = 0;
      c.dn = infinite;
      c.length = no_length;  // adds nothing to the length
      c.final_hand = c.hand;
      c.exact_length = c.exact_hand = true;
      frames_[at].removed = true;
    } else if (frames_[at].length == 0) {
      c.pn = infinite;
      c.dn = 0;
      c.length = no_length;
      c.final_hand = c.hand;
    } else {
      consult<false>(depth, c, true);
    }
  }
  return true;
}

}  // namespace nazo::tsume
