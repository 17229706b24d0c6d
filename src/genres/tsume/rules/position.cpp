#include "genres/tsume/rules/position.hpp"

#include "base/rng.hpp"

namespace nazo::tsume {
namespace {

struct Keys {
  std::array<std::array<std::uint64_t, square_count>, 32> piece{};
  std::uint64_t side = 0;
};

constexpr Keys make_keys() {
  Keys keys;
  std::uint64_t n = 0x7a5e'0001'0000'0000ULL;
  for (auto& row : keys.piece)
    for (auto& key : row) key = mix64(mix64(++n));
  for (auto& key : keys.piece[0]) key = 0;  // an empty square
  keys.side = mix64(mix64(++n));
  return keys;
}

constexpr Keys keys = make_keys();

std::uint64_t key_of(Piece p, Square s) { return keys.piece[static_cast<std::size_t>(p)][static_cast<std::size_t>(s)]; }

}  // namespace

void Position::place(Piece p, Square s) {
  const Bitboard bit = Bitboard::of(s);
  const Kind k = kind_of(p);
  colors_[at(color_of(p))] |= bit;
  kinds_[static_cast<std::size_t>(k)] |= bit;
  if (moves_as_gold(k)) golds_ |= bit;
  if (k == Kind::king) kings_[at(color_of(p))] = s;
  board_[static_cast<std::size_t>(s)] = p;
}

void Position::lift(Piece p, Square s) {
  const Bitboard bit = Bitboard::of(s);
  const Kind k = kind_of(p);
  colors_[at(color_of(p))] ^= bit;
  kinds_[static_cast<std::size_t>(k)] ^= bit;
  if (moves_as_gold(k)) golds_ ^= bit;
  board_[static_cast<std::size_t>(s)] = Piece::none;
}

void Position::put(Piece p, Square s) {
  place(p, s);
  key_ ^= key_of(p, s);
}

void Position::take(Square s) {
  const Piece p = on(s);
  if (p == Piece::none) return;
  lift(p, s);
  if (kind_of(p) == Kind::king) kings_[at(color_of(p))] = no_square;
  key_ ^= key_of(p, s);
}

void Position::set_side(Color c) {
  if (c != side_) pass();
}

void Position::pass() {
  side_ = ~side_;
  key_ ^= keys.side;
}

std::uint64_t Position::key_after(Move16 m) const {
  if (m.is_drop()) return key_ ^ keys.side ^ key_of(piece(side_, m.dropped()), m.to());
  const Piece moved = on(m.from());
  const Piece after = m.is_promotion() ? piece(side_, promoted(kind_of(moved))) : moved;
  return key_ ^ keys.side ^ key_of(moved, m.from()) ^ key_of(after, m.to()) ^ key_of(on(m.to()), m.to());
}

Hand Position::hand_after(Move16 m) const {
  Hand hand = hands_[at(side_)];
  if (m.is_drop()) {
    hand.remove(m.dropped());
  } else if (const Piece captured = on(m.to()); captured != Piece::none) {
    hand.add(plain(kind_of(captured)));
  }
  return hand;
}

Bitboard Position::steppers_to(Square s, Color by) const {
  const Color other = ~by;
  return (pawn_steps(other, s) & of(Kind::pawn)) | (knight_steps(other, s) & of(Kind::knight)) |
         (silver_steps(other, s) & of(Kind::silver)) | (gold_steps(other, s) & golds_) |
         (king_steps(s) & (of(Kind::king) | of(Kind::horse) | of(Kind::dragon)));
}

Bitboard Position::sliders_towards(Square s, Color by) const {
  const Ray back = by == Color::black ? Ray::down : Ray::up;
  return (diagonals_from(s) & (of(Kind::bishop) | of(Kind::horse))) |
         (straights_from(s) & (of(Kind::rook) | of(Kind::dragon))) | (ray_from(back, s) & of(Kind::lance));
}

Bitboard Position::attackers_to(Square s, Color by, Bitboard occupied) const {
  const Bitboard ours = of(by);
  Bitboard set = steppers_to(s, by) & ours;
  const Bitboard sliders = (sliders_towards(s, by) & ours) - set;
  sliders.each([&](Square from) {
    if ((between(s, from) & occupied).empty()) set |= Bitboard::of(from);
  });
  return set;
}

bool Position::is_attacked(Square s, Color by, Bitboard occupied) const {
  const Bitboard ours = of(by);
  if ((steppers_to(s, by) & ours).any()) return true;
  return (sliders_towards(s, by) & ours).some([&](Square from) { return (between(s, from) & occupied).empty(); });
}

Bitboard Position::attacked_round(Square s, Color by, Bitboard occupied) const {
  const auto& from = tables::attacks.round_from[at(by)];
  const Bitboard ours = of(by);
  const auto near = [&](Kind k) {
    return ours & of(k) & from[static_cast<std::size_t>(k)][static_cast<std::size_t>(s)];
  };
  Bitboard set;
  near(Kind::pawn).each([&](Square p) { set |= pawn_steps(by, p); });
  near(Kind::knight).each([&](Square p) { set |= knight_steps(by, p); });
  near(Kind::silver).each([&](Square p) { set |= silver_steps(by, p); });
  (ours & golds_ & from[static_cast<std::size_t>(Kind::gold)][static_cast<std::size_t>(s)]).each([&](Square p) {
    set |= gold_steps(by, p);
  });
  near(Kind::lance).each([&](Square p) { set |= lance_attacks(by, p, occupied); });
  near(Kind::bishop).each([&](Square p) { set |= bishop_attacks(p, occupied); });
  near(Kind::rook).each([&](Square p) { set |= rook_attacks(p, occupied); });
  near(Kind::horse).each([&](Square p) { set |= bishop_attacks(p, occupied) | king_steps(p); });
  near(Kind::dragon).each([&](Square p) { set |= rook_attacks(p, occupied) | king_steps(p); });
  near(Kind::king).each([&](Square p) { set |= king_steps(p); });
  return set;
}

Bitboard Position::checkers_of(Color c) const {
  return has_king(c) ? attackers_to(king(c), ~c, occupied()) : Bitboard{};
}

bool Position::in_check(Color c) const { return has_king(c) && is_attacked(king(c), ~c, occupied()); }

Bitboard Position::blockers_of(Color king_side) const {
  if (!has_king(king_side)) return {};
  const Square k = king(king_side);
  const Bitboard theirs = of(~king_side);
  const Bitboard snipers = theirs & sliders_towards(k, ~king_side);
  Bitboard blockers;
  const Bitboard all = occupied();
  snipers.each([&](Square s) {
    const Bitboard pieces = between(k, s) & all;
    if (pieces.any() && !pieces.more_than_one()) blockers |= pieces;
  });
  return blockers;
}

Bitboard Position::drop_squares(Color c, Kind k) const {
  Bitboard squares = tables::attacks.droppable[at(c)][static_cast<std::size_t>(k)] - occupied();
  if (k == Kind::pawn) of(c, Kind::pawn).each([&](Square s) { squares = squares - file_board(file_of(s)); });
  return squares;
}

Position::Undo Position::make(Move16 m) {
  Undo undo{key_, Piece::none, Kind::none};
  key_ = key_after(m);
  if (m.is_drop()) {
    undo.moved = m.dropped();
    hands_[at(side_)].remove(m.dropped());
    place(piece(side_, m.dropped()), m.to());
  } else {
    const Piece moved = on(m.from());
    undo.moved = kind_of(moved);
    undo.captured = on(m.to());
    if (undo.captured != Piece::none) {
      lift(undo.captured, m.to());
      hands_[at(side_)].add(plain(kind_of(undo.captured)));
    }
    lift(moved, m.from());
    place(m.is_promotion() ? piece(side_, promoted(kind_of(moved))) : moved, m.to());
  }
  side_ = ~side_;
  return undo;
}

void Position::undo(Move16 m, const Undo& undo) {
  side_ = ~side_;
  key_ = undo.key;
  lift(on(m.to()), m.to());
  if (m.is_drop()) {
    hands_[at(side_)].add(undo.moved);
    return;
  }
  place(piece(side_, undo.moved), m.from());
  if (undo.captured != Piece::none) {
    place(undo.captured, m.to());
    hands_[at(side_)].remove(plain(kind_of(undo.captured)));
  }
}

Position Position::turned() const {
  Position other;
  for (int i = 0; i < square_count; ++i) {
    const Square s = square_of(i);
    if (const Piece p = on(s); p != Piece::none) other.put(piece(~color_of(p), kind_of(p)), tsume::turned(s));
  }
  other.set_hand(Color::black, hand(Color::white));
  other.set_hand(Color::white, hand(Color::black));
  other.set_side(~side_);
  return other;
}

Position Position::mirrored() const {
  Position other;
  for (int i = 0; i < square_count; ++i) {
    const Square s = square_of(i);
    if (const Piece p = on(s); p != Piece::none) other.put(p, tsume::mirrored(s));
  }
  other.set_hand(Color::black, hand(Color::black));
  other.set_hand(Color::white, hand(Color::white));
  other.set_side(side_);
  return other;
}

}  // namespace nazo::tsume
