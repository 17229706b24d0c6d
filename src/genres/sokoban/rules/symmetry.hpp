// The eight images of a board under mirroring and rotation, and the one that stands for all of them.
#pragma once

#include <algorithm>
#include <tuple>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/sokoban/rules/grid.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

/// Image 0 is the board itself; bit 0 turns it upside down, bit 1 left to right, bit 2 exchanges rows and columns.
[[nodiscard]] Level image_of(const Level& level, int image);

/// The text of the board that stands for all boards that are the same to a player: tidied, the keeper on the first
/// square of its region, and of the eight images the one whose text comes first. An error if a limit runs out.
[[nodiscard]] Result<std::string> canonical_text(const Level& level, const Budget& budget = {});

/// The same for small levels: equal results, equal puzzles. The floor lies in the top left corner.
template <class G>
[[nodiscard]] Small<G> canonical(const Small<G>& level) {
  using Bits = typename G::Bits;
  Small<G> least;
  const Bits region = flood<G>(bit<G>(level.keeper), level.floor & ~level.boxes);
  for (int image = 0; image < 8; ++image) {
    const auto turned = [image](Bits set) {
      Bits result = 0;
      for_each_bit<G>(set, [&](int square) {
        int r = row_of<G>(square), c = column_of<G>(square);
        if ((image & 1) != 0) r = G::side - 1 - r;
        if ((image & 2) != 0) c = G::side - 1 - c;
        result |= bit<G>((image & 4) != 0 ? square_at<G>(c, r) : square_at<G>(r, c));
      });
      return result;
    };
    Small<G> now{turned(level.floor), turned(level.goals), turned(level.boxes), 0};
    Bits reach = turned(region);
    // To the top left corner.
    int top = G::side, left = G::side;
    for_each_bit<G>(now.floor, [&](int square) {
      top = std::min(top, row_of<G>(square));
      left = std::min(left, column_of<G>(square));
    });
    const int by = square_at<G>(top, left) - square_at<G>(0, 0);
    now.floor >>= by;
    now.goals >>= by;
    now.boxes >>= by;
    reach >>= by;
    now.keeper = G::lowest(reach);
    const auto key = [](const Small<G>& s) { return std::tuple(s.floor, s.goals, s.boxes, s.keeper); };
    if (image == 0 || key(now) < key(least)) least = now;
  }
  return least;
}

}  // namespace nazo::sokoban
