#include "genres/tsume/dfpn.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/rng.hpp"
#include "genres/tsume/hands.hpp"
#include "genres/tsume/movegen.hpp"

namespace nazo::tsume {

int tune[16] = {0, 0, 0, 0, 0, 0, 0, 0};

namespace {

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

constexpr std::array<int, kind_count> piece_value{0, 10, 20, 20, 30, 50, 50, 50, 80, 10, 20, 20, 30, 80, 80};

}  // namespace

MateSearch::MateSearch(Table& table, PathTable& paths, Meter& meter)
    : table_(table), paths_(paths), meter_(meter), frames_(64), buckets_(bucket_count, -1) {
  children_.reserve(4096);
}

Outcome MateSearch::run(const Position& root, Length length, std::uint64_t salt) {
  pos_ = root;
  salt_ = salt;
  children_.clear();
  std::fill(buckets_.begin(), buckets_.end(), -1);
  frames_[0] = Frame{};
  frames_[0].key = root.board_key() ^ salt;
  frames_[0].hand = root.hand(Color::black);
  frames_[0].path_key = mix64(frames_[0].key ^ frames_[0].hand.bits());
  const bool attacking = root.side() == Color::black;
  const Found found = table_.look_up(frames_[0].key, frames_[0].hand, 0, length);
  Outcome o;
  if (found.state == Found::State::proved || found.state == Found::State::disproved) {
    o = {found.pn, found.dn, found.length, found.hand, no_repetition, found.move};
    return o;
  }
  unsigned extension = 0;
  o = attacking ? search<true>(0, length, false, infinite, infinite, extension)
                : search<false>(0, length, false, infinite, infinite, extension);
  Child self{};
  self.key = frames_[0].key;
  self.hand = frames_[0].hand;
  store(self, o, 0, frames_[0].path_key, 1000, length);
  return o;
}

std::int16_t MateSearch::repeats(std::uint64_t key, Hand hand) const {
  for (int at = buckets_[key % bucket_count]; at >= 0; at = frames_[static_cast<std::size_t>(at)].older) {
    const Frame& f = frames_[static_cast<std::size_t>(at)];
    if (f.key == key && f.hand.covers(hand)) return static_cast<std::int16_t>(at);
  }
  return no_repetition;
}

void MateSearch::enter_path(int depth) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  int& bucket = buckets_[f.key % bucket_count];
  f.older = bucket;
  bucket = depth;
}

void MateSearch::leave_path(int depth) {
  const Frame& f = frames_[static_cast<std::size_t>(depth)];
  buckets_[f.key % bucket_count] = f.older;
}

template <bool Or>
void MateSearch::first_values(Child& child) {
  const Color mover = Or ? Color::black : Color::white;
  const Square king = pos_.king(Color::white);
  const Move16 m = child.move;
  const Kind kind = m.is_drop() ? m.dropped() : kind_of(pos_.on(m.from()));
  if constexpr (Or) {
    // A landing square that the defender covers better than the attacker is less promising.
    const int defenders = pos_.attackers_to(m.to(), Color::white, pos_.occupied()).count();
    const int attackers = pos_.attackers_to(m.to(), Color::black, pos_.occupied()).count() + (m.is_drop() ? 1 : 0);
    child.pn = defenders >= 2 ? 2 : 1;
    child.dn = 1;
    const Piece captured = pos_.on(m.to());
    if (attackers > defenders) child.dn = 2;
    else if (captured != Piece::none && (kind_of(captured) == Kind::gold || kind_of(captured) == Kind::silver)) child.dn = 2;
    else child.pn += 1;
  } else {
    (void)kind;
    child.pn = 1;
    child.dn = std::max<Number>(child.dn, 1);
    (void)mover;
    (void)king;
  }
}

template <bool Or>
void MateSearch::expand(int depth, Length length) {
  ++nodes_;
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  f.first = static_cast<std::uint32_t>(children_.size());
  f.length = length;
  f.has_old_child = false;
  f.hidden = 0;
  MoveList list;
  if constexpr (Or) checks(pos_, list);
  else evasions(pos_, list);
  f.count = static_cast<std::uint32_t>(list.size());
  children_.resize(f.first + f.count);
  Child* const all = children_.data() + f.first;
  const Square king = pos_.king(Color::white);
  for (int i = 0; i < list.size(); ++i) {
    Child& c = all[i];
    c.move = list[i];
    c.key = pos_.key_after(c.move) ^ salt_;
    table_.prefetch(c.key);
    c.hand = Or ? pos_.hand_after(c.move) : pos_.hand(Color::black);
    c.repetition = no_repetition;
    c.next = no_child;
    c.first_visit = c.hidden = c.old = false;
    const Kind kind = c.move.is_drop() ? c.move.dropped() : kind_of(pos_.on(c.move.from()));
    c.order = static_cast<std::int16_t>(10 * distance(king, c.move.to()) -
                                        piece_value[static_cast<std::size_t>(c.move.is_promotion() ? promoted(kind) : kind)]);
    if (pos_.on(c.move.to()) != Piece::none) c.order = static_cast<std::int16_t>(c.order - 100);
  }
  if (!Or && length == 0) {
    for (Child* c = all; c != all + f.count; ++c) {
      c->pn = infinite;
      c->dn = 0;
      c->length = no_length;
      c->final_hand = both_hands(pos_);
      if (c->move.is_drop()) c->final_hand.remove(c->move.dropped());
    }
    return;
  }
  const Length below = shorter(length);
  bool look_for_ends = false;
  if constexpr (!Or) {
    const Entry* self = table_.exact(f.key, f.hand);
    look_for_ends = below == 1 || self == nullptr || (self->flags & entry_expanded) == 0;
  }
  // One child can settle the node: the others are then of no interest.
  const auto decided = [&](const Child* c) {
    all[0] = *c;
    f.count = 1;
  };
  for (Child* c = all; c != all + f.count; ++c) {
    if (const std::int16_t start = repeats(c->key, c->hand); start != no_repetition) {
      c->pn = infinite;
      c->dn = 0;
      c->length = endless_length;
      c->final_hand = c->hand;
      c->repetition = start;
      if constexpr (!Or) return decided(c);
      continue;
    }
    const Found found = table_.look_up(c->key, c->hand, depth + 1, below);
    c->pn = found.pn;
    c->dn = found.dn;
    c->length = found.length;
    c->final_hand = found.hand;
    if (found.state == Found::State::disproved) {
      if constexpr (!Or) return decided(c);
      continue;
    }
    if (found.state == Found::State::proved) {
      if constexpr (Or) return decided(c);
      continue;
    }
    if (found.state == Found::State::open) {
      if (found.maybe_repetition) {
        const std::uint64_t path = mix64(f.path_key + c->move.bits());
        if (const std::int16_t start = paths_.look_up(path, below); start != no_repetition) {
          c->pn = infinite;
          c->dn = 0;
          c->length = below;
          c->final_hand = c->hand;
          c->repetition = start;
          if constexpr (!Or) return decided(c);
          continue;
        }
      }
      c->old = found.from_shallower;
      f.has_old_child |= c->old;
      continue;
    }
    c->first_visit = true;
    if constexpr (!Or) {
      if (look_for_ends) {
        const Position::Undo undo = pos_.make(c->move);
        MoveList replies;
        checks(pos_, replies);
        if (replies.empty()) {
          c->pn = infinite;
          c->dn = 0;
          c->length = endless_length;
          c->final_hand = without_new_checks(pos_, both_hands(pos_));
          table_.store_disproof(c->key, c->final_hand, c->length, {}, 1, false);
        } else {
          c->dn = static_cast<Number>(std::min(replies.size(), 8));
          for (const Move16 m : replies) {
            if (m.is_drop() && m.dropped() == Kind::pawn) continue;
            const Position::Undo undo2 = pos_.make(m);
            if (is_mate(pos_)) {
              const Hand needed = keep_monopoly(pos_, Hand{});
              pos_.undo(m, undo2);
              c->pn = 0;
              c->dn = infinite;
              c->length = 1;
              c->final_hand = needed_before(pos_, m, needed);
              table_.store_proof(c->key, c->final_hand, 1, m, 1, false);
              break;
            }
            pos_.undo(m, undo2);
          }
          if (c->pn != 0 && below == 1) {
            c->pn = infinite;
            c->dn = 0;
            c->length = 1;
            c->final_hand = c->hand;
          }
        }
        pos_.undo(c->move, undo);
        if (c->dn == 0) return decided(c);
        if (c->pn == 0) continue;
      }
    }
    first_values<Or>(*c);
    c->pn = std::max(c->pn, found.pn);
    c->dn = std::max(c->dn, found.dn);
  }
  if constexpr (!Or) chain_interpositions(f);
  else chain_promotions(f);
}

void MateSearch::chain_interpositions(Frame& f) {
  Child* const all = children_.data() + f.first;
  std::array<std::uint16_t, 600> drops;
  std::size_t n = 0;
  for (std::uint16_t i = 0; i < f.count; ++i)
    if (all[i].move.is_drop() && all[i].pn != 0 && all[i].dn != 0) drops[n++] = i;
  if (n < 2) return;
  const Square king = pos_.king(Color::white);
  std::sort(drops.begin(), drops.begin() + static_cast<std::ptrdiff_t>(n), [&](std::uint16_t a, std::uint16_t b) {
    const int da = distance(king, all[a].move.to()), db = distance(king, all[b].move.to());
    if (da != db) return da < db;
    return index(all[a].move.dropped()) < index(all[b].move.dropped());
  });
  for (std::size_t i = 0; i + 1 < n; ++i) {
    all[drops[i]].next = drops[i + 1];
    all[drops[i + 1]].hidden = true;
    ++f.hidden;
  }
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
        ++f.hidden;
        break;
      }
  }
}

template <bool Or>
Outcome MateSearch::fold(int depth) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  Child* const all = children_.data() + f.first;
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
      } else if constexpr (Or) {
        if (c.length < all[best].length) best = i;
      } else {
        if (c.repetition > all[best].repetition ||
            (c.repetition == all[best].repetition && c.length > all[best].length))
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
    o.hand = Or ? needed_before(pos_, c.move, c.final_hand) : c.final_hand;
    o.repetition = c.repetition;
    if (o.repetition >= depth) o.repetition = no_repetition;
    return o;
  }
  if (live == 0) {
    o.pn = Or ? infinite : 0;
    o.dn = Or ? 0 : infinite;
    if constexpr (Or) {
      o.length = endless_length;
      o.hand = both_hands(pos_);
      for (std::uint32_t i = 0; i < f.count; ++i) {
        o.length = std::min(o.length, longer(all[i].length));
        o.hand = Hand::least(o.hand, allowed_before(pos_, all[i].move, all[i].final_hand));
        o.repetition = std::min(o.repetition, all[i].repetition);
      }
      o.hand = without_new_checks(pos_, o.hand);
      if (o.repetition >= depth) o.repetition = no_repetition;
    } else {
      o.length = 0;
      for (std::uint32_t i = 0; i < f.count; ++i) {
        if (longer(all[i].length) > o.length) {
          o.length = longer(all[i].length);
          o.move = all[i].move;
        }
        o.hand = Hand::most(o.hand, all[i].final_hand);
      }
      o.hand = keep_monopoly(pos_, o.hand);
    }
    return o;
  }
  f.second = second;
  f.others = (live - 1) + (f.hidden > 0 ? std::max(1u, f.hidden / 8) : 0);
  const Number combined = bounded_sum(most, f.others);
  o.pn = Or ? least : combined;
  o.dn = Or ? combined : least;
  o.move = all[best].move;
  return o;
}

void MateSearch::store(const Child& child, const Outcome& o, int depth, std::uint64_t path_key, std::uint64_t effort,
                       Length length) {
  if (o.proved()) {
    table_.store_proof(child.key, o.hand, o.length, o.move, effort, false);
  } else if (o.disproved()) {
    if (o.repetition != no_repetition) {
      paths_.store(path_key, length, o.repetition);
      table_.store_open(child.key, child.hand, 1, 1, depth, o.move, effort, true);
    } else {
      table_.store_disproof(child.key, o.hand, o.length, o.move, effort, false);
    }
  } else {
    table_.store_open(child.key, child.hand, o.pn, o.dn, depth, o.move, effort, false);
  }
}

template <bool Or>
Outcome MateSearch::search(int depth, Length length, bool first_visit, Number limit_pn, Number limit_dn,
                           unsigned& extension) {
  const auto at = static_cast<std::size_t>(depth);
  if (depth >= depth_limit) return {infinite, 0, length, frames_[at].hand, -1, {}};
  enter_path(depth);
  expand<Or>(depth, length);
  Outcome now = fold<Or>(depth);
  const auto over = [&](Number pn, Number dn) { return now.pn >= pn || now.dn >= dn; };
  const auto done = [&] {
    leave_path(depth);
    children_.resize(frames_[at].first);
    return now;
  };
  if (first_visit) {
    if (extension > 0) --extension;
    if (over(limit_pn, limit_dn)) return done();
  }
  const unsigned before = extension;
  if (frames_[at].has_old_child) ++extension;
  Number stop_pn = limit_pn, stop_dn = limit_dn;
  const auto extend = [&] {
    if (now.solved()) return;
    stop_pn = std::max(stop_pn, bounded_sum(now.pn, 1));
    stop_dn = std::max(stop_dn, bounded_sum(now.dn, 1));
  };
  if (extension > 0) extend();
  if (frames_.size() < at + 2) frames_.resize(frames_.size() * 2);
  while (!now.solved() && !over(stop_pn, stop_dn)) {
    if (!meter_.spend()) break;
    table_.collect_if_full();
    Frame& f = frames_[at];
    const std::uint32_t index_of_best = f.first + f.best;
    Child& best = children_[index_of_best];
    const Number stop_selecting = Or ? stop_pn : stop_dn, stop_combined = Or ? stop_dn : stop_pn;
    const Number next = f.second >= largest_finite ? infinite : f.second + 1 + (tune[0] ? f.second / static_cast<Number>(tune[0]) : 0);
    const Number child_selecting = std::min(stop_selecting, next);
    const Number child_combined = stop_combined == infinite ? infinite : stop_combined - f.others;
    const std::uint64_t nodes_before = nodes_;
    const bool first = best.first_visit;
    Frame& below = frames_[at + 1];
    below = Frame{};
    below.key = best.key;
    below.hand = best.hand;
    below.path_key = mix64(f.path_key + best.move.bits());
    const Move16 move = best.move;
    const Position::Undo undo = pos_.make(move);
    const Outcome o = search<!Or>(depth + 1, shorter(length), first, Or ? child_selecting : child_combined,
                                  Or ? child_combined : child_selecting, extension);
    pos_.undo(move, undo);
    Child& c = children_[index_of_best];
    c.pn = o.pn;
    c.dn = o.dn;
    c.length = o.length;
    c.final_hand = o.hand;
    c.repetition = o.repetition;
    c.first_visit = false;
    store(c, o, depth + 1, frames_[at + 1].path_key, nodes_ - nodes_before, shorter(length));
    if ((Or ? c.dn : c.pn) == 0) {
      for (std::uint16_t next_child = c.next; next_child != no_child;) {
        Child& released = children_[frames_[at].first + next_child];
        released.hidden = false;
        --frames_[at].hidden;
        if ((Or ? released.dn : released.pn) != 0) break;
        next_child = released.next;
      }
    }
    now = fold<Or>(depth);
    stop_pn = limit_pn;
    stop_dn = limit_dn;
    if (extension > 0) {
      extend();
    } else if (before > 0) {
      break;
    }
  }
  return done();
}

}  // namespace nazo::tsume
