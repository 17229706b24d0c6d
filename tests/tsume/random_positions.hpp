// Random shogi positions for tests: legal, sparse or crowded, with or without an attacker's king.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace random_positions {

struct Wish {
  int attackers = 4, defenders = 3;          // on the board, besides the kings, at most
  int attacker_hand = 3, defender_hand = 3;  // at most
  bool near = true;                          // round the defender's king
  bool attacker_king = false;
  bool attacker_white = false;
  bool many_sliders = false;  // lances, bishops and rooks rather than pawns
  bool edge = false;          // the king on the top or bottom rank
};

/// A position that a problem may start from, or nothing if the dice fell badly.
inline std::optional<nazo::tsume::Position> make(nazo::Rng& rng, const Wish& wish) {
  using namespace nazo::tsume;
  Position p;
  const Color attacker = wish.attacker_white ? Color::white : Color::black, defender = ~attacker;
  Square king = square_of(rng.between(0, 80));
  if (wish.edge) king = square_at(file_of(king), rng.below(4) == 0 ? 8 : 0);
  p.put(piece(defender, Kind::king), king);
  std::vector<Kind> bag;
  for (const Kind k : hand_kinds)
    for (int i = 0; i < (wish.many_sliders && k == Kind::pawn ? 3 : set_size(k)); ++i) bag.push_back(k);
  rng.shuffle(std::span(bag));
  const auto draw = [&] {
    const Kind k = bag.back();
    bag.pop_back();
    return k;
  };
  const auto free_square = [&] {
    for (int tries = 0;; ++tries) {
      Square s = square_of(rng.between(0, 80));
      if (wish.near && tries < 50) {
        const int file = file_of(king) + rng.between(-3, 3), rank = rank_of(king) + rng.between(-3, 3);
        if (file < 0 || file > 8 || rank < 0 || rank > 8) continue;
        s = square_at(file, rank);
      }
      if (p.on(s) == Piece::none) return s;
    }
  };
  if (wish.attacker_king) p.put(piece(attacker, Kind::king), free_square());
  const auto put_some = [&](Color c, int count) {
    for (int i = 0; i < count; ++i) {
      const Kind k = draw();
      const Square s = free_square();
      const Kind as = can_promote(k) && rng.below(3) == 0 ? promoted(k) : k;
      p.put(piece(c, as), s);
    }
  };
  put_some(attacker, rng.between(1, wish.attackers));
  put_some(defender, rng.between(0, wish.defenders));
  const auto hold_some = [&](Color c, int count) {
    Hand hand;
    for (int i = 0; i < count; ++i) hand.add(draw());
    p.set_hand(c, hand);
  };
  hold_some(attacker, rng.between(0, wish.attacker_hand));
  hold_some(defender, rng.between(0, wish.defender_hand));
  p.set_side(attacker);
  if (!check_start(p)) return std::nullopt;
  return p;
}

}  // namespace random_positions
