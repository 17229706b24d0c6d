// Sets of squares as a fixed number of words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/rng.hpp"
#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban::any {

template <int W>
struct Bits {
  std::array<std::uint64_t, static_cast<std::size_t>(W)> words{};

  [[nodiscard]] bool has(Square s) const { return (words[s >> 6] >> (s & 63) & 1) != 0; }
  void add(Square s) { words[s >> 6] |= std::uint64_t{1} << (s & 63); }
  void remove(Square s) { words[s >> 6] &= ~(std::uint64_t{1} << (s & 63)); }
  [[nodiscard]] int count() const {
    int n = 0;
    for (const std::uint64_t w : words) n += std::popcount(w);
    return n;
  }
  [[nodiscard]] bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t w : words) any |= w;
    return any == 0;
  }
  /// Is every square of this set in the other one?
  [[nodiscard]] bool within(const Bits& other) const {
    std::uint64_t outside = 0;
    for (std::size_t i = 0; i < words.size(); ++i) outside |= words[i] & ~other.words[i];
    return outside == 0;
  }
  [[nodiscard]] bool meets(const Bits& other) const {
    std::uint64_t both = 0;
    for (std::size_t i = 0; i < words.size(); ++i) both |= words[i] & other.words[i];
    return both != 0;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1)
        visit(static_cast<Square>(64 * i + static_cast<std::size_t>(std::countr_zero(rest))));
  }
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t h = 0x9e3779b97f4a7c15ULL;
    for (const std::uint64_t w : words) h = mix64(h ^ w);
    return h;
  }

  friend bool operator==(const Bits&, const Bits&) = default;
  friend Bits operator&(Bits a, const Bits& b) {
    for (std::size_t i = 0; i < a.words.size(); ++i) a.words[i] &= b.words[i];
    return a;
  }
  friend Bits operator|(Bits a, const Bits& b) {
    for (std::size_t i = 0; i < a.words.size(); ++i) a.words[i] |= b.words[i];
    return a;
  }
  /// This set without the other one's squares.
  friend Bits operator-(Bits a, const Bits& b) {
    for (std::size_t i = 0; i < a.words.size(); ++i) a.words[i] &= ~b.words[i];
    return a;
  }
};

/// The name of a position: its boxes and the lowest square of the keeper's region. Never 0.
template <int W>
[[nodiscard]] std::uint64_t position_key(const Bits<W>& boxes, Square keeper) {
  return (boxes.hash() ^ mix64(keeper)) | 1;
}

}  // namespace nazo::sokoban::any
