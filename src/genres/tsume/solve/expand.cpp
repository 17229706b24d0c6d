// Children of a node: which there are, what is known of them, and what they say of the node.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/rng.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/solve/dfpn.hpp"
#include "genres/tsume/solve/hands.hpp"

namespace nazo::tsume {
namespace {

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

constexpr std::array<int, kind_count> piece_value{0, 10, 20, 20, 30, 50, 50, 50, 80, 10, 20, 20, 30, 80, 80};

/// Ties between equal numbers: captures first, then dear pieces near the king.
std::int16_t static_order(const Position& p, Move16 m, Square king) {
  const Kind kind = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
  int order =
      10 * distance(king, m.to()) - piece_value[static_cast<std::size_t>(m.is_promotion() ? promoted(kind) : kind)];
  if (p.on(m.to()) != Piece::none) order -= 100;
  return static_cast<std::int16_t>(order);
}

}  // namespace

template <bool Or>
void MateSearch::first_values(Child& child) const {
  if constexpr (Or) {
    // A landing square that the defender covers better than the attacker is less promising.
    const Move16 m = child.move;
    const int defenders = pos_.attackers_to(m.to(), Color::white, pos_.occupied()).count();
    const int attackers = pos_.attackers_to(m.to(), Color::black, pos_.occupied()).count() + (m.is_drop() ? 1 : 0);
    child.pn = defenders >= 2 ? 2 : 1;
    child.dn = 1;
    const Kind captured = kind_of(pos_.on(m.to()));
    if (attackers > defenders || captured == Kind::gold || captured == Kind::silver)
      child.dn = 2;
    else
      child.pn += 1;
  }
}

bool MateSearch::settle_at_once(Child& c, Length length) {
  const Position::Undo undo = pos_.make(c.move);
  ++nodes_;
  MoveList replies;
  checks(pos_, replies);
  if (replies.empty()) {
    c.pn = infinite;
    c.dn = 0;
    c.length = endless_length;
    c.final_hand = without_new_checks(pos_, both_hands(pos_));
    table_->store_disproof(c.key, c.final_hand, c.length, {}, 1, false);
    pos_.undo(c.move, undo);
    return true;
  }
  const auto mated_by = [&](Move16 m, bool in_effect) {
    const Position::Undo undo_reply = pos_.make(m);
    const Hand needed = keep_monopoly(pos_, Hand{});
    pos_.undo(m, undo_reply);
    c.pn = 0;
    c.dn = infinite;
    c.length = 1;
    c.exact_length = true;
    c.exact_hand = in_effect;
    c.final_hand = in_effect ? c.hand : needed_before(pos_, m, needed);
    table_->store_proof(c.key, c.final_hand, 1, m, 1, in_effect);
    pos_.undo(c.move, undo);
    return true;
  };
  if (const Move16 m = mating_move(pos_, replies); !m.is_none()) return mated_by(m, false);
  if (rules_ == Rules::exclude_useless) {
    // Only a distant check leaves room for interpositions, by the piece that moves or by one behind it.
    const Square king = pos_.king(Color::white);
    const Bitboard uncovering = pos_.blockers_of(Color::white);
    for (const Move16 m : replies) {
      if (between(king, m.to()).empty() && (m.is_drop() || !uncovering.has(m.from()))) continue;
      const Position::Undo undo_reply = pos_.make(m);
      const bool mate = is_mate_in_effect(pos_);
      pos_.undo(m, undo_reply);
      if (mate) return mated_by(m, true);
    }
  }
  pos_.undo(c.move, undo);
  if (length == 1) {
    c.pn = infinite;
    c.dn = 0;
    c.length = 1;
    c.final_hand = c.hand;
    c.exact_hand = rules_ == Rules::exclude_useless;
    return true;
  }
  // As many as the node would have on its first visit, within reason.
  c.dn = std::max(c.dn, static_cast<Number>(std::min(replies.size(), 8)));
  return false;
}

template <bool Or>
void MateSearch::consult(int depth, Child& c, bool look_for_ends) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  const Length below = shorter(f.length);
  const auto fails_by_repetition = [&](std::int16_t start, Length length) {
    c.pn = infinite;
    c.dn = 0;
    c.length = length;
    c.final_hand = c.hand;
    c.repetition = start;
  };
  if (const std::int16_t start = repeats(c.key, c.hand); start != no_repetition)
    return fails_by_repetition(start, endless_length);
  const Found found = table_->look_up(c.key, c.hand, depth + 1, below);
  c.pn = found.pn;
  c.dn = found.dn;
  switch (found.state) {
    case Found::State::proved:
    case Found::State::disproved:
      c.length = found.length;
      c.final_hand = found.hand;
      c.exact_hand = found.exact_only;
      return;
    case Found::State::open:
      if (found.maybe_repetition) {
        const std::int16_t start = paths_.look_up(mix64(f.path_key + c.move.bits()), below);
        if (start != no_repetition) return fails_by_repetition(start, below);
      }
      f.has_old_child |= found.from_shallower;
      shun_visited<Or>(c, found.visitors);
      return;
    case Found::State::unseen:
      break;
  }
  c.first_visit = true;
  if constexpr (!Or) {
    if (look_for_ends && settle_at_once(c, below)) return;
  }
  first_values<Or>(c);
  c.dn = std::max(c.dn, found.least_dn);
}

template <bool Or>
void MateSearch::introduce(Child& c, Move16 move, Square king) const {
  c = Child{};
  c.move = move;
  c.key = pos_.key_after(move) ^ salt_;
  table_->prefetch(c.key);
  c.hand = Or ? pos_.hand_after(move) : pos_.hand(Color::black);
  c.pn = c.dn = 1;
  c.repetition = no_repetition;
  c.next = no_child;
  c.order = static_order(pos_, move, king);
}

void MateSearch::wake(int depth, Child& c) {
  const std::uint16_t next = c.next;
  introduce<false>(c, c.move, pos_.king(Color::white));
  c.next = next;
  consult<false>(depth, c, true);
}

void MateSearch::wake_from(int depth, std::uint32_t i) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  Child* const all = children_.data() + f.first;
  for (; i < f.count; ++i) {
    Child& c = all[i];
    if (may_wait(depth, c)) {
      f.deferred = i;
      return;
    }
    wake(depth, c);
    if (c.dn == 0) return settle_by(f, c);
    if (c.pn != 0) break;
  }
}

bool MateSearch::may_wait(int depth, const Child& interposition) const {
  if (pos_.is_attacked(interposition.move.to(), Color::white, pos_.occupied())) return false;
  const Frame& f = frames_[static_cast<std::size_t>(depth)];
  const auto first = children_.begin() + f.first;
  return std::any_of(first, first + f.count, [](const Child& c) { return !c.hidden && c.pn != 0 && c.dn != 0; });
}

bool MateSearch::wake_deferred(int depth) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  if (f.deferred == none_deferred) return false;
  wake_from(depth, std::exchange(f.deferred, none_deferred));
  return true;
}

template <bool Or>
void MateSearch::expand(int depth, Length length) {
  ++nodes_;
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  f.first = static_cast<std::uint32_t>(children_.size());
  f.length = length;
  MoveList list;
  int awake = 0;
  if constexpr (Or) {
    checks(pos_, list);
    awake = list.size();
  } else {
    awake = evasions_drops_last(pos_, list);
    if (rules_ == Rules::exclude_useless || length == 0) awake = list.size();
  }
  f.count = static_cast<std::uint32_t>(list.size());
  children_.resize(f.first + f.count);
  Child* const all = children_.data() + f.first;
  const Square king = pos_.king(Color::white);
  for (int i = 0; i < awake; ++i) introduce<Or>(all[i], list[i], king);
  bool look_for_ends = false;
  if constexpr (!Or) {
    if (rules_ == Rules::exclude_useless) set_stages(f);
    if (length == 0) {
      // Any answer that counts refutes a mate here and now.
      for (Child* c = all; c != all + f.count; ++c) {
        if (c->stage > 0) continue;
        c->pn = infinite;
        c->dn = 0;
        c->length = no_length;
        c->final_hand = both_hands(pos_);
        if (c->move.is_drop()) c->final_hand.remove(c->move.dropped());
      }
      return;
    }
    look_for_ends = length == 2 || !table_->is_expanded(f.key, f.hand);
  }
  for (Child* c = all; c != all + awake; ++c) {
    if (c->stage > 0) continue;
    consult<Or>(depth, *c, look_for_ends);
    if ((Or ? c->pn : c->dn) == 0) return settle_by(f, *c);
  }
  if constexpr (Or) {
    chain_promotions(f);
  } else {
    // Dropped interpositions are tried one after the other: most of them fall by what was learned from the first.
    for (std::uint32_t i = static_cast<std::uint32_t>(awake); i < f.count; ++i) {
      Child& c = all[i];
      c.move = list[static_cast<int>(i)];
      c.next = i + 1 < f.count ? static_cast<std::uint16_t>(i + 1) : no_child;
      c.hidden = c.asleep = true;
      c.pn = c.dn = 1;
      c.repetition = no_repetition;
    }
    wake_from(depth, static_cast<std::uint32_t>(awake));
  }
}

void MateSearch::settle_by(Frame& f, const Child& child) {
  Child& only = children_[f.first];
  only = child;
  only.next = no_child;
  only.hidden = false;
  f.count = 1;
  f.last_stage = 0;
}

void MateSearch::chain_promotions(Frame& f) {
  Child* const all = children_.data() + f.first;
  // A promotion and its refusal by one piece to one square: the refusal waits until the promotion has failed.
  for (std::uint16_t i = 0; i < f.count; ++i) {
    if (!all[i].move.is_promotion() || all[i].pn == 0 || all[i].dn == 0) continue;
    const Kind k = kind_of(pos_.on(all[i].move.from()));
    if (k != Kind::pawn && k != Kind::bishop && k != Kind::rook) continue;
    const Move16 refusal = Move16::step(all[i].move.from(), all[i].move.to());
    for (std::uint16_t j = 0; j < f.count; ++j)
      if (all[j].move == refusal && all[j].pn != 0 && all[j].dn != 0) {
        all[i].next = j;
        all[j].hidden = true;
        break;
      }
  }
}

template <bool Or>
void MateSearch::release_after(int depth, const Child& settled) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  for (std::uint16_t next = settled.next; next != no_child;) {
    Child& c = children_[f.first + next];
    if (c.asleep) return wake_from(depth, next);
    c.hidden = false;
    if ((Or ? c.dn : c.pn) != 0) break;
    next = c.next;
  }
}

template <bool Or>
Outcome MateSearch::fold(int depth) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  const Child* const all = children_.data() + f.first;
  Number least = infinite, second = infinite, most = 0, least_combined = infinite;
  std::uint32_t best = 0, live = 0;
  bool won = false;
  for (std::uint32_t i = 0; i < f.count; ++i) {
    const Child& c = all[i];
    const Number selecting = Or ? c.pn : c.dn, combined = Or ? c.dn : c.pn;
    if (selecting == 0) {
      if (!won) {
        won = true;
        best = i;
      } else if (Or ? c.length < all[best].length
                    : c.repetition > all[best].repetition ||
                          (c.repetition == all[best].repetition && c.length > all[best].length)) {
        best = i;
      }
      continue;
    }
    if (won || c.hidden || combined == 0) continue;
    ++live;
    most = std::max(most, combined);
    if (selecting < least || (selecting == least && (combined < least_combined ||
                                                     (combined == least_combined && c.order < all[best].order)))) {
      second = least;
      least = selecting;
      least_combined = combined;
      best = i;
    } else if (selecting < second) {
      second = selecting;
    }
  }
  f.best = best;
  Outcome o;
  if (won) {
    const Child& c = all[best];
    o.pn = Or ? 0 : infinite;
    o.dn = Or ? infinite : 0;
    o.length = longer(c.length);
    o.move = c.move;
    o.exact_hand = c.exact_hand || c.stage > 0;
    if (o.exact_hand)
      o.hand = f.hand;
    else
      o.hand = Or ? needed_before(pos_, c.move, c.final_hand) : c.final_hand;
    o.repetition = c.repetition >= depth ? no_repetition : c.repetition;
    return o;
  }
  if (live == 0) {
    o.pn = Or ? infinite : 0;
    o.dn = Or ? 0 : infinite;
    o.exact_hand = f.removed;
    o.length = Or ? endless_length : Length{0};
    Hand hand = Or ? both_hands(pos_) : Hand{};
    for (std::uint32_t i = 0; i < f.count; ++i) {
      const Child& c = all[i];
      o.exact_hand |= c.exact_hand;
      if constexpr (Or) {
        o.length = std::min(o.length, longer(c.length));
        o.repetition = std::min(o.repetition, c.repetition);
        hand = Hand::least(hand, allowed_before(pos_, c.move, c.final_hand));
      } else {
        if (longer(c.length) > o.length) {
          o.length = longer(c.length);
          o.move = c.move;
        }
        hand = Hand::most(hand, c.final_hand);
      }
    }
    if (o.repetition >= depth) o.repetition = no_repetition;
    if (o.exact_hand)
      o.hand = f.hand;
    else
      o.hand = Or ? without_new_checks(pos_, hand) : keep_monopoly(pos_, hand);
    return o;
  }
  f.second = second;
  f.others = live - 1;
  const Number combined = bounded_sum(most, f.others);
  o.pn = Or ? least : combined;
  o.dn = Or ? combined : least;
  o.move = all[best].move;
  return o;
}

template void MateSearch::expand<true>(int, Length);
template void MateSearch::expand<false>(int, Length);
template void MateSearch::consult<false>(int, Child&, bool);
template void MateSearch::release_after<true>(int, const Child&);
template void MateSearch::release_after<false>(int, const Child&);
template Outcome MateSearch::fold<true>(int);
template Outcome MateSearch::fold<false>(int);

}  // namespace nazo::tsume
