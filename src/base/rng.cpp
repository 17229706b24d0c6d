#include "base/rng.hpp"

#include <cmath>
#include <numbers>

namespace nazo {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c, std::array<std::uint32_t, 2> key) {
  constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = multiplier0 * c[0], p1 = multiplier1 * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ key[0], static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ key[1], static_cast<std::uint32_t>(p0)};
    key[0] += weyl0;
    key[1] += weyl1;
  }
  return c;
}

Rng::Rng(std::uint64_t seed, std::uint64_t item, std::uint32_t substream) {
  const std::array<std::uint32_t, 2> key{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
  for (std::uint32_t half = 0; half < 2; ++half) {
    const auto block =
        philox({static_cast<std::uint32_t>(item), static_cast<std::uint32_t>(item >> 32), substream, half}, key);
    state_[2 * half] = block[0] | std::uint64_t{block[1]} << 32;
    state_[2 * half + 1] = block[2] | std::uint64_t{block[3]} << 32;
  }
  // The all-zero state is the only one xoshiro cannot leave.
  if ((state_[0] | state_[1] | state_[2] | state_[3]) == 0) state_[0] = 1;
}

double Rng::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - unit()));
  return radius * std::cos(2.0 * std::numbers::pi * unit());
}

}  // namespace nazo
