#include "genres/tsume/solve/line.hpp"

#include <algorithm>
#include <array>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"

namespace nazo::tsume {
namespace {

constexpr int most_comparisons = 2000;
constexpr std::size_t most_memo_bytes = std::size_t{2} << 20;

}  // namespace

void order_for_people(const Position& p, MoveList& moves) {
  const Square target = p.has_king(~p.side()) ? p.king(~p.side()) : Square{40};
  const auto rank = [&](Move16 m) {
    const bool drop = m.is_drop();
    const Kind kind = drop ? m.dropped() : kind_of(p.on(m.from()));
    const int captures = p.on(m.to()) != Piece::none ? 0 : 1;
    const int distance =
        std::max(std::abs(file_of(m.to()) - file_of(target)), std::abs(rank_of(m.to()) - rank_of(target)));
    return std::array<int, 6>{drop                 ? 2
                              : kind == Kind::king ? 0
                                                   : captures,
                              m.is_promotion() ? 0 : 1,
                              distance,
                              index(kind),
                              index(m.to()),
                              drop ? 0 : index(m.from())};
  };
  std::sort(moves.begin(), moves.end(), [&](Move16 a, Move16 b) { return rank(a) < rank(b); });
}

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
  MoveList list;
  evasions(p, list);
  order_for_people(p, list);
  const Square king = p.king(p.side());
  const Bitboard checkers = p.attackers_to(king, ~p.side(), p.occupied());
  const Square checker = checkers.first();
  const Bitboard gap = rules_ == Rules::count_all || checkers.more_than_one() ? Bitboard{} : between(king, checker);
  const auto interposes = [&](Move16 m) { return gap.has(m.to()) && (m.is_drop() || m.from() != king); };
  const auto cap = static_cast<Length>(length - 1);
  Length base = 0;
  const auto add = [&](Move16 m) {
    const std::optional<Length> exact = length_of(after(p, m), cap);
    if (!exact) return;
    found.push_back({m, *exact});
  };
  for (const Move16 m : list)
    if (!interposes(m)) add(m);
  for (const Defence& d : found) base = std::max(base, longer(d.length));
  const int squares = gap.count();
  for (int stage = 0; stage < squares && !stopped(); ++stage) {
    const Length before_stage = base;
    std::optional<bool> drops_useless;
    for (const Move16 m : list) {
      if (!interposes(m) || between(king, m.to()).count() != stage) continue;
      bool useless = false;
      if (m.is_drop() && drops_useless) {
        useless = *drops_useless;
      } else {
        const Captures captures = checking_captures(after(p, m), checker, m.to());
        for (int i = 0; i < captures.count && !useless; ++i)
          useless = mates_within(without_interposition(p, m, captures.moves[static_cast<std::size_t>(i)]), before_stage)
                        .value_or(false);
        if (m.is_drop()) drops_useless = useless;
      }
      if (useless) continue;
      add(m);
      if (!found.empty() && found.back().move == m) base = std::max(base, longer(found.back().length));
    }
  }
  if (stopped()) return {};
  std::stable_sort(found.begin(), found.end(), [](const Defence& a, const Defence& b) { return a.length > b.length; });
  return found;
}

std::vector<Move16> ExactLines::winning_checks(const Position& p, Length length) {
  std::vector<Move16> found;
  MoveList list;
  checks(p, list);
  order_for_people(p, list);
  for (const Move16 m : list) {
    const std::optional<bool> mates = mates_within(after(p, m), static_cast<Length>(length - 1));
    if (!mates) return {};
    if (*mates) found.push_back(m);
  }
  return found;
}

bool ExactLines::may_compare() {
  compared_all_ = compared_all_ && ++comparisons_ <= most_comparisons && memo_bytes_ < most_memo_bytes;
  return compared_all_;
}

ExactLines::Best ExactLines::attack(const Position& p, Length length) {
  // Where the table knows everything, no search asks the meter.
  if (!meter_.check()) return {};
  MoveList list;
  checks(p, list);
  order_for_people(p, list);
  for (const Move16 m : list) {
    const Position next = after(p, m);
    const std::optional<bool> mates = mates_within(next, static_cast<Length>(length - 1));
    if (!mates) return {};
    if (!*mates) continue;
    Best best = defend(next, static_cast<Length>(length - 1));
    best.moves.insert(best.moves.begin(), m);
    return best;
  }
  return {};
}

ExactLines::Best ExactLines::defend(const Position& p, Length length) {
  Best best;
  if (length == 0) {
    best.left_in_hand = p.hand(~p.side()).total();
    return best;
  }
  const std::pair key{p.board_key(), p.hand(~p.side()).bits()};
  if (const auto at = memo_.find(key); at != memo_.end()) return at->second;
  bool first = true;
  const auto worse = [](const Best& a, const Best& b) {
    return std::pair{a.left_in_hand, a.interpositions} > std::pair{b.left_in_hand, b.interpositions};
  };
  for (const Defence& d : defences(p, length)) {
    if (d.length != length - 1) break;
    if (!first && (best.left_in_hand == 0 || !may_compare())) break;
    Best line = attack(after(p, d.move), d.length);
    if (stopped()) break;
    line.moves.insert(line.moves.begin(), d.move);
    line.interpositions += d.move.is_drop() ? 1 : 0;
    if (first || worse(best, line)) best = std::move(line);
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
