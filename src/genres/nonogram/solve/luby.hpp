// When to begin anew: the sequence 1 1 2 1 1 2 4 … is at most a small factor worse than the best schedule.
#pragma once

#include <bit>
#include <cstdint>

namespace nazo::nonogram {

/// Number `index` of Luby's sequence, from 0.
[[nodiscard]] constexpr std::uint64_t luby(std::uint64_t index) {
  std::uint64_t i = index + 1;
  for (;;) {
    const auto k = static_cast<int>(std::bit_width(i));
    if (i == (std::uint64_t{1} << k) - 1) return std::uint64_t{1} << (k - 1);
    i -= (std::uint64_t{1} << (k - 1)) - 1;
  }
}

}  // namespace nazo::nonogram
