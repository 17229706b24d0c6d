// The machine words a line of cells is kept in: one bit a cell, the first cell lowest.
//
// A line solver written for a word works unchanged on a pack, which holds the same line of many boards side by side
// (other trials, other assumptions): the compiler turns it into the processor's widest vector instructions, and into
// plain words where there are none. Widths 30 and 62 are those of the lanes less two bits that a line solver needs
// beyond the end.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>
#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#endif

#define NAZO_INLINE [[gnu::always_inline]] inline

namespace nazo::nonogram {

using Word32 = std::uint32_t;
using Word64 = std::uint64_t;
__extension__ typedef unsigned __int128 Word128;

/// 64 bytes of equal lanes.
template <class LaneType>
struct Pack {
  using Lane = LaneType;
  static constexpr int lanes = 64 / static_cast<int>(sizeof(Lane));
  typedef Lane Vector __attribute__((vector_size(64)));
  Vector v;

  NAZO_INLINE friend Pack operator&(const Pack& a, const Pack& b) { return {a.v & b.v}; }
  NAZO_INLINE friend Pack operator|(const Pack& a, const Pack& b) { return {a.v | b.v}; }
  NAZO_INLINE friend Pack operator^(const Pack& a, const Pack& b) { return {a.v ^ b.v}; }
  NAZO_INLINE friend Pack operator~(const Pack& a) { return {~a.v}; }
  NAZO_INLINE friend Pack operator+(const Pack& a, const Pack& b) { return {a.v + b.v}; }
  NAZO_INLINE friend Pack operator-(const Pack& a, const Pack& b) { return {a.v - b.v}; }
  NAZO_INLINE friend Pack operator<<(const Pack& a, int n) { return {a.v << n}; }
  NAZO_INLINE friend Pack operator>>(const Pack& a, int n) { return {a.v >> n}; }
  NAZO_INLINE Pack& operator|=(const Pack& b) { return v |= b.v, *this; }
  NAZO_INLINE Pack& operator&=(const Pack& b) { return v &= b.v, *this; }

  [[nodiscard]] NAZO_INLINE Lane lane(int i) const { return v[i]; }
  NAZO_INLINE void set_lane(int i, Lane value) { v[i] = value; }
};

/// Eight lines of up to 126 cells: the low and the high halves of their words.
struct WidePack {
  using Lane = Word128;
  using Half = Pack<Word64>;
  static constexpr int lanes = Half::lanes;
  Half low, high;

  NAZO_INLINE friend WidePack operator&(const WidePack& a, const WidePack& b) {
    return {a.low & b.low, a.high & b.high};
  }
  NAZO_INLINE friend WidePack operator|(const WidePack& a, const WidePack& b) {
    return {a.low | b.low, a.high | b.high};
  }
  NAZO_INLINE friend WidePack operator^(const WidePack& a, const WidePack& b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  NAZO_INLINE friend WidePack operator~(const WidePack& a) { return {~a.low, ~a.high}; }
  NAZO_INLINE friend WidePack operator+(const WidePack& a, const WidePack& b) {
    const Half sum = a.low + b.low;
    const Half carry{(sum.v < a.low.v) ? Half::Vector{} + 1 : Half::Vector{}};
    return {sum, a.high + b.high + carry};
  }
  NAZO_INLINE friend WidePack operator<<(const WidePack& a, int n) {
    if (n == 0) return a;
    if (n >= 64) return {Half{}, a.low << (n - 64)};
    return {a.low << n, (a.high << n) | (a.low >> (64 - n))};
  }
  NAZO_INLINE friend WidePack operator>>(const WidePack& a, int n) {
    if (n == 0) return a;
    if (n >= 64) return {a.high >> (n - 64), Half{}};
    return {(a.low >> n) | (a.high << (64 - n)), a.high >> n};
  }
  NAZO_INLINE WidePack& operator|=(const WidePack& b) { return low |= b.low, high |= b.high, *this; }
  NAZO_INLINE WidePack& operator&=(const WidePack& b) { return low &= b.low, high &= b.high, *this; }

  [[nodiscard]] NAZO_INLINE Lane lane(int i) const { return Word128{high.v[i]} << 64 | low.v[i]; }
  NAZO_INLINE void set_lane(int i, Lane value) {
    low.v[i] = static_cast<Word64>(value);
    high.v[i] = static_cast<Word64>(value >> 64);
  }
};

template <class W>
inline constexpr bool is_pack = requires { typename W::Lane; };

template <class W>
struct LaneOfWord {
  using type = W;
};
template <class W>
  requires is_pack<W>
struct LaneOfWord<W> {
  using type = typename W::Lane;
};
/// The word that holds one line: of a pack, its lane's.
template <class W>
using LaneOf = typename LaneOfWord<W>::type;

/// The same word in every lane.
template <class W>
[[nodiscard]] NAZO_INLINE W all_lanes(LaneOf<W> word) {
  if constexpr (std::is_same_v<W, WidePack>) {
    return {{WidePack::Half::Vector{} + static_cast<Word64>(word)},
            {WidePack::Half::Vector{} + static_cast<Word64>(word >> 64)}};
  } else if constexpr (is_pack<W>) {
    return {typename W::Vector{} + word};
  } else {
    return word;
  }
}

/// All bits of those lanes that have any.
template <class Lane>
[[nodiscard]] NAZO_INLINE Pack<Lane> filled_lanes(const Pack<Lane>& pack) {
  return {reinterpret_cast<typename Pack<Lane>::Vector>(pack.v != typename Pack<Lane>::Vector{})};
}
[[nodiscard]] NAZO_INLINE WidePack filled_lanes(const WidePack& pack) {
  const auto any = filled_lanes(pack.low | pack.high);
  return {any, any};
}

namespace detail {
/// Lane i exchanged with lane i ^ distance.
template <int distance, class Lane, int... i>
[[nodiscard]] NAZO_INLINE Pack<Lane> exchanged(const Pack<Lane>& pack, std::integer_sequence<int, i...>) {
  return {__builtin_shufflevector(pack.v, pack.v, (i ^ distance)...)};
}
template <int distance, class Lane>
[[nodiscard]] NAZO_INLINE Pack<Lane> exchanged(const Pack<Lane>& pack) {
  return exchanged<distance>(pack, std::make_integer_sequence<int, Pack<Lane>::lanes>{});
}
}  // namespace detail

/// Each lane exchanged with its neighbour (0 with 1, 2 with 3, …).
template <class Lane>
[[nodiscard]] NAZO_INLINE Pack<Lane> neighbours(const Pack<Lane>& pack) {
  return detail::exchanged<1>(pack);
}
[[nodiscard]] NAZO_INLINE WidePack neighbours(const WidePack& pack) {
  return {neighbours(pack.low), neighbours(pack.high)};
}

/// The lanes that have any bit, as bits of a number: lane 0 lowest.
[[nodiscard]] NAZO_INLINE std::uint32_t lanes_with_bits(const Pack<Word32>& pack) {
#if defined(__AVX512F__)
  const auto v = reinterpret_cast<__m512i>(pack.v);
  return _mm512_test_epi32_mask(v, v);
#else
  std::uint32_t mask = 0;
  for (int i = 0; i < Pack<Word32>::lanes; ++i) mask |= static_cast<std::uint32_t>(pack.v[i] != 0) << i;
  return mask;
#endif
}
[[nodiscard]] NAZO_INLINE std::uint32_t lanes_with_bits(const Pack<Word64>& pack) {
#if defined(__AVX512F__)
  const auto v = reinterpret_cast<__m512i>(pack.v);
  return _mm512_test_epi64_mask(v, v);
#else
  std::uint32_t mask = 0;
  for (int i = 0; i < Pack<Word64>::lanes; ++i) mask |= static_cast<std::uint32_t>(pack.v[i] != 0) << i;
  return mask;
#endif
}
[[nodiscard]] NAZO_INLINE std::uint32_t lanes_with_bits(const WidePack& pack) {
  return lanes_with_bits(pack.low | pack.high);
}

/// The bits that any lane has.
template <class Lane>
[[nodiscard]] NAZO_INLINE Lane union_of_lanes(Pack<Lane> pack) {
  if constexpr (Pack<Lane>::lanes == 16) pack |= detail::exchanged<8>(pack);
  pack |= detail::exchanged<4>(pack);
  pack |= detail::exchanged<2>(pack);
  pack |= detail::exchanged<1>(pack);
  return pack.v[0];
}
[[nodiscard]] NAZO_INLINE Word128 union_of_lanes(const WidePack& pack) {
  return Word128{union_of_lanes(pack.high)} << 64 | union_of_lanes(pack.low);
}

// ── single words ───────────────────────────────────────────────────────────────────────────────────────────────────

template <class Word>
[[nodiscard]] NAZO_INLINE constexpr Word bit(int i) {
  return static_cast<Word>(Word{1} << i);
}
/// The first n bits; n must be less than the word's width.
template <class Word>
[[nodiscard]] NAZO_INLINE constexpr Word first_bits(int n) {
  return static_cast<Word>((Word{1} << n) - 1);
}
template <class Word>
[[nodiscard]] NAZO_INLINE constexpr int bits_in(Word word) {
  if constexpr (sizeof(Word) == 16) {
    return std::popcount(static_cast<Word64>(word)) + std::popcount(static_cast<Word64>(word >> 64));
  } else {
    return std::popcount(word);
  }
}
/// The index of the lowest bit; the word must not be 0.
template <class Word>
[[nodiscard]] NAZO_INLINE constexpr int lowest_bit(Word word) {
  if constexpr (sizeof(Word) == 16) {
    const auto low = static_cast<Word64>(word);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Word64>(word >> 64));
  } else {
    return std::countr_zero(word);
  }
}
/// The index of the highest bit; the word must not be 0.
template <class Word>
[[nodiscard]] NAZO_INLINE constexpr int highest_bit(Word word) {
  if constexpr (sizeof(Word) == 16) {
    const auto high = static_cast<Word64>(word >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<Word64>(word));
  } else {
    return static_cast<int>(sizeof(Word)) * 8 - 1 - std::countl_zero(word);
  }
}
/// Calls f(i) for every bit i of the word, lowest first.
template <class Word, class F>
NAZO_INLINE void for_each_bit(Word word, F&& f) {
  for (; word != 0; word &= word - 1) f(lowest_bit(word));
}

// ── which words for which size ─────────────────────────────────────────────────────────────────────────────────────

/// The word and the pack for lines of up to `longest` cells.
struct SmallSize {
  using Word = Word32;
  using Lanes = Pack<Word32>;
  static constexpr int longest = 30;
};
struct MediumSize {
  using Word = Word64;
  using Lanes = Pack<Word64>;
  static constexpr int longest = 62;
};
struct LargeSize {
  using Word = Word128;
  using Lanes = WidePack;
  static constexpr int longest = 126;
};

/// Calls f with the size that a board of these sides needs: f(SmallSize{}) …
template <class F>
auto with_size(int width, int height, F&& f) {
  const int side = width > height ? width : height;
  if (side <= SmallSize::longest) return f(SmallSize{});
  if (side <= MediumSize::longest) return f(MediumSize{});
  return f(LargeSize{});
}

}  // namespace nazo::nonogram
