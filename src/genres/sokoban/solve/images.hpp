// The turns and mirrors of a board that bring its floor and its goals onto themselves. A position and its image take
// the same pushes to solve: a search that asks for no more may take them for one.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban {

class Images {
 public:
  using Map = std::vector<Square>;  ///< of each square its image

  explicit Images(const Board& board) {
    int top = 1 << 30, left = 1 << 30, bottom = 0, right = 0;
    for (int s = 0; s < board.squares(); ++s) {
      const auto [row, column] = place(board, s);
      top = std::min(top, row);
      left = std::min(left, column);
      bottom = std::max(bottom, row);
      right = std::max(right, column);
    }
    const int height = bottom - top + 1, width = right - left + 1;
    std::vector<Square> at(static_cast<std::size_t>(std::max(0, height) * std::max(0, width)), no_square);
    const auto index = [&](int row, int column) { return static_cast<std::size_t>(row * width + column); };
    for (int s = 0; s < board.squares(); ++s) {
      const auto [row, column] = place(board, s);
      at[index(row - top, column - left)] = static_cast<Square>(s);
    }
    for (unsigned kind = 1; kind < 8; ++kind) {
      const bool turned = (kind & 4) != 0;
      if (turned && width != height) continue;
      Map map;
      for (int s = 0; s < board.squares(); ++s) {
        auto [row, column] = place(board, s);
        row -= top;
        column -= left;
        if (turned) std::swap(row, column);
        if ((kind & 1) != 0) row = height - 1 - row;
        if ((kind & 2) != 0) column = width - 1 - column;
        const Square image = at[index(row, column)];
        if (image == no_square || board.is_goal(image) != board.is_goal(static_cast<Square>(s))) break;
        map.push_back(image);
      }
      if (static_cast<int>(map.size()) == board.squares()) maps_.push_back(std::move(map));
    }
  }

  /// Without the one that changes nothing.
  [[nodiscard]] const std::vector<Map>& maps() const { return maps_; }

 private:
  static std::array<int, 2> place(const Board& board, int square) {
    const int cell = board.cell(static_cast<Square>(square));
    return {cell / board.width(), cell % board.width()};
  }
  std::vector<Map> maps_;
};

}  // namespace nazo::sokoban
