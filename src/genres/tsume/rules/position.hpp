// A shogi position: board, hands, side to move, with an incremental hash key of the board.
//
// Either king may be missing (a tsume-shogi attacker often has none). The pieces in play are constant along a game, so
// the board and one side's hand determine the other side's hand: `board_key` and the attacker's hand together are a
// complete key.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "genres/tsume/rules/bitboard.hpp"
#include "genres/tsume/rules/types.hpp"

namespace nazo::tsume {

class Position {
 public:
  /// What `undo` needs to take a move back.
  struct Undo {
    std::uint64_t key;
    Piece captured;
    Kind moved;  ///< the kind before the move
  };

  // ── building ──
  void put(Piece p, Square s);
  void take(Square s);
  void set_hand(Color c, Hand hand) { hands_[at(c)] = hand; }
  void set_side(Color c);

  // ── looking ──
  [[nodiscard]] Piece on(Square s) const { return board_[static_cast<std::size_t>(s)]; }
  [[nodiscard]] Hand hand(Color c) const { return hands_[at(c)]; }
  [[nodiscard]] Color side() const { return side_; }
  [[nodiscard]] Square king(Color c) const { return kings_[at(c)]; }
  [[nodiscard]] bool has_king(Color c) const { return kings_[at(c)] != no_square; }
  [[nodiscard]] Bitboard of(Color c) const { return colors_[at(c)]; }
  [[nodiscard]] Bitboard of(Kind k) const { return kinds_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] Bitboard of(Color c, Kind k) const { return of(c) & of(k); }
  [[nodiscard]] Bitboard golds() const { return golds_; }  ///< everything that moves as a gold, of both colours
  [[nodiscard]] Bitboard golds(Color c) const { return of(c) & golds_; }
  [[nodiscard]] Bitboard occupied() const { return colors_[0] | colors_[1]; }
  /// Hash of the board and the side to move; hands are not in it.
  [[nodiscard]] std::uint64_t board_key() const { return key_; }
  /// The key after a move, without making it.
  [[nodiscard]] std::uint64_t key_after(Move16 m) const;
  /// The hand of the side to move after a move, without making it.
  [[nodiscard]] Hand hand_after(Move16 m) const;

  /// The pieces of `by` that attack s on a board occupied like that.
  [[nodiscard]] Bitboard attackers_to(Square s, Color by, Bitboard occupied) const;
  [[nodiscard]] bool is_attacked(Square s, Color by, Bitboard occupied) const;
  /// Everything `by` attacks, as far as it touches the neighbours of that square; other squares may be missing.
  [[nodiscard]] Bitboard attacked_round(Square s, Color by, Bitboard occupied) const;
  /// The pieces that give check to that side's king; none if it has no king.
  [[nodiscard]] Bitboard checkers_of(Color c) const;
  [[nodiscard]] bool in_check(Color c) const;
  /// The pieces (of either colour) that alone stand between the king of `king_side` and a slider of the other side.
  [[nodiscard]] Bitboard blockers_of(Color king_side) const;
  /// No pawn of that side on the file?
  [[nodiscard]] bool pawn_file_free(Color c, int file) const { return (of(c, Kind::pawn) & file_board(file)).empty(); }
  /// Where that side may drop a piece of that kind: empty, not stuck, no second pawn on a file.
  [[nodiscard]] Bitboard drop_squares(Color c, Kind k) const;

  // ── moving ──
  /// Makes a move that must be at least pseudo-legal.
  Undo make(Move16 m);
  void undo(Move16 m, const Undo& undo);
  /// Gives the move to the other side.
  void pass();

  /// The position seen from the other side: board turned, colours exchanged.
  [[nodiscard]] Position turned() const;
  [[nodiscard]] Position mirrored() const;

  friend bool operator==(const Position& a, const Position& b) {
    return a.board_ == b.board_ && a.hands_ == b.hands_ && a.side_ == b.side_;
  }

 private:
  /// The pieces, of either colour, that would attack s by a step if they were `by`'s.
  [[nodiscard]] Bitboard steppers_to(Square s, Color by) const;
  /// The sliders, of either colour, that would attack s on an empty board if they were `by`'s.
  [[nodiscard]] Bitboard sliders_towards(Square s, Color by) const;
  [[nodiscard]] static constexpr std::size_t at(Color c) { return static_cast<std::size_t>(c); }
  void place(Piece p, Square s);
  void lift(Piece p, Square s);

  std::array<Bitboard, 2> colors_{};
  std::array<Bitboard, kind_count> kinds_{};
  Bitboard golds_{};
  std::array<Hand, 2> hands_{};
  std::array<Square, 2> kings_{no_square, no_square};
  Color side_ = Color::black;
  std::array<Piece, square_count> board_{};
  std::uint64_t key_ = 0;
};
static_assert(std::is_trivially_copyable_v<Position>);

/// The position after a move.
[[nodiscard]] inline Position after(Position p, Move16 m) {
  p.make(m);
  return p;
}

}  // namespace nazo::tsume
