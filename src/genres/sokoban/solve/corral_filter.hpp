// Corrals for the proof of fewest pushes: which boxes must be pushed first, and which positions are lost.
//
// These rules lose no position's fewest pushes, but they may lose its fewest box changes: a proof that uses them proves
// pushes alone.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban {

class CorralFilter {
 public:
  virtual ~CorralFilter() = default;
  enum class Verdict { lost, restricted, open };
  /// Of these boxes and the keeper on some square; `first` holds the boxes to be pushed if the verdict is restricted.
  [[nodiscard]] virtual Verdict look(std::span<const Square> boxes, Square keeper, std::vector<Square>& first) = 0;
  /// Is it known that the position is lost in which one of the boxes looked at last was pushed, the keeper then being
  /// there?
  [[nodiscard]] virtual bool lost_after(Square from, Square to, Square keeper) = 0;
};

/// None for boards of more than 1,024 squares. Uses up to a quarter of the meter's bytes.
[[nodiscard]] std::unique_ptr<CorralFilter> corral_filter(const Board& board, Meter& meter);

}  // namespace nazo::sokoban
