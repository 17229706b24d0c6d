#include "genres/tsume/rules/movegen.hpp"

#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/mating.hpp"

namespace nazo::tsume {
namespace {

[[nodiscard]] Bitboard check_candidates(Color us, Kind k, Square king) {
  return tables::attacks
      .check_from[static_cast<std::size_t>(us)][static_cast<std::size_t>(k)][static_cast<std::size_t>(king)];
}
[[nodiscard]] Bitboard leavable(Color us, Kind k) {
  return tables::attacks.droppable[static_cast<std::size_t>(us)][static_cast<std::size_t>(k)];
}

/// Every way a piece can go to the targets, promoting or not.
void emit(MoveList& out, Color us, Kind kind, Square from, Bitboard targets) {
  if (!can_promote(kind)) {
    targets.each([&](Square to) { out.push(Move16::step(from, to)); });
    return;
  }
  const Bitboard promoting = in_zone(us, from) ? targets : targets & zone_board(us);
  promoting.each([&](Square to) { out.push(Move16::promotion(from, to)); });
  (targets & leavable(us, kind)).each([&](Square to) { out.push(Move16::step(from, to)); });
}

/// The kinds a piece moves like, for loops over all pieces of a side: one loop serves all golds.
template <class F>
void each_piece(const Position& p, Bitboard pieces, F&& f) {
  pieces.each([&](Square s) { f(kind_of(p.on(s)), s); });
}

/// Pawn drops that give check and would mate are left out.
[[nodiscard]] bool is_pawn_drop_mate(const Position& p, Square to) {
  const Color them = ~p.side();
  return p.has_king(them) && pawn_steps(p.side(), to).has(p.king(them)) && pawn_drop_mates(p, to);
}

void emit_drops(const Position& p, MoveList& out, Bitboard targets) {
  const Color us = p.side();
  const Hand hand = p.hand(us);
  if (hand.empty()) return;
  for (const Kind k : hand_kinds) {
    if (!hand.has(k)) continue;
    if (k == Kind::pawn) {
      (targets & leavable(us, k)).each([&](Square to) {
        if (p.pawn_file_free(us, file_of(to)) && !is_pawn_drop_mate(p, to)) out.push(Move16::drop(k, to));
      });
    } else {
      (targets & leavable(us, k)).each([&](Square to) { out.push(Move16::drop(k, to)); });
    }
  }
}

/// Steps of the king to squares the other side does not attack; the king must not hide behind itself.
template <class F>
void each_king_step(const Position& p, F&& f) {
  const Color us = p.side();
  const Square k = p.king(us);
  (king_steps(k) - p.of(us) - p.attacked_round(k, ~us, p.occupied() ^ Bitboard::of(k))).each([&](Square to) {
    f(Move16::step(k, to));
  });
}

}  // namespace

void legal_moves(const Position& p, MoveList& out) {
  const Color us = p.side();
  if (p.in_check(us)) return evasions(p, out);
  const Bitboard occupied = p.occupied(), free = Bitboard::all() - p.of(us);
  const Bitboard pinned = p.blockers_of(us) & p.of(us);
  each_piece(p, p.of(us) - p.of(Kind::king), [&](Kind kind, Square from) {
    Bitboard targets = attacks_of(kind, us, from, occupied) & free;
    if (pinned.has(from)) targets &= line_through(p.king(us), from);
    emit(out, us, kind, from, targets);
  });
  if (p.has_king(us)) each_king_step(p, [&](Move16 m) { out.push(m); });
  emit_drops(p, out, Bitboard::all() - occupied);
}

namespace {

/// The answers to a check that are no drops. Returns the squares where a drop would help.
Bitboard evasions_on_board(const Position& p, MoveList& out) {
  const Color us = p.side();
  const Square king = p.king(us);
  const Bitboard occupied = p.occupied();
  each_king_step(p, [&](Move16 m) { out.push(m); });
  const Bitboard checkers = p.attackers_to(king, ~us, occupied);
  if (checkers.more_than_one()) return {};
  const Square checker = checkers.first();
  const Bitboard gap = between(king, checker);
  // A pinned piece can neither take the checker nor step into its line: two lines through the king meet only there.
  const Bitboard movers = p.of(us) - p.of(Kind::king) - p.blockers_of(us);
  const auto go_to = [&](Square to) {
    each_piece(p, p.attackers_to(to, us, occupied) & movers,
               [&](Kind kind, Square from) { emit(out, us, kind, from, Bitboard::of(to)); });
  };
  go_to(checker);
  gap.each(go_to);
  return gap;
}

}  // namespace

void evasions(const Position& p, MoveList& out) {
  if (const Bitboard gap = evasions_on_board(p, out); gap.any()) emit_drops(p, out, gap);
}

int evasions_drops_last(const Position& p, MoveList& out) {
  const Bitboard gap = evasions_on_board(p, out);
  const int on_board = out.size();
  const Color us = p.side();
  const Hand hand = p.hand(us);
  if (gap.empty() || hand.empty()) return on_board;
  std::array<Bitboard, hand_kinds.size()> squares;
  for (std::size_t i = 0; i < hand_kinds.size(); ++i)
    squares[i] = hand.has(hand_kinds[i]) ? gap & leavable(us, hand_kinds[i]) : Bitboard{};
  const auto drop_on = [&](Square to) {
    for (std::size_t i = 0; i < hand_kinds.size(); ++i) {
      if (!squares[i].has(to)) continue;
      if (hand_kinds[i] == Kind::pawn && (!p.pawn_file_free(us, file_of(to)) || is_pawn_drop_mate(p, to))) continue;
      out.push(Move16::drop(hand_kinds[i], to));
    }
  };
  if (gap.first() > p.king(us)) {
    gap.each(drop_on);
  } else {
    gap.each_backwards(drop_on);
  }
  return on_board;
}

namespace {

/// From where each kind of piece attacks a king: the attack of the king's own piece of that kind, seen from the king.
class CheckSquares {
 public:
  CheckSquares(const Position& p, Color king_side, Square king) {
    const Bitboard near = king_steps(king), golden = gold_steps(king_side, king);
    // Lines are looked along only where the attacker has what moves along them.
    const Color attacker = ~king_side;
    const Hand hand = p.hand(attacker);
    const bool has_diagonal =
        hand.has(Kind::bishop) || (p.of(attacker) & (p.of(Kind::bishop) | p.of(Kind::horse))).any();
    const bool has_straight = hand.has(Kind::rook) || hand.has(Kind::lance) ||
                              (p.of(attacker) & (p.of(Kind::rook) | p.of(Kind::dragon) | p.of(Kind::lance))).any();
    const Bitboard occupied = p.occupied();
    const Bitboard diagonal = has_diagonal ? bishop_attacks(king, occupied) : Bitboard{};
    const Bitboard straight = has_straight ? rook_attacks(king, occupied) : Bitboard{};
    set(Kind::pawn, pawn_steps(king_side, king));
    set(Kind::lance, straight & ray_from(king_side == Color::black ? Ray::up : Ray::down, king));
    set(Kind::knight, knight_steps(king_side, king));
    set(Kind::silver, silver_steps(king_side, king));
    set(Kind::bishop, diagonal);
    set(Kind::rook, straight);
    set(Kind::horse, diagonal | near);
    set(Kind::dragon, straight | near);
    set(Kind::king, {});
    for (const Kind k : {Kind::gold, Kind::pro_pawn, Kind::pro_lance, Kind::pro_knight, Kind::pro_silver})
      set(k, golden);
  }
  [[nodiscard]] Bitboard of(Kind k) const { return squares_[static_cast<std::size_t>(k)]; }

 private:
  void set(Kind k, Bitboard b) { squares_[static_cast<std::size_t>(k)] = b; }
  std::array<Bitboard, kind_count> squares_;
};

void checking_evasions(const Position& p, MoveList& out) {
  evasions(p, out);
  int kept = 0;
  for (const Move16 m : out)
    if (gives_check(p, m)) out[kept++] = m;
  out.shrink(kept);
}

void checking_drops(const Position& p, const CheckSquares& squares, MoveList& out) {
  const Color us = p.side();
  const Hand hand = p.hand(us);
  if (hand.empty()) return;
  const Bitboard occupied = p.occupied();
  for (const Kind k : hand_kinds) {
    if (!hand.has(k)) continue;
    if (k == Kind::pawn) {
      (squares.of(k) - occupied).each([&](Square to) {
        if (p.pawn_file_free(us, file_of(to)) && !pawn_drop_mates(p, to)) out.push(Move16::drop(k, to));
      });
    } else {
      (squares.of(k) - occupied).each([&](Square to) { out.push(Move16::drop(k, to)); });
    }
  }
}

}  // namespace

void checks(const Position& p, MoveList& out) {
  const Color us = p.side(), them = ~us;
  if (!p.has_king(them)) return;
  if (p.in_check(us)) return checking_evasions(p, out);
  const Square king = p.king(them);
  const Bitboard occupied = p.occupied(), free = Bitboard::all() - p.of(us);
  const Bitboard pinned = p.has_king(us) ? p.blockers_of(us) & p.of(us) : Bitboard{};
  const Bitboard uncovering = p.blockers_of(them) & p.of(us);
  const CheckSquares squares(p, them, king);

  const auto direct = [&](Kind kind, Square from, Bitboard targets) {
    if (can_promote(kind)) {
      const Bitboard promoting = in_zone(us, from) ? targets : targets & zone_board(us);
      (promoting & squares.of(promoted(kind))).each([&](Square to) { out.push(Move16::promotion(from, to)); });
      (targets & squares.of(kind) & leavable(us, kind)).each([&](Square to) { out.push(Move16::step(from, to)); });
    } else {
      (targets & squares.of(kind)).each([&](Square to) { out.push(Move16::step(from, to)); });
    }
  };
  const auto reach = [&](Kind kind, Square from) {
    Bitboard targets = attacks_of(kind, us, from, occupied) & free;
    if (pinned.has(from)) targets &= line_through(p.king(us), from);
    return targets;
  };

  uncovering.each([&](Square from) {
    const Kind kind = kind_of(p.on(from));
    const Bitboard line = line_through(king, from);
    if (kind == Kind::king) {
      each_king_step(p, [&](Move16 m) {
        if (!line.has(m.to())) out.push(m);
      });
      return;
    }
    const Bitboard targets = reach(kind, from);
    emit(out, us, kind, from, targets - line);
    direct(kind, from, targets & line);
  });
  const Bitboard others = p.of(us) - uncovering;
  for (const Kind kind :
       {Kind::pawn, Kind::lance, Kind::knight, Kind::silver, Kind::bishop, Kind::rook, Kind::horse, Kind::dragon})
    (others & p.of(kind) & check_candidates(us, kind, king)).each([&](Square from) {
      direct(kind, from, reach(kind, from));
    });
  (others & p.golds() & check_candidates(us, Kind::gold, king)).each([&](Square from) {
    direct(Kind::gold, from, reach(Kind::gold, from));
  });
  checking_drops(p, squares, out);
}

bool gives_check(const Position& p, Move16 m) {
  const Color us = p.side(), them = ~us;
  if (!p.has_king(them)) return false;
  const Square king = p.king(them);
  if (m.is_drop()) return attacks_of(m.dropped(), us, m.to(), p.occupied()).has(king);
  const Kind moved = kind_of(p.on(m.from()));
  const Bitboard occupied = (p.occupied() ^ Bitboard::of(m.from())) | Bitboard::of(m.to());
  if (attacks_of(m.is_promotion() ? promoted(moved) : moved, us, m.to(), occupied).has(king)) return true;
  return p.blockers_of(them).has(m.from()) && !line_through(king, m.from()).has(m.to());
}

bool pawn_drop_mates(const Position& p, Square to) {
  const Color us = p.side(), them = ~us;
  const Square king = p.king(them);
  const Bitboard takers = p.attackers_to(to, them, p.occupied()) - Bitboard::of(king);
  if (takers.any()) {
    const Bitboard pinned = p.blockers_of(them);
    if (takers.some([&](Square s) { return !pinned.has(s) || line_through(king, s).has(to); })) return false;
  }
  const Bitboard occupied = (p.occupied() | Bitboard::of(to)) ^ Bitboard::of(king);
  return (king_steps(king) - p.of(them) - p.attacked_round(king, us, occupied)).empty();
}

bool is_mate(const Position& p) {
  const Escape escape = escape_from_check(p);
  if (escape.possible) return false;
  if (escape.gap.empty()) return true;
  const Color us = p.side();
  const Hand hand = p.hand(us);
  if (!hand.empty()) {
    for (const Kind k : hand_kinds) {
      if (!hand.has(k)) continue;
      const Bitboard squares = escape.gap & leavable(us, k);
      if (k != Kind::pawn) {
        if (squares.any()) return false;
      } else if (squares.some(
                     [&](Square to) { return p.pawn_file_free(us, file_of(to)) && !is_pawn_drop_mate(p, to); })) {
        return false;
      }
    }
  }
  return !escape.gap.some([&](Square to) { return (p.attackers_to(to, us, p.occupied()) & escape.movers).any(); });
}

Move16 mating_move(Position& p, const MoveList& list) {
  return first_mating(p, list, [](const Position& next) { return is_mate(next); });
}

Move16 mate_in_one(const Position& p) {
  MoveList list;
  checks(p, list);
  Position copy = p;
  return mating_move(copy, list);
}

Illegal why_illegal(const Position& p, Move16 m) {
  const Color us = p.side();
  if (index(m.to()) >= square_count) return Illegal::wrong_way;
  if (m.is_drop()) {
    const Kind k = m.dropped();
    if (k == Kind::none || index(k) > index(Kind::gold) || !p.hand(us).has(k)) return Illegal::not_in_hand;
    if (p.on(m.to()) != Piece::none) return Illegal::occupied;
    if (is_stuck(k, us, m.to())) return Illegal::stuck_drop;
    if (k == Kind::pawn && !p.pawn_file_free(us, file_of(m.to()))) return Illegal::two_pawns;
  } else {
    const Piece moved = p.on(m.from());
    if (moved == Piece::none || color_of(moved) != us) return Illegal::empty_square;
    const Piece target = p.on(m.to());
    if (!attacks_of(kind_of(moved), us, m.from(), p.occupied()).has(m.to())) return Illegal::wrong_way;
    if (target != Piece::none && color_of(target) == us) return Illegal::own_piece;
    if (target != Piece::none && kind_of(target) == Kind::king) return Illegal::wrong_way;
    if (m.is_promotion()) {
      if (!can_promote(kind_of(moved)) || !(in_zone(us, m.from()) || in_zone(us, m.to()))) return Illegal::no_promotion;
    } else if (is_stuck(kind_of(moved), us, m.to())) {
      return Illegal::must_promote;
    }
  }
  Position after = p;
  after.make(m);
  if (after.in_check(us)) return Illegal::leaves_king;
  if (m.is_drop() && m.dropped() == Kind::pawn && is_pawn_drop_mate(p, m.to())) return Illegal::pawn_drop_mate;
  return Illegal::none;
}

}  // namespace nazo::tsume
