// Small boards as one machine word: a bit per square of the interior, so that a step of every square at once is a
// shift.
//
// Grid6 holds interiors up to 6×6 and Grid8 up to 8×8 in 64 bits, Grid10 up to 10×10 in 128. All offer the same static
// interface; the generator and the small solver are templates over it. Grid6 and Grid10 keep an empty margin around the
// interior, so that the eight squares around any square can be looked up without care for the edge.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

struct Grid6 {
  using Bits = std::uint64_t;
  static constexpr int side = 6, stride = 8, margin = 1;
  static constexpr bool has_ring = true;

  template <Direction D>
  [[nodiscard]] static constexpr Bits shift(Bits b) {
    if constexpr (D == Direction::up) return b >> 8;
    if constexpr (D == Direction::down) return b << 8;
    if constexpr (D == Direction::left) return b >> 1;
    if constexpr (D == Direction::right) return b << 1;
  }
  [[nodiscard]] static constexpr int lowest(Bits b) { return std::countr_zero(b); }
  [[nodiscard]] static constexpr int count(Bits b) { return std::popcount(b); }
  [[nodiscard]] static constexpr std::uint64_t mixed(Bits b) { return b; }
};

struct Grid8 {
  using Bits = std::uint64_t;
  static constexpr int side = 8, stride = 8, margin = 0;
  static constexpr bool has_ring = false;
  static constexpr Bits not_first = 0xfefefefefefefefeULL, not_last = 0x7f7f7f7f7f7f7f7fULL;

  template <Direction D>
  [[nodiscard]] static constexpr Bits shift(Bits b) {
    if constexpr (D == Direction::up) return b >> 8;
    if constexpr (D == Direction::down) return b << 8;
    if constexpr (D == Direction::left) return (b >> 1) & not_last;
    if constexpr (D == Direction::right) return (b << 1) & not_first;
  }
  [[nodiscard]] static constexpr int lowest(Bits b) { return std::countr_zero(b); }
  [[nodiscard]] static constexpr int count(Bits b) { return std::popcount(b); }
  [[nodiscard]] static constexpr std::uint64_t mixed(Bits b) { return b; }
};

struct Grid10 {
  __extension__ using Bits = unsigned __int128;
  static constexpr int side = 10, stride = 11, margin = 1;
  static constexpr bool has_ring = true;

  template <Direction D>
  [[nodiscard]] static constexpr Bits shift(Bits b) {
    if constexpr (D == Direction::up) return b >> stride;
    if constexpr (D == Direction::down) return b << stride;
    if constexpr (D == Direction::left) return b >> 1;
    if constexpr (D == Direction::right) return b << 1;
  }
  [[nodiscard]] static constexpr int lowest(Bits b) {
    const auto low = static_cast<std::uint64_t>(b);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(b >> 64));
  }
  [[nodiscard]] static constexpr int count(Bits b) {
    return std::popcount(static_cast<std::uint64_t>(b)) + std::popcount(static_cast<std::uint64_t>(b >> 64));
  }
  [[nodiscard]] static constexpr std::uint64_t mixed(Bits b) {
    return static_cast<std::uint64_t>(b) ^ (static_cast<std::uint64_t>(b >> 64) * 0x9e3779b97f4a7c15ULL);
  }
};

template <class G>
[[nodiscard]] constexpr typename G::Bits bit(int square) {
  return typename G::Bits{1} << square;
}
/// Rows and columns count from 0 inside the margin.
template <class G>
[[nodiscard]] constexpr int square_at(int row, int column) {
  return (row + G::margin) * G::stride + column + G::margin;
}
template <class G>
[[nodiscard]] constexpr int row_of(int square) {
  return square / G::stride - G::margin;
}
template <class G>
[[nodiscard]] constexpr int column_of(int square) {
  return square % G::stride - G::margin;
}
template <class G>
[[nodiscard]] constexpr int offset(Direction d) {
  return row_step(d) * G::stride + column_step(d);
}

/// A shift whose direction is known at run time only.
template <class G>
[[nodiscard]] constexpr typename G::Bits shifted(typename G::Bits b, Direction d) {
  switch (d) {
    case Direction::up:
      return G::template shift<Direction::up>(b);
    case Direction::down:
      return G::template shift<Direction::down>(b);
    case Direction::left:
      return G::template shift<Direction::left>(b);
    case Direction::right:
      return G::template shift<Direction::right>(b);
  }
  return b;
}

/// The squares next to a set.
template <class G>
[[nodiscard]] constexpr typename G::Bits around(typename G::Bits b) {
  return G::template shift<Direction::up>(b) | G::template shift<Direction::down>(b) |
         G::template shift<Direction::left>(b) | G::template shift<Direction::right>(b);
}
/// The set and the squares next to it.
template <class G>
[[nodiscard]] constexpr typename G::Bits grown(typename G::Bits b) {
  return b | around<G>(b);
}

/// Everything in `free` that can be walked to from `seed`.
template <class G>
[[nodiscard]] constexpr typename G::Bits flood(typename G::Bits seed, typename G::Bits free) {
  for (;;) {
    const typename G::Bits once = grown<G>(seed) & free;
    const typename G::Bits twice = grown<G>(once) & free;
    if (twice == seed) return seed;
    seed = twice;
  }
}

template <class G>
[[nodiscard]] constexpr bool connected(typename G::Bits set) {
  return set == 0 || flood<G>(set & (~set + 1), set) == set;
}

/// Calls `visit(square)` for every set bit, lowest first.
template <class G, class Visit>
constexpr void for_each_bit(typename G::Bits set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(G::lowest(set));
}

namespace detail {
/// For the eight squares around one, as bits 0 1 2 / 3 · 4 / 5 6 7: are those of the four nearest that are set joined
/// through set squares of the ring?
constexpr std::array<bool, 256> make_ring_joined() {
  std::array<bool, 256> joined{};
  constexpr std::array<unsigned, 8> circle{0, 1, 2, 4, 7, 6, 5, 3};  // corners at even places
  for (unsigned ring = 0; ring < 256; ++ring) {
    // Runs of set squares round the circle that hold at least one of the four nearest.
    int runs = 0;
    bool open = true;
    for (unsigned i = 0; i < 8; ++i) open = open && ((ring >> circle[i]) & 1) != 0;
    if (!open) {
      unsigned start = 0;
      while (((ring >> circle[start]) & 1) != 0) ++start;
      bool in_run = false, holds = false;
      for (unsigned n = 1; n <= 8; ++n) {
        const unsigned i = (start + n) % 8;
        const bool set = ((ring >> circle[i]) & 1) != 0;
        if (set) {
          in_run = true;
          holds = holds || i % 2 == 1;
        } else {
          runs += in_run && holds ? 1 : 0;
          in_run = holds = false;
        }
      }
    }
    joined[ring] = runs <= 1;
  }
  return joined;
}
inline constexpr std::array<bool, 256> ring_joined = make_ring_joined();
}  // namespace detail

/// Can this square be taken out of a connected set without any risk of cutting it in two, judging by the eight squares
/// around it alone?
template <class G>
  requires(G::has_ring)
[[nodiscard]] constexpr bool can_go(typename G::Bits set, int square) {
  const auto near = static_cast<std::uint32_t>(set >> (square - G::stride - 1));
  const std::uint32_t ring = (near & 7) | ((near >> G::stride & 1) << 3) | ((near >> (G::stride + 2) & 1) << 4) |
                             ((near >> (2 * G::stride) & 7) << 5);
  return detail::ring_joined[ring];
}

/// A small level: what the generator makes and the small solver solves.
template <class G>
struct Small {
  using Bits = typename G::Bits;
  Bits floor = 0, goals = 0, boxes = 0;
  int keeper = -1;
  friend constexpr bool operator==(const Small&, const Small&) = default;
};

}  // namespace nazo::sokoban
