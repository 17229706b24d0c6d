// Where the keeper can walk on a numbered board. The innermost loop of every solver on such boards.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/stamps.hpp"
#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban {

class KeeperWalk {
 public:
  explicit KeeperWalk(const Board& board)
      : board_(board),
        seen_(static_cast<std::size_t>(board.squares())),
        queue_(static_cast<std::size_t>(board.squares())) {}

  /// Walks over everything that can be reached and returns the lowest square of it: the region's name. `box` says of
  /// every square whether something stands there (not 0).
  Square flood(Square from, std::span<const std::uint8_t> box) {
    auto seen = seen_.clear();
    Square lowest = from;
    seen.mark(from);
    queue_[0] = from;
    std::size_t reached = 1;
    for (std::size_t i = 0; i < reached; ++i)
      for (const Square near : board_.neighbours(queue_[i]))
        if (near != no_square && !seen.has(near) && box[near] == 0) {
          seen.mark(near);
          lowest = std::min(lowest, near);
          queue_[reached++] = near;
        }
    reached_ = reached;
    return lowest;
  }
  /// Was the square reached by the last flood?
  [[nodiscard]] bool reached(Square square) const { return seen_.has(square); }
  /// Squares of the last flood, nearest first.
  [[nodiscard]] std::span<const Square> reached_squares() const { return {queue_.data(), reached_}; }

 private:
  const Board& board_;
  Stamps<> seen_;
  std::vector<Square> queue_;
  std::size_t reached_ = 0;
};

}  // namespace nazo::sokoban
