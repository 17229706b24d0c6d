// Random numbers that depend on (seed, item) alone.
//
// Item i of a run with seed S draws from Rng(S, i). No state is shared between items, so a run gives the same bytes
// with any number of threads, ranks or machines. The standard distributions are not used: they may differ
// between standard libraries, and the browser runs another one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace nazo {

/// Philox-4x32-10, a counter-based generator (Salmon et al. 2011): a keyed bijection of a 128-bit counter.
[[nodiscard]] std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key);

/// SplitMix64's finaliser: a fast bijective mixer of 64 bits.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// A stream of random numbers: xoshiro256++ (Blackman & Vigna) started from Philox at (seed, item, substream).
class Rng {
 public:
  using result_type = std::uint64_t;

  explicit Rng(std::uint64_t seed, std::uint64_t item = 0, std::uint32_t substream = 0);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  result_type operator()() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// A whole number in [0, bound), exactly uniform (Lemire's method with rejection). bound must not be 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    Wide product = static_cast<Wide>((*this)()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>((*this)()) * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  /// A whole number in [low, high], both included.
  [[nodiscard]] int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low) + 1));
  }

  /// A real number in [0, 1) with 53 random bits.
  [[nodiscard]] double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  [[nodiscard]] bool chance(double probability) { return unit() < probability; }

  /// A standard normal number (Box–Muller; one of the pair is thrown away so that the stream has no hidden state).
  [[nodiscard]] double normal();

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

  template <class T>
  [[nodiscard]] T& pick(std::span<T> items) {
    return items[below(items.size())];
  }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::array<std::uint64_t, 4> state_;
};

}  // namespace nazo
