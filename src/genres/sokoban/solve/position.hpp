// A position that is being looked at: which squares hold boxes, where the keeper can walk, which boxes are frozen.
// The workspace of every solver on numbered boards; loading a position costs its boxes, not the board.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "genres/sokoban/rules/board.hpp"
#include "genres/sokoban/solve/freeze.hpp"
#include "genres/sokoban/solve/keeper_walk.hpp"

namespace nazo::sokoban {

class Position {
 public:
  explicit Position(const Board& board)
      : box_(static_cast<std::size_t>(board.squares()), 0), walk_(board), freeze_(board) {}

  void load(std::span<const Square> boxes) {
    for (const Square b : boxes_) box_[b] = 0;
    boxes_.assign(boxes.begin(), boxes.end());
    for (const Square b : boxes_) box_[b] = 1;
  }
  [[nodiscard]] const std::vector<Square>& boxes() const { return boxes_; }
  [[nodiscard]] bool has_box(Square square) const { return box_[square] != 0; }
  /// Takes a box from one square to another for a moment; `boxes` does not follow.
  void shift(Square from, Square to) {
    box_[from] = 0;
    box_[to] = 1;
  }

  /// Walks over everything the keeper can reach and returns the lowest square of it: the region's name.
  Square flood(Square from) { return walk_.flood(from, box_); }
  /// Was the square reached by the last flood?
  [[nodiscard]] bool reached(Square square) const { return walk_.reached(square); }
  /// Squares of the last flood, nearest first.
  [[nodiscard]] std::span<const Square> reached_squares() const { return walk_.reached_squares(); }

  /// Is the box on this square frozen for good, it or a box that holds it off goal? Then the position is lost.
  [[nodiscard]] bool frozen_off_goal(Square square) { return freeze_.is_frozen_off_goal(box_, square); }

 private:
  std::vector<std::uint8_t> box_;
  std::vector<Square> boxes_;
  KeeperWalk walk_;
  Freeze freeze_;
};

}  // namespace nazo::sokoban
