// Why did a line say so? Of the cells it knew, a set of which none can be left out.
//
// Cells are left out one by one, the latest found first, as long as the line still has no placement. A pack tries many
// beginnings of that list at once: lane t leaves out the first t+1 steps, and the first lane that finds a placement
// shows the next cell that is needed.
#pragma once

#include <array>
#include <bit>
#include <span>

#include "genres/nonogram/solve/feasible.hpp"

namespace nazo::nonogram {

/// Cells of one line by their places along it, the latest found first.
using PlacesAlong = std::span<const std::uint8_t>;

/// Picks from `places` cells that together with the other known ones leave the line without a placement, such that none
/// of the picked can be spared. `black` and `white` hold all known cells, those of `places` and others, and have no
/// placement. Returns how many were picked; they stand in `needed`, the latest first.
template <class Size>
int needed_cells(const Rule& rule, typename Size::Word black, typename Size::Word white, PlacesAlong places,
                 std::uint8_t* needed) {
  using Word = typename Size::Word;
  using Lanes = typename Size::Register;
  constexpr int lanes = Lanes::lanes;
  const int count = static_cast<int>(places.size());
  int found = 0;
  int next = 0;        // the first place not decided yet
  int window = count;  // a needed cell stands before this place, if before the end
  while (next < count) {
    // Needed cells stand close to each other: single steps, but for the longest lines.
    const int step = 1 + (window - next) / (4 * lanes);
    const int end = std::min(next + step * lanes, window);
    alignas(64) std::array<Word, lanes> left_out;
    Word out_so_far = 0;
    for (int lane = 0, at = next; lane < lanes; ++lane) {
      for (int i = 0; i < step && at < end; ++i, ++at) out_so_far |= bit<Word>(places[static_cast<std::size_t>(at)]);
      left_out[static_cast<std::size_t>(lane)] = out_so_far;
    }
    const Lanes kept = ~lanes_of<Lanes>(left_out.data());
    const std::uint32_t placed =
        lanes_with_bits(feasible<Lanes>(rule, all_lanes<Lanes>(black) & kept, all_lanes<Lanes>(white) & kept));
    // What was left out before the first placement is not needed.
    const int spared = placed == 0 ? end : next + std::countr_zero(placed) * step;
    Word gone = 0;
    for (; next < spared; ++next) gone |= bit<Word>(places[static_cast<std::size_t>(next)]);
    black &= static_cast<Word>(~gone);
    white &= static_cast<Word>(~gone);
    if (placed == 0) {
      if (next == window) window = count;
    } else if (step == 1) {
      needed[found++] = places[static_cast<std::size_t>(next++)];
      window = count;
    } else {
      window = std::min(next + step, window);
    }
  }
  return found;
}

}  // namespace nazo::nonogram
