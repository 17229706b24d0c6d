#include "genres/tsume/generate/retro.hpp"

namespace nazo::tsume {
namespace {

/// The kinds that a captured piece may have had, given what it is in the hand.
constexpr std::array<Kind, 13> board_kinds{
    Kind::pawn,     Kind::lance,     Kind::knight,     Kind::silver,     Kind::bishop, Kind::rook,  Kind::gold,
    Kind::pro_pawn, Kind::pro_lance, Kind::pro_knight, Kind::pro_silver, Kind::horse,  Kind::dragon};

class BackSteps {
 public:
  BackSteps(const Position& p, std::vector<Before>& out) : p_(p), mover_(~p.side()), out_(out) {}

  void all() {
    p_.of(mover_).each([&](Square to) {
      const Kind kind = kind_of(p_.on(to));
      if (kind != Kind::king && !is_promoted(kind)) undrop(kind, to);
      unstep(kind, to, false);
      if (is_promoted(kind)) unstep(plain(kind), to, true);
    });
  }

 private:
  void undrop(Kind kind, Square to) {
    Position before = p_;
    before.take(to);
    Hand hand = before.hand(mover_);
    hand.add(kind);
    before.set_hand(mover_, hand);
    add(before, Move16::drop(kind, to));
  }

  /// The piece, of that kind before the move, goes back to every square it may have come from.
  void unstep(Kind kind, Square to, bool promotion) {
    const Bitboard sources = attacks_of(kind, ~mover_, to, p_.occupied()) - p_.occupied();
    sources.each([&](Square from) {
      if (promotion && !in_zone(mover_, from) && !in_zone(mover_, to)) return;
      if (is_stuck(kind, mover_, from)) return;
      if (kind == Kind::pawn && promotion && !p_.pawn_file_free(mover_, file_of(from))) return;
      Position before = p_;
      before.take(to);
      before.put(piece(mover_, kind), from);
      const Move16 m = promotion ? Move16::promotion(from, to) : Move16::step(from, to);
      add(before, m);
      const Hand hand = p_.hand(mover_);
      for (const Kind captured : board_kinds) {
        if (!hand.has(plain(captured)) || is_stuck(captured, ~mover_, to)) continue;
        if (captured == Kind::pawn && !p_.pawn_file_free(~mover_, file_of(to))) continue;
        Position more = before;
        more.put(piece(~mover_, captured), to);
        Hand less = hand;
        less.remove(plain(captured));
        more.set_hand(mover_, less);
        add(more, m);
      }
    });
  }

  void add(Position before, Move16 m) {
    before.pass();
    if (before.in_check(~mover_)) return;
    out_.push_back({before, m});
  }

  const Position& p_;
  Color mover_;
  std::vector<Before>& out_;
};

}  // namespace

void moves_back(const Position& p, std::vector<Before>& out) { BackSteps(p, out).all(); }

}  // namespace nazo::tsume
