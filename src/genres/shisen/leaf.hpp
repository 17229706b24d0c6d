// Sets of up to 512 small configurations as bits, for the last few kinds of a state space.
//
// The exact analysis splits a state into a group (what the high kinds have left) and a leaf (what the last few kinds have
// left, at most 9 bits). All leaves of one group are handled at once as one set; see space.hpp.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace nazo::shisen {

inline constexpr int leaf_bits = 9;
inline constexpr int leaf_words = (1 << leaf_bits) / 64;

class Leaf {
 public:
  constexpr Leaf() : words_{} {}
  static Leaf single(unsigned bit) {
    Leaf leaf;
    leaf.set(bit);
    return leaf;
  }

  void set(unsigned bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
  [[nodiscard]] bool has(unsigned bit) const { return (words_[bit / 64] >> (bit % 64) & 1) != 0; }
  [[nodiscard]] std::uint64_t word(int i) const { return words_[i]; }
  void set_word(int i, std::uint64_t value) { words_[i] = value; }

  [[nodiscard]] bool any() const {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(vector(), vector()) != 0;
#else
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all != 0;
#endif
  }
  [[nodiscard]] unsigned count() const {
    unsigned n = 0;
    for (const std::uint64_t word : words_) n += static_cast<unsigned>(std::popcount(word));
    return n;
  }
  /// Calls f(bit) for every member, ascending.
  template <class F>
  void for_each(F&& f) const {
    for (int i = 0; i < leaf_words; ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        f(static_cast<unsigned>(64 * i + std::countr_zero(word)));
  }
  /// Every member moved up by `distance` (down, if negative); what leaves the range is lost.
  [[nodiscard]] Leaf moved(int distance) const {
    Leaf out;
    const unsigned words = static_cast<unsigned>(distance < 0 ? -distance : distance) / 64;
    const unsigned bits = static_cast<unsigned>(distance < 0 ? -distance : distance) % 64;
    for (unsigned i = 0; i + words < leaf_words; ++i) {
      const unsigned to = distance < 0 ? i : i + words, from = distance < 0 ? i + words : i;
      out.words_[to] = distance < 0 ? words_[from] >> bits : words_[from] << bits;
      if (bits == 0) continue;
      if (distance < 0 && from + 1 < leaf_words) out.words_[to] |= words_[from + 1] << (64 - bits);
      if (distance > 0 && from >= 1) out.words_[to] |= words_[from - 1] >> (64 - bits);
    }
    return out;
  }
  /// Moved up within each word: for distances that never carry a member into the next word.
  [[nodiscard]] Leaf moved_in_words(unsigned distance) const {
    Leaf out;
    for (int i = 0; i < leaf_words; ++i) out.words_[i] = words_[i] << distance;
    return out;
  }

  friend Leaf operator&(const Leaf& a, const Leaf& b) { return combine(a, b, [](auto x, auto y) { return x & y; }); }
  friend Leaf operator|(const Leaf& a, const Leaf& b) { return combine(a, b, [](auto x, auto y) { return x | y; }); }
  /// a without b.
  friend Leaf operator-(const Leaf& a, const Leaf& b) { return combine(a, b, [](auto x, auto y) { return x & ~y; }); }
  Leaf& operator|=(const Leaf& other) { return *this = *this | other; }
  Leaf& operator&=(const Leaf& other) { return *this = *this & other; }
  friend bool operator==(const Leaf& a, const Leaf& b) {
    std::uint64_t differs = 0;
    for (int i = 0; i < leaf_words; ++i) differs |= a.words_[i] ^ b.words_[i];
    return differs == 0;
  }

 private:
  template <class F>
  static Leaf combine(const Leaf& a, const Leaf& b, F&& f) {
    Leaf out;
    for (int i = 0; i < leaf_words; ++i) out.words_[i] = f(a.words_[i], b.words_[i]);
    return out;
  }
#if defined(__AVX512F__)
  [[nodiscard]] __m512i vector() const { return _mm512_load_si512(words_); }
#endif
  alignas(64) std::uint64_t words_[leaf_words];
};

}  // namespace nazo::shisen
