// Sets of up to 512 small configurations as bits, for the last few kinds of a state space.
//
// The exact analysis splits a state into a group (what the high kinds have left) and a leaf (what the last few kinds
// have left, at most 9 bits). All leaves of one group are handled at once as one set; see space.hpp.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace nazo::tiles {

inline constexpr int leaf_bits = 9;
inline constexpr int leaf_words = (1 << leaf_bits) / 64;

/// Eight words as one. Where the processor has registers of that size the set stays in one of them.
#if defined(__AVX512F__)
using LeafWords __attribute__((vector_size(64))) = std::uint64_t;
#else
struct alignas(64) LeafWords {
  std::uint64_t words[leaf_words];
  std::uint64_t& operator[](int i) { return words[i]; }
  const std::uint64_t& operator[](int i) const { return words[i]; }
  friend LeafWords operator&(const LeafWords& a, const LeafWords& b) {
    return each(a, b, [](auto x, auto y) { return x & y; });
  }
  friend LeafWords operator|(const LeafWords& a, const LeafWords& b) {
    return each(a, b, [](auto x, auto y) { return x | y; });
  }
  friend LeafWords operator~(const LeafWords& a) {
    return each(a, a, [](auto x, auto) { return ~x; });
  }
  friend LeafWords operator<<(const LeafWords& a, unsigned bits) {
    return each(a, a, [bits](auto x, auto) { return x << bits; });
  }

 private:
  template <class F>
  static LeafWords each(const LeafWords& a, const LeafWords& b, F&& f) {
    LeafWords out;
    for (int i = 0; i < leaf_words; ++i) out.words[i] = f(a.words[i], b.words[i]);
    return out;
  }
};
#endif

class Leaf {
 public:
  Leaf() : words_{} {}
  static Leaf all() {
    Leaf leaf;
    for (int i = 0; i < leaf_words; ++i) leaf.set_word(i, ~std::uint64_t{0});
    return leaf;
  }
  static Leaf single(unsigned bit) {
    Leaf leaf;
    leaf.set(bit);
    return leaf;
  }

  void set(unsigned bit) { words_[static_cast<int>(bit / 64)] |= std::uint64_t{1} << (bit % 64); }
  [[nodiscard]] bool has(unsigned bit) const { return (words_[static_cast<int>(bit / 64)] >> (bit % 64) & 1) != 0; }
  [[nodiscard]] std::uint64_t word(int i) const { return words_[i]; }
  void set_word(int i, std::uint64_t value) { words_[i] = value; }

  [[nodiscard]] bool any() const {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(vector(), vector()) != 0;
#else
    std::uint64_t all = 0;
    for (int i = 0; i < leaf_words; ++i) all |= words_[i];
    return all != 0;
#endif
  }
  [[nodiscard]] unsigned count() const {
    unsigned n = 0;
    for (int i = 0; i < leaf_words; ++i) n += static_cast<unsigned>(std::popcount(words_[i]));
    return n;
  }
  /// Bit i set: word i is not empty.
  [[nodiscard]] unsigned used_words() const {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(vector(), vector());
#else
    unsigned used = 0;
    for (int i = 0; i < leaf_words; ++i) used |= (words_[i] != 0 ? 1u : 0u) << i;
    return used;
#endif
  }
  /// Calls f(bit) for every member, ascending.
  template <class F>
  void for_each(F&& f) const {
    for (unsigned used = used_words(); used != 0; used &= used - 1) {
      const int i = std::countr_zero(used);
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        f(static_cast<unsigned>(64 * i + std::countr_zero(word)));
    }
  }
  /// The same, descending.
  template <class F>
  void for_each_down(F&& f) const {
    for (int i = leaf_words; i-- > 0;)
      for (std::uint64_t word = words_[i]; word != 0;) {
        const int bit = 63 - std::countl_zero(word);
        word &= ~(std::uint64_t{1} << bit);
        f(static_cast<unsigned>(64 * i + bit));
      }
  }
  /// Every member moved up; what leaves the range is lost.
  [[nodiscard]] Leaf moved(unsigned distance) const {
    Leaf out;
    const int words = static_cast<int>(distance / 64);
    const unsigned bits = distance % 64;
    for (int to = words; to < leaf_words; ++to) {
      std::uint64_t word = words_[to - words] << bits;
      if (bits != 0 && to > words) word |= words_[to - words - 1] >> (64 - bits);
      out.words_[to] = word;
    }
    return out;
  }
  /// Moved up within each word: for distances that never carry a member into the next word.
  [[nodiscard]] Leaf moved_in_words(unsigned distance) const { return Leaf(words_ << distance); }
  /// Moved up by whole words.
  [[nodiscard]] Leaf moved_by_words(unsigned words) const {
#if defined(__AVX512F__)
    const __m512i from = _mm512_sub_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(words));
    return Leaf(reinterpret_cast<LeafWords>(
        _mm512_maskz_permutexvar_epi64(static_cast<__mmask8>(0xff << words), from, vector())));
#else
    return moved(64 * words);
#endif
  }

  friend Leaf operator&(const Leaf& a, const Leaf& b) { return Leaf(a.words_ & b.words_); }
  friend Leaf operator|(const Leaf& a, const Leaf& b) { return Leaf(a.words_ | b.words_); }
  /// a without b.
  friend Leaf operator-(const Leaf& a, const Leaf& b) { return Leaf(a.words_ & ~b.words_); }
  Leaf& operator|=(const Leaf& other) { return *this = *this | other; }
  Leaf& operator&=(const Leaf& other) { return *this = *this & other; }
  friend bool operator==(const Leaf& a, const Leaf& b) { return !(a - b).any() && !(b - a).any(); }

 private:
  explicit Leaf(const LeafWords& words) : words_(words) {}
#if defined(__AVX512F__)
  [[nodiscard]] __m512i vector() const { return reinterpret_cast<__m512i>(words_); }
#endif
  LeafWords words_;
};

}  // namespace nazo::tiles
