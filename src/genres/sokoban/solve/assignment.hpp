// A lower bound on the pushes left: the cheapest way to give every box its own goal, by lone-box push distances.
//
// Kept up to date from one position to the next: positions that are looked at one after another differ in few boxes,
// and a changed row of the cost matrix costs one augmenting path. Consistent: a push changes one row by at most 1.
#pragma once

#include <span>
#include <vector>

#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban {

class Assignment {
 public:
  /// At least this much means that no assignment exists.
  static constexpr int impossible = 1 << 20;

  explicit Assignment(const Board& board);
  /// To other places than the goals: `costs` has one row of `boxes.size()` places for each square, `far` where a box
  /// cannot be brought. The table must live as long as this.
  Assignment(std::size_t squares, std::vector<Square> boxes, const std::uint16_t* costs);

  /// Takes over a position (its boxes in any order) and returns its bound.
  int set(std::span<const Square> boxes);
  [[nodiscard]] int total() const { return total_; }
  /// The bound if the box on `from` stood on `to` instead; nothing changes.
  [[nodiscard]] int with(Square from, Square to);
  /// The goal (its place in the board's goals) the box on this square is assigned to.
  [[nodiscard]] std::size_t goal_of(Square box) const { return column_of_[row_of_[box]]; }

 private:
  static constexpr std::uint16_t no_row = 0xffff;
  static constexpr int far_off = 1 << 24;  ///< potentials beyond this are brought back
  [[nodiscard]] int cost(Square square, std::size_t column) const {
    const std::uint16_t d = costs_[square * n_ + column];
    return d == far ? impossible : d;
  }
  int augment(std::size_t row, Square square, bool keep);
  void change_row(std::size_t row, Square to);
  void bring_back();

  const std::uint16_t* costs_;
  std::size_t n_;
  std::vector<Square> box_;            ///< of each row
  std::vector<std::uint16_t> row_of_;  ///< of each square, or no_row
  std::vector<int> u_, v_;             ///< potentials of rows and columns
  std::vector<std::uint16_t> column_of_, row_at_;
  std::vector<int> least_;
  std::vector<std::uint16_t> way_, order_;
  std::vector<char> done_;
  std::vector<std::uint16_t> loose_;  ///< rows whose box is gone, while a position is taken over
  std::vector<char> wanted_;
  int total_ = 0;
};

}  // namespace nazo::sokoban
