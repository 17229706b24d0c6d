// Boxes that can never move again.
//
// A box is frozen if it is blocked along both axes; blocked by a wall, by squares no box may enter on both sides, or by
// a neighbour that is itself frozen, judged with this box as a wall. Boxes taken for frozen stay in `cluster_` as walls
// until a box they lean on turns out to be free. Ways from box to box that turn at every box either close a block of
// four, which is frozen, or lead straight off along a diagonal: so few boxes are looked at, and few of them twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban {

/// The questions take a number for every square: 1 if a box stands there, 0 if not. They write to it while they think,
/// and leave it as it was.
class Freeze {
 public:
  explicit Freeze(const Board& board) : board_(board) {}

  /// Is the box on this square frozen for good?
  [[nodiscard]] bool is_frozen(std::span<std::uint8_t> box, Square square) {
    const bool answer = frozen(box, square);
    release(box, 0);
    return answer;
  }
  /// Is it, and it or a box that holds it off goal? Then the position is lost.
  [[nodiscard]] bool is_frozen_off_goal(std::span<std::uint8_t> box, Square square) {
    const bool lost =
        frozen(box, square) && std::ranges::any_of(cluster_, [&](Square b) { return !board_.is_goal(b); });
    release(box, 0);
    return lost;
  }

 private:
  static constexpr std::uint8_t as_wall = 2;

  bool frozen(std::span<std::uint8_t> box, Square square) {
    box[square] = as_wall;
    const std::size_t mark = cluster_.size();
    cluster_.push_back(square);
    if (blocked(box, square, Direction::up) && blocked(box, square, Direction::left)) return true;
    release(box, mark);
    return false;
  }
  bool blocked(std::span<std::uint8_t> box, Square square, Direction axis) {
    const Square a = board_.next(square, axis), b = board_.next(square, opposite(axis));
    if (a == no_square || b == no_square) return true;
    if (box[a] == as_wall || box[b] == as_wall) return true;
    if (!board_.live(a) && !board_.live(b)) return true;
    return (box[a] == 1 && frozen(box, a)) || (box[b] == 1 && frozen(box, b));
  }
  void release(std::span<std::uint8_t> box, std::size_t mark) {
    for (std::size_t i = mark; i < cluster_.size(); ++i) box[cluster_[i]] = 1;
    cluster_.resize(mark);
  }

  const Board& board_;
  std::vector<Square> cluster_;
};

}  // namespace nazo::sokoban
