// The small words of shogi: colours, squares, pieces, hands and moves, each packed into a byte or two.
//
// Squares run file by file from the right as black sees them: square = 9 · file + rank, file 0 is the first file
// (１筋), rank 0 the top rank (一段). Black moves up (towards rank 0).
#pragma once

#include <array>
#include <cstdint>

namespace nazo::tsume {

enum class Color : std::uint8_t { black, white };
[[nodiscard]] constexpr Color operator~(Color c) { return c == Color::black ? Color::white : Color::black; }
[[nodiscard]] constexpr int index(Color c) { return static_cast<int>(c); }

// ── squares ────────────────────────────────────────────────────────────────────────────────────────────────────────

enum class Square : std::uint8_t {};
inline constexpr int square_count = 81;
inline constexpr Square no_square{81};

[[nodiscard]] constexpr int index(Square s) { return static_cast<int>(s); }
[[nodiscard]] constexpr Square square_of(int i) { return Square(static_cast<std::uint8_t>(i)); }
[[nodiscard]] constexpr Square square_at(int file, int rank) { return Square(file * 9 + rank); }
[[nodiscard]] constexpr int file_of(Square s) { return index(s) / 9; }
[[nodiscard]] constexpr int rank_of(Square s) { return index(s) % 9; }
[[nodiscard]] constexpr Square turned(Square s) { return s == no_square ? s : Square(80 - index(s)); }
[[nodiscard]] constexpr Square mirrored(Square s) { return s == no_square ? s : square_at(8 - file_of(s), rank_of(s)); }

/// How many ranks a piece of that colour on that rank is away from the far edge: 0 on the last rank.
[[nodiscard]] constexpr int ranks_ahead(Color c, int rank) { return c == Color::black ? rank : 8 - rank; }
[[nodiscard]] constexpr bool in_zone(Color c, Square s) { return ranks_ahead(c, rank_of(s)) <= 2; }

// ── pieces ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A promoted kind is its plain kind + 8, so that bit 3 says "promoted" for all but the king.
enum class Kind : std::uint8_t {
  none,
  pawn,
  lance,
  knight,
  silver,
  bishop,
  rook,
  gold,
  king,
  pro_pawn,
  pro_lance,
  pro_knight,
  pro_silver,
  horse,
  dragon,
};
inline constexpr int kind_count = 15;
[[nodiscard]] constexpr int index(Kind k) { return static_cast<int>(k); }

[[nodiscard]] constexpr bool can_promote(Kind k) { return k >= Kind::pawn && k <= Kind::rook; }
[[nodiscard]] constexpr Kind promoted(Kind k) { return Kind(index(k) + 8); }
[[nodiscard]] constexpr bool is_promoted(Kind k) { return index(k) > 8; }
/// What the piece is in a hand: promotion is lost.
[[nodiscard]] constexpr Kind plain(Kind k) { return index(k) > 8 ? Kind(index(k) - 8) : k; }
/// Gold and the four small promoted pieces move alike.
[[nodiscard]] constexpr bool moves_as_gold(Kind k) {
  return k == Kind::gold || (index(k) >= index(Kind::pro_pawn) && index(k) <= index(Kind::pro_silver));
}
[[nodiscard]] constexpr bool is_slider(Kind k) {
  return k == Kind::lance || k == Kind::bishop || k == Kind::rook || k == Kind::horse || k == Kind::dragon;
}
/// Could the piece never move again from there?
[[nodiscard]] constexpr bool is_stuck(Kind k, Color c, Square s) {
  const int ahead = ranks_ahead(c, rank_of(s));
  return k == Kind::pawn || k == Kind::lance ? ahead == 0 : k == Kind::knight && ahead <= 1;
}

/// A kind with its owner: bit 4 is the colour.
enum class Piece : std::uint8_t { none = 0 };
[[nodiscard]] constexpr Piece piece(Color c, Kind k) { return Piece(index(k) | (index(c) << 4)); }
[[nodiscard]] constexpr Kind kind_of(Piece p) { return Kind(static_cast<int>(p) & 15); }
[[nodiscard]] constexpr Color color_of(Piece p) { return Color(static_cast<int>(p) >> 4); }
[[nodiscard]] constexpr int index(Piece p) { return static_cast<int>(p); }

/// The kinds that can be held in hand, cheapest first.
inline constexpr std::array<Kind, 7> hand_kinds{Kind::pawn,   Kind::lance, Kind::knight, Kind::silver,
                                                Kind::bishop, Kind::rook,  Kind::gold};
/// How many of a plain kind a set has, both sides together.
[[nodiscard]] constexpr int set_size(Kind k) {
  constexpr std::array<int, 9> sizes{0, 18, 4, 4, 4, 2, 2, 4, 2};
  return sizes[static_cast<std::size_t>(plain(k))];
}

// ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Pieces in hand in 32 bits: a field per kind with a guard bit above it, so that two hands are compared kind by kind
/// with one subtraction.
class Hand {
 public:
  constexpr Hand() = default;
  constexpr explicit Hand(std::uint32_t bits) : bits_(bits) {}

  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int count(Kind k) const { return static_cast<int>((bits_ & mask(k)) >> shift(k)); }
  [[nodiscard]] constexpr bool has(Kind k) const { return (bits_ & mask(k)) != 0; }
  constexpr void add(Kind k) { bits_ += one(k); }
  constexpr void remove(Kind k) { bits_ -= one(k); }
  constexpr void set(Kind k, int n) { bits_ = (bits_ & ~mask(k)) | (static_cast<std::uint32_t>(n) << shift(k)); }
  [[nodiscard]] constexpr int total() const {
    int sum = 0;
    for (const Kind k : hand_kinds) sum += count(k);
    return sum;
  }
  /// At least as many of every kind.
  [[nodiscard]] constexpr bool covers(Hand other) const { return ((bits_ - other.bits_) & guards) == 0; }

  /// Kind by kind the larger (smaller) of two.
  [[nodiscard]] static constexpr Hand most(Hand a, Hand b) {
    const std::uint32_t wins = spread(((a.bits_ | guards) - b.bits_) & guards);
    return Hand((a.bits_ & wins) | (b.bits_ & ~wins));
  }
  [[nodiscard]] static constexpr Hand least(Hand a, Hand b) {
    const std::uint32_t wins = spread(((a.bits_ | guards) - b.bits_) & guards);
    return Hand((b.bits_ & wins) | (a.bits_ & ~wins));
  }
  [[nodiscard]] static constexpr std::uint32_t mask(Kind k) { return masks[static_cast<std::size_t>(k)]; }
  /// The bits of both hands added up: no field can overflow, a set holds too few pieces for that.
  [[nodiscard]] static constexpr Hand sum(Hand a, Hand b) { return Hand(a.bits_ + b.bits_); }

  friend constexpr bool operator==(Hand, Hand) = default;

 private:
  // pawn 5 bits, lance knight silver gold 3 each, bishop rook 2 each; a guard bit after every field
  static constexpr std::array<std::uint8_t, 8> shifts{0, 0, 6, 10, 14, 18, 21, 24};
  static constexpr std::array<std::uint32_t, 8> masks{0,          0x1fu,      0x7u << 6,  0x7u << 10,
                                                      0x7u << 14, 0x3u << 18, 0x3u << 21, 0x7u << 24};
  static constexpr std::uint32_t guards = 1u << 5 | 1u << 9 | 1u << 13 | 1u << 17 | 1u << 20 | 1u << 23 | 1u << 27;

  [[nodiscard]] static constexpr int shift(Kind k) { return shifts[static_cast<std::size_t>(k)]; }
  [[nodiscard]] static constexpr std::uint32_t one(Kind k) { return 1u << shift(k); }
  /// Guard bits set → all bits of the fields below them.
  [[nodiscard]] static constexpr std::uint32_t spread(std::uint32_t set_guards) {
    // A field's lowest bit subtracted from its guard leaves exactly the field.
    constexpr std::uint32_t g5 = 1u << 5, g3 = 1u << 9 | 1u << 13 | 1u << 17 | 1u << 27, g2 = 1u << 20 | 1u << 23;
    const std::uint32_t lowest = ((set_guards & g5) >> 5) | ((set_guards & g3) >> 3) | ((set_guards & g2) >> 2);
    return set_guards - lowest;
  }

  std::uint32_t bits_ = 0;
};

// ── moves ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/// A move in 15 bits: to, from (81 + kind for a drop), promotion. The value 0 is no move.
class Move16 {
 public:
  constexpr Move16() = default;
  [[nodiscard]] static constexpr Move16 step(Square from, Square to) {
    return Move16(static_cast<std::uint16_t>(index(to) | (index(from) << 7)));
  }
  [[nodiscard]] static constexpr Move16 promotion(Square from, Square to) {
    return Move16(static_cast<std::uint16_t>(index(to) | (index(from) << 7) | promotes));
  }
  [[nodiscard]] static constexpr Move16 drop(Kind k, Square to) {
    return Move16(static_cast<std::uint16_t>(index(to) | ((square_count + index(k)) << 7)));
  }
  [[nodiscard]] static constexpr Move16 from_bits(std::uint16_t bits) { return Move16(bits); }

  [[nodiscard]] constexpr Square to() const { return Square(bits_ & 127); }
  [[nodiscard]] constexpr Square from() const { return Square((bits_ >> 7) & 127); }  ///< not for drops
  [[nodiscard]] constexpr bool is_drop() const { return ((bits_ >> 7) & 127) >= square_count; }
  [[nodiscard]] constexpr Kind dropped() const { return Kind(((bits_ >> 7) & 127) - square_count); }
  [[nodiscard]] constexpr bool is_promotion() const { return (bits_ & promotes) != 0; }
  [[nodiscard]] constexpr bool is_none() const { return bits_ == 0; }
  [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
  /// The same move on the board mirrored left to right, or turned half round.
  [[nodiscard]] constexpr Move16 mirrored() const {
    return with(tsume::mirrored(to()), is_drop() ? from() : tsume::mirrored(from()));
  }
  [[nodiscard]] constexpr Move16 turned() const {
    return is_none() ? *this : with(tsume::turned(to()), is_drop() ? from() : tsume::turned(from()));
  }

  friend constexpr bool operator==(Move16, Move16) = default;

 private:
  static constexpr std::uint16_t promotes = 1u << 14;
  constexpr explicit Move16(std::uint16_t bits) : bits_(bits) {}
  [[nodiscard]] constexpr Move16 with(Square to, Square from) const {
    return Move16(static_cast<std::uint16_t>(index(to) | (index(from) << 7) | (bits_ & promotes)));
  }
  std::uint16_t bits_ = 0;
};

/// Room for every legal move of a position (593 is the largest number possible).
class MoveList {
 public:
  static constexpr int capacity = 600;
  void push(Move16 m) { moves_[static_cast<std::size_t>(size_++)] = m; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move16 operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Move16& operator[](int i) { return moves_[static_cast<std::size_t>(i)]; }
  void clear() { size_ = 0; }
  void shrink(int size) { size_ = size; }
  [[nodiscard]] const Move16* begin() const { return moves_.data(); }
  [[nodiscard]] const Move16* end() const { return moves_.data() + size_; }
  [[nodiscard]] Move16* begin() { return moves_.data(); }
  [[nodiscard]] Move16* end() { return moves_.data() + size_; }
  [[nodiscard]] bool contains(Move16 m) const {
    for (const Move16 other : *this)
      if (other == m) return true;
    return false;
  }

 private:
  std::array<Move16, capacity> moves_;  // left uninitialised on purpose: lists are made millions of times a second
  int size_ = 0;
};

}  // namespace nazo::tsume
