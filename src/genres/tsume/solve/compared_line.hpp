// Which of several equally long lines is the main line.
#pragma once

#include <utility>
#include <vector>

#include "genres/tsume/rules/types.hpp"

namespace nazo::tsume {

/// A line and what it is compared by where others are as long: what is left in the attacker's hand, then how many
/// pieces the defender drops.
struct ComparedLine {
  std::vector<Move16> moves{};
  int left_in_hand = 0;
  int drops = 0;

  void begin_with(Move16 attack) { moves.insert(moves.begin(), attack); }
  void begin_with_answer(Move16 answer) {
    moves.insert(moves.begin(), answer);
    drops += answer.is_drop() ? 1 : 0;
  }
  [[nodiscard]] bool comes_before(const ComparedLine& other) const {
    return std::pair{left_in_hand, drops} < std::pair{other.left_in_hand, other.drops};
  }
};

}  // namespace nazo::tsume
