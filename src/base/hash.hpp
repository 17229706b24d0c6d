// 128-bit keys for duplicate detection, and constants to build them from.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "base/rng.hpp"

namespace nazo {

/// A 128-bit key. With 10^9 distinct states the chance that any two share a key is below 10^-20.
struct Key128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend constexpr auto operator<=>(const Key128&, const Key128&) = default;
  constexpr Key128& operator^=(const Key128& other) {
    low ^= other.low;
    high ^= other.high;
    return *this;
  }
  friend constexpr Key128 operator^(Key128 a, const Key128& b) { return a ^= b; }
};

/// The n-th constant of a Zobrist table: fixed, the same on every machine.
[[nodiscard]] constexpr Key128 zobrist(std::uint64_t n) {
  return {mix64(2 * n + 0x5bf0'3635'ad5e'7a1dULL), mix64(mix64(2 * n + 1) ^ 0xc2b2'ae3d'27d4'eb4fULL)};
}

/// A 128-bit hash of text, for names of cached things; not for adversaries.
[[nodiscard]] constexpr Key128 hash_text(std::string_view text) {
  Key128 h{0x6a09e667f3bcc908ULL, 0xbb67ae8584caa73bULL};
  for (const char c : text) {
    h.low = mix64(h.low ^ static_cast<unsigned char>(c));
    h.high = mix64(h.high + h.low + static_cast<unsigned char>(c));
  }
  return h;
}

}  // namespace nazo
