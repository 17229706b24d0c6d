// Sets of squares in two 64-bit words, and what each piece attacks.
//
// Sliders are found ray by ray with a subtraction or a count of leading zeros: no large tables, no special
// instructions, so the browser runs the same code.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "genres/tsume/rules/types.hpp"

namespace nazo::tsume {

struct Bitboard {
  std::uint64_t low = 0;   ///< squares 0 … 63
  std::uint64_t high = 0;  ///< squares 64 … 80

  [[nodiscard]] static constexpr Bitboard of(Square s) {
    const int i = index(s);
    return i < 64 ? Bitboard{std::uint64_t{1} << i, 0} : Bitboard{0, std::uint64_t{1} << (i - 64)};
  }
  [[nodiscard]] static constexpr Bitboard all() { return {~std::uint64_t{0}, (std::uint64_t{1} << 17) - 1}; }

  [[nodiscard]] constexpr bool empty() const { return (low | high) == 0; }
  [[nodiscard]] constexpr bool any() const { return (low | high) != 0; }
  [[nodiscard]] constexpr bool has(Square s) const {
    const int i = index(s);
    return i < 64 ? (low >> i) & 1 : (high >> (i - 64)) & 1;
  }
  [[nodiscard]] constexpr int count() const { return std::popcount(low) + std::popcount(high); }
  [[nodiscard]] constexpr bool more_than_one() const {
    return low != 0 ? ((low & (low - 1)) | high) != 0 : (high & (high - 1)) != 0 && high != 0;
  }
  /// The first square; the set must not be empty.
  [[nodiscard]] constexpr Square first() const {
    return Square(low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high));
  }

  friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return {a.low & b.low, a.high & b.high}; }
  friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return {a.low | b.low, a.high | b.high}; }
  friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return {a.low ^ b.low, a.high ^ b.high}; }
  /// In a but not in b.
  friend constexpr Bitboard operator-(Bitboard a, Bitboard b) { return {a.low & ~b.low, a.high & ~b.high}; }
  constexpr Bitboard& operator|=(Bitboard b) { return *this = *this | b; }
  constexpr Bitboard& operator&=(Bitboard b) { return *this = *this & b; }
  constexpr Bitboard& operator^=(Bitboard b) { return *this = *this ^ b; }
  friend constexpr bool operator==(Bitboard, Bitboard) = default;

  /// Calls f(square) for each square, smallest first.
  template <class F>
  constexpr void each(F&& f) const {
    for (std::uint64_t bits = low; bits != 0; bits &= bits - 1) f(Square(std::countr_zero(bits)));
    for (std::uint64_t bits = high; bits != 0; bits &= bits - 1) f(Square(64 + std::countr_zero(bits)));
  }
  /// The same, largest square first.
  template <class F>
  constexpr void each_backwards(F&& f) const {
    for (std::uint64_t bits = high; bits != 0; bits ^= std::bit_floor(bits)) f(Square(127 - std::countl_zero(bits)));
    for (std::uint64_t bits = low; bits != 0; bits ^= std::bit_floor(bits)) f(Square(63 - std::countl_zero(bits)));
  }
  /// Like each, but stops and says true as soon as f does.
  template <class F>
  constexpr bool some(F&& f) const {
    for (std::uint64_t bits = low; bits != 0; bits &= bits - 1)
      if (f(Square(std::countr_zero(bits)))) return true;
    for (std::uint64_t bits = high; bits != 0; bits &= bits - 1)
      if (f(Square(64 + std::countr_zero(bits)))) return true;
    return false;
  }
};

/// Directions; 0–3 run towards larger squares, direction d ^ 4 is the opposite one.
enum class Ray : std::uint8_t { down, left, down_left, up_left, up, right, up_right, down_right };
inline constexpr int ray_count = 8;
inline constexpr std::uint8_t no_ray = 8;
[[nodiscard]] constexpr int index(Ray r) { return static_cast<int>(r); }
[[nodiscard]] constexpr Ray opposite(Ray r) { return Ray(index(r) ^ 4); }

namespace tables {

struct Attacks {
  using PerSquare = std::array<Bitboard, 82>;  // one more, so that "no square" reads as empty
  std::array<PerSquare, ray_count> rays;
  std::array<std::array<std::uint8_t, 81>, 81> ray_between;  ///< direction from one square to another, or no_ray
  PerSquare king;
  std::array<PerSquare, 2> pawn, knight, silver, gold;
  /// From where a plain or promoted piece of a kind could give check to a king there, on some board.
  std::array<std::array<std::array<Bitboard, 81>, 15>, 2> check_from;
  /// From where a piece of a kind could attack a neighbour of a king there, on some board.
  std::array<std::array<std::array<Bitboard, 81>, 15>, 2> round_from;
  std::array<Bitboard, 9> file, rank;
  std::array<Bitboard, 2> zone;
  std::array<std::array<Bitboard, 15>, 2> droppable;  ///< squares a piece of that kind could still leave
  PerSquare diagonals, straights;                     ///< what a bishop and a rook see on an empty board
};
extern const Attacks attacks;

}  // namespace tables

[[nodiscard]] inline Bitboard file_board(int file) { return tables::attacks.file[static_cast<std::size_t>(file)]; }
[[nodiscard]] inline Bitboard zone_board(Color c) { return tables::attacks.zone[static_cast<std::size_t>(c)]; }
[[nodiscard]] inline Bitboard ray_from(Ray r, Square s) {
  return tables::attacks.rays[static_cast<std::size_t>(r)][static_cast<std::size_t>(s)];
}
/// Direction from a to b as a number below 8, or no_ray if no line joins them.
[[nodiscard]] inline std::uint8_t ray_number(Square a, Square b) {
  return tables::attacks.ray_between[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}
/// The squares strictly between two squares of one line; empty if there are none.
[[nodiscard]] inline Bitboard between(Square a, Square b) {
  const std::uint8_t r = ray_number(a, b);
  return r == no_ray ? Bitboard{} : ray_from(Ray(r), a) & ray_from(opposite(Ray(r)), b);
}
/// The whole line through two squares, without the first; empty if no line joins them.
[[nodiscard]] inline Bitboard line_through(Square a, Square b) {
  const std::uint8_t r = ray_number(a, b);
  return r == no_ray ? Bitboard{} : ray_from(Ray(r), a) | ray_from(opposite(Ray(r)), a);
}

/// What a slider on s sees in one direction: everything up to and with the first piece.
[[nodiscard]] inline Bitboard ray_attacks(Ray r, Square s, Bitboard occupied) {
  const Bitboard ray = ray_from(r, s);
  const Bitboard hit = occupied & ray;
  if (index(r) < 4) {  // towards larger squares: the lowest piece and everything below it
    const std::uint64_t low = hit.low ^ (hit.low - 1);
    const std::uint64_t high = hit.high ^ (hit.high - (hit.low == 0 ? 1 : 0));
    return Bitboard{low, high} & ray;
  }
  const std::uint64_t high = ~std::uint64_t{0} << (63 - std::countl_zero(hit.high | 1));
  const std::uint64_t low = hit.high != 0 ? 0 : ~std::uint64_t{0} << (63 - std::countl_zero(hit.low | 1));
  return Bitboard{low, high} & ray;
}

[[nodiscard]] inline Bitboard lance_attacks(Color c, Square s, Bitboard occupied) {
  return ray_attacks(c == Color::black ? Ray::up : Ray::down, s, occupied);
}
[[nodiscard]] inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  return ray_attacks(Ray::down_left, s, occupied) | ray_attacks(Ray::up_left, s, occupied) |
         ray_attacks(Ray::up_right, s, occupied) | ray_attacks(Ray::down_right, s, occupied);
}
[[nodiscard]] inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  return ray_attacks(Ray::down, s, occupied) | ray_attacks(Ray::left, s, occupied) | ray_attacks(Ray::up, s, occupied) |
         ray_attacks(Ray::right, s, occupied);
}
[[nodiscard]] inline Bitboard diagonals_from(Square s) {
  return tables::attacks.diagonals[static_cast<std::size_t>(s)];
}
[[nodiscard]] inline Bitboard straights_from(Square s) {
  return tables::attacks.straights[static_cast<std::size_t>(s)];
}
[[nodiscard]] inline Bitboard king_steps(Square s) { return tables::attacks.king[static_cast<std::size_t>(s)]; }
[[nodiscard]] inline Bitboard pawn_steps(Color c, Square s) {
  return tables::attacks.pawn[static_cast<std::size_t>(c)][static_cast<std::size_t>(s)];
}
[[nodiscard]] inline Bitboard knight_steps(Color c, Square s) {
  return tables::attacks.knight[static_cast<std::size_t>(c)][static_cast<std::size_t>(s)];
}
[[nodiscard]] inline Bitboard silver_steps(Color c, Square s) {
  return tables::attacks.silver[static_cast<std::size_t>(c)][static_cast<std::size_t>(s)];
}
[[nodiscard]] inline Bitboard gold_steps(Color c, Square s) {
  return tables::attacks.gold[static_cast<std::size_t>(c)][static_cast<std::size_t>(s)];
}

/// Everything a piece on s attacks.
[[nodiscard]] inline Bitboard attacks_of(Kind k, Color c, Square s, Bitboard occupied) {
  switch (k) {
    case Kind::pawn:
      return pawn_steps(c, s);
    case Kind::lance:
      return lance_attacks(c, s, occupied);
    case Kind::knight:
      return knight_steps(c, s);
    case Kind::silver:
      return silver_steps(c, s);
    case Kind::bishop:
      return bishop_attacks(s, occupied);
    case Kind::rook:
      return rook_attacks(s, occupied);
    case Kind::king:
      return king_steps(s);
    case Kind::horse:
      return bishop_attacks(s, occupied) | king_steps(s);
    case Kind::dragon:
      return rook_attacks(s, occupied) | king_steps(s);
    case Kind::none:
      return {};
    default:
      return gold_steps(c, s);
  }
}

}  // namespace nazo::tsume
