// A position that is being looked at: which squares hold boxes, where the keeper can walk, which boxes are frozen.
// The workspace of every solver on numbered boards; loading a position costs its boxes, not the board.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/stamps.hpp"
#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban {

class Position {
 public:
  explicit Position(const Board& board)
      : board_(board), box_(static_cast<std::size_t>(board.squares()), 0), seen_(box_.size()), queue_(box_.size()) {}

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
  Square flood(Square from) {
    auto seen = seen_.clear();
    Square lowest = from;
    seen.mark(from);
    queue_[0] = from;
    std::size_t reached = 1;
    for (std::size_t i = 0; i < reached; ++i)
      for (const Square n : board_.neighbours(queue_[i]))
        if (n != no_square && !seen.has(n) && box_[n] == 0) {
          seen.mark(n);
          lowest = std::min(lowest, n);
          queue_[reached++] = n;
        }
    reached_ = reached;
    return lowest;
  }
  /// Was the square reached by the last flood?
  [[nodiscard]] bool reached(Square square) const { return seen_.has(square); }
  /// Squares of the last flood, nearest first.
  [[nodiscard]] std::span<const Square> reached_squares() const { return {queue_.data(), reached_}; }

  /// Is the box on this square frozen for good, it or a box that holds it off goal? Then the position is lost.
  [[nodiscard]] bool frozen_off_goal(Square square) {
    const bool lost = frozen(square) && std::ranges::any_of(cluster_, [&](Square b) { return !board_.is_goal(b); });
    release(0);
    return lost;
  }

 private:
  static constexpr std::uint8_t as_wall = 2;

  // A box is frozen if it is blocked along both axes; blocked by a wall, by squares no box may enter on both sides, or
  // by a neighbour that is itself frozen, judged with this box as a wall. Boxes taken for frozen stay in `cluster_` as
  // walls until a box they lean on turns out to be free. Ways from box to box that turn at every box either close a
  // block of four, which is frozen, or lead straight off along a diagonal: so few boxes are looked
  // at, and few of them twice.
  bool frozen(Square square) {
    box_[square] = as_wall;
    const std::size_t mark = cluster_.size();
    cluster_.push_back(square);
    if (blocked(square, Direction::up) && blocked(square, Direction::left)) return true;
    release(mark);
    return false;
  }
  bool blocked(Square square, Direction axis) {
    const Square a = board_.next(square, axis), b = board_.next(square, opposite(axis));
    if (a == no_square || b == no_square) return true;
    if (box_[a] == as_wall || box_[b] == as_wall) return true;
    if (!board_.live(a) && !board_.live(b)) return true;
    return (box_[a] == 1 && frozen(a)) || (box_[b] == 1 && frozen(b));
  }
  void release(std::size_t mark) {
    for (std::size_t i = mark; i < cluster_.size(); ++i) box_[cluster_[i]] = 1;
    cluster_.resize(mark);
  }

  const Board& board_;
  std::vector<std::uint8_t> box_;
  Stamps<> seen_;
  std::vector<Square> boxes_, queue_, cluster_;
  std::size_t reached_ = 0;
};

}  // namespace nazo::sokoban
