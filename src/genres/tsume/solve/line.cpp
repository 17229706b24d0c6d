#include "genres/tsume/solve/line.hpp"

#include <algorithm>

#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/ordered.hpp"

namespace nazo::tsume {
namespace {

constexpr int most_comparisons = 2000;
constexpr std::size_t most_memo_bytes = std::size_t{2} << 20;

}  // namespace

std::optional<bool> ExactLines::mates_within(const Position& p, Length length) {
  if (length < (p.side() == Color::black ? 1 : 0)) return false;
  const Outcome o = run(p, length);
  if (gave_up_) return std::nullopt;
  return o.proved();
}

Outcome ExactLines::run(const Position& p, Length length) {
  const Outcome o = search_.run(p, length, rules_, meter_);
  gave_up_ = gave_up_ || (!o.proved() && !o.refuted());
  return o;
}

std::optional<Length> ExactLines::length_of(const Position& p, Length cap) {
  Outcome o = run(p, cap);
  if (!o.proved()) return std::nullopt;
  const Length least = p.side() == Color::black ? Length{1} : Length{0};
  Length known = o.length;
  while (known > least) {
    o = run(p, static_cast<Length>(known - 2));
    if (gave_up_) return std::nullopt;
    if (!o.proved()) break;
    known = o.length;
  }
  return known;
}

std::vector<Defence> ExactLines::defences(const Position& p, Length length) {
  std::vector<Defence> found;
  const MoveList list = ordered_evasions(p);
  KingInCheck check = king_in_check(p);
  if (rules_ == Rules::count_all) check.gap = {};
  const auto cap = static_cast<Length>(length - 1);
  Length base = 0;
  const auto add = [&](Move16 m) {
    const std::optional<Length> exact = length_of(after(p, m), cap);
    if (!exact) return;
    found.push_back({m, *exact});
  };
  for (const Move16 m : list)
    if (!check.interposes(m)) add(m);
  for (const Defence& d : found) base = std::max(base, longer(d.length));
  const int squares = check.gap.count();
  for (int stage = 1; stage <= squares && !stopped(); ++stage) {
    const Length nearer = base;
    const auto mated = [&](const Position& without) { return mates_within(without, nearer).value_or(false); };
    std::optional<bool> drops_useless;  // dropped on one square, all kinds give the same test
    for (const Move16 m : list) {
      if (check.stage(m) != stage) continue;
      const bool known = m.is_drop() && drops_useless;
      const bool useless = known ? *drops_useless : is_useless_interposition(p, m, check.checker, mated);
      if (m.is_drop()) drops_useless = useless;
      if (useless) continue;
      add(m);
      if (!found.empty() && found.back().move == m) base = std::max(base, longer(found.back().length));
    }
  }
  if (stopped()) return {};
  std::stable_sort(found.begin(), found.end(), [](const Defence& a, const Defence& b) { return a.length > b.length; });
  return found;
}

bool ExactLines::may_compare() {
  compared_all_ = compared_all_ && ++comparisons_ <= most_comparisons && memo_bytes_ < most_memo_bytes;
  return compared_all_;
}

ComparedLine ExactLines::attack(const Position& p, Length length) {
  // Where the table knows everything, no search asks the meter.
  if (!meter_.check()) return {};
  for (const Move16 m : ordered_checks(p)) {
    const Position next = after(p, m);
    const std::optional<bool> mates = mates_within(next, static_cast<Length>(length - 1));
    if (!mates) return {};
    if (!*mates) continue;
    ComparedLine best = defend(next, static_cast<Length>(length - 1));
    best.begin_with(m);
    return best;
  }
  return {};
}

ComparedLine ExactLines::defend(const Position& p, Length length) {
  ComparedLine best;
  if (length == 0) {
    best.left_in_hand = p.hand(~p.side()).total();
    return best;
  }
  const std::pair key{p.board_key(), p.hand(~p.side()).bits()};
  if (const auto at = memo_.find(key); at != memo_.end()) return at->second;
  bool first = true;
  for (const Defence& d : defences(p, length)) {
    if (d.length != length - 1) break;
    if (!first && (best.left_in_hand == 0 || !may_compare())) break;
    ComparedLine line = attack(after(p, d.move), d.length);
    if (stopped()) break;
    line.begin_with_answer(d.move);
    if (first || line.comes_before(best)) best = std::move(line);
    first = false;
  }
  if (stopped()) return best;
  memo_bytes_ += sizeof(decltype(memo_)::value_type) + 64 + best.moves.size() * sizeof(Move16);
  memo_.emplace(key, best);
  return best;
}

std::vector<Move16> ExactLines::line(const Position& p, Length length) {
  return p.side() == Color::black ? attack(p, length).moves : defend(p, length).moves;
}

}  // namespace nazo::tsume
