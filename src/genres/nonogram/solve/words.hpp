// The machine words a line of cells is kept in: one bit a cell, the first cell lowest.
//
// A line solver written for a word works unchanged on a pack, which holds the same line of many boards side by side
// (other trials, other assumptions): the compiler turns it into the processor's widest vector instructions, and into
// plain words where there are none. Widths 30 and 62 are those of the lanes less two bits that a line solver needs
// beyond the end.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
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

/// The bytes of the processor's widest vectors.
#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif

/// Equal lanes: 64 bytes of them, or one vector of the processor.
template <class LaneType, int Bytes = 64>
struct Pack {
  using Lane = LaneType;
  static constexpr int lanes = Bytes / static_cast<int>(sizeof(Lane));
  typedef Lane Vector __attribute__((vector_size(Bytes)));
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

/// Lines of up to 126 cells: the low and the high halves of their words.
template <int Bytes>
struct WideLanes {
  using Lane = Word128;
  using Half = Pack<Word64, Bytes>;
  static constexpr int lanes = Half::lanes;
  Half low, high;

  NAZO_INLINE friend WideLanes operator&(const WideLanes& a, const WideLanes& b) {
    return {a.low & b.low, a.high & b.high};
  }
  NAZO_INLINE friend WideLanes operator|(const WideLanes& a, const WideLanes& b) {
    return {a.low | b.low, a.high | b.high};
  }
  NAZO_INLINE friend WideLanes operator^(const WideLanes& a, const WideLanes& b) {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  NAZO_INLINE friend WideLanes operator~(const WideLanes& a) { return {~a.low, ~a.high}; }
  NAZO_INLINE friend WideLanes operator+(const WideLanes& a, const WideLanes& b) {
    const Half sum = a.low + b.low;
    using Vector = typename Half::Vector;
    const Half carry{(sum.v < a.low.v) ? Vector{} + 1 : Vector{}};
    return {sum, a.high + b.high + carry};
  }
  NAZO_INLINE friend WideLanes operator<<(const WideLanes& a, int n) {
    if (n == 0) return a;
    if (n >= 64) return {Half{}, a.low << (n - 64)};
    return {a.low << n, (a.high << n) | (a.low >> (64 - n))};
  }
  NAZO_INLINE friend WideLanes operator>>(const WideLanes& a, int n) {
    if (n == 0) return a;
    if (n >= 64) return {a.high >> (n - 64), Half{}};
    return {(a.low >> n) | (a.high << (64 - n)), a.high >> n};
  }
  NAZO_INLINE WideLanes& operator|=(const WideLanes& b) { return low |= b.low, high |= b.high, *this; }
  NAZO_INLINE WideLanes& operator&=(const WideLanes& b) { return low &= b.low, high &= b.high, *this; }

  [[nodiscard]] NAZO_INLINE Lane lane(int i) const { return Word128{high.v[i]} << 64 | low.v[i]; }
  NAZO_INLINE void set_lane(int i, Lane value) {
    low.v[i] = static_cast<Word64>(value);
    high.v[i] = static_cast<Word64>(value >> 64);
  }
};
using WidePack = WideLanes<64>;

template <class W>
inline constexpr bool is_pack = requires { typename W::Lane; };

template <class W>
inline constexpr bool is_wide_pack = requires { typename W::Half; };

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
  if constexpr (is_wide_pack<W>) {
    return {{typename W::Half::Vector{} + static_cast<Word64>(word)},
            {typename W::Half::Vector{} + static_cast<Word64>(word >> 64)}};
  } else if constexpr (is_pack<W>) {
    return {typename W::Vector{} + word};
  } else {
    return word;
  }
}

/// One lane from each of the words; they are aligned to 64 bytes.
template <class W>
[[nodiscard]] NAZO_INLINE W lanes_of(const LaneOf<W>* words) {
  W out;
  if constexpr (is_wide_pack<W>) {
    for (int i = 0; i < W::lanes; ++i) out.set_lane(i, words[i]);
  } else {
    std::memcpy(&out.v, words, sizeof(out.v));
  }
  return out;
}

/// All bits of those lanes that have any.
template <class Lane, int Bytes>
[[nodiscard]] NAZO_INLINE Pack<Lane, Bytes> filled_lanes(const Pack<Lane, Bytes>& pack) {
  using Vector = typename Pack<Lane, Bytes>::Vector;
  return {reinterpret_cast<Vector>(pack.v != Vector{})};
}
template <int Bytes>
[[nodiscard]] NAZO_INLINE WideLanes<Bytes> filled_lanes(const WideLanes<Bytes>& pack) {
  const auto any = filled_lanes(pack.low | pack.high);
  return {any, any};
}

namespace detail {
/// Lane i exchanged with lane i ^ distance.
template <int distance, class Lane, int Bytes, int... i>
[[nodiscard]] NAZO_INLINE Pack<Lane, Bytes> exchanged(const Pack<Lane, Bytes>& pack, std::integer_sequence<int, i...>) {
  return {__builtin_shufflevector(pack.v, pack.v, (i ^ distance)...)};
}
template <int distance, class Lane, int Bytes>
[[nodiscard]] NAZO_INLINE Pack<Lane, Bytes> exchanged(const Pack<Lane, Bytes>& pack) {
  return exchanged<distance>(pack, std::make_integer_sequence<int, Pack<Lane, Bytes>::lanes>{});
}

#if defined(__AVX2__) && !defined(__AVX512F__)
template <class Lane>
[[nodiscard]] NAZO_INLINE std::uint32_t filled_lanes_of_register(__m256i v) {
  const __m256i zero = _mm256_setzero_si256();
  if constexpr (sizeof(Lane) == 4)
    return 0xff & ~static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(v, zero))));
  else
    return 0xf & ~static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(v, zero))));
}
#endif
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
template <class Lane, int Bytes>
[[nodiscard]] NAZO_INLINE std::uint32_t lanes_with_bits(const Pack<Lane, Bytes>& pack) {
#if defined(__AVX512F__)
  if constexpr (Bytes == 64) {
    const auto v = reinterpret_cast<__m512i>(pack.v);
    if constexpr (sizeof(Lane) == 4) return _mm512_test_epi32_mask(v, v);
    return _mm512_test_epi64_mask(v, v);
  }
#elif defined(__AVX2__)
  if constexpr (Bytes % 32 == 0) {
    std::uint32_t mask = 0;
    for (int part = 0; part < Bytes / 32; ++part) {
      const __m256i v = _mm256_load_si256(reinterpret_cast<const __m256i*>(&pack.v) + part);
      mask |= detail::filled_lanes_of_register<Lane>(v) << (part * 32 / static_cast<int>(sizeof(Lane)));
    }
    return mask;
  }
#endif
  std::uint32_t mask = 0;
  for (int i = 0; i < Pack<Lane, Bytes>::lanes; ++i) mask |= static_cast<std::uint32_t>(pack.v[i] != 0) << i;
  return mask;
}
template <int Bytes>
[[nodiscard]] NAZO_INLINE std::uint32_t lanes_with_bits(const WideLanes<Bytes>& pack) {
  return lanes_with_bits(pack.low | pack.high);
}

/// The bits that any lane has.
template <class Lane, int Bytes>
[[nodiscard]] NAZO_INLINE Lane union_of_lanes(Pack<Lane, Bytes> pack) {
  constexpr int lanes = Pack<Lane, Bytes>::lanes;
  if constexpr (lanes > 8) pack |= detail::exchanged<8>(pack);
  if constexpr (lanes > 4) pack |= detail::exchanged<4>(pack);
  if constexpr (lanes > 2) pack |= detail::exchanged<2>(pack);
  pack |= detail::exchanged<1>(pack);
  return pack.v[0];
}
template <int Bytes>
[[nodiscard]] NAZO_INLINE Word128 union_of_lanes(const WideLanes<Bytes>& pack) {
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
  using Register = Pack<Word32, vector_bytes>;  ///< fewer lanes, but a single instruction each step
  static constexpr int longest = 30;
};
struct MediumSize {
  using Word = Word64;
  using Lanes = Pack<Word64>;
  using Register = Pack<Word64, vector_bytes>;
  static constexpr int longest = 62;
};
struct LargeSize {
  using Word = Word128;
  using Lanes = WidePack;
  using Register = WideLanes<vector_bytes>;
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
