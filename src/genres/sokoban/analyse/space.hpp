// Everything that can happen on a level: all positions that pushes can reach, lost ones too.
#pragma once

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/sokoban/rules/board.hpp"

namespace nazo::sokoban {

struct SpaceFacts {
  std::uint64_t states = 0;  ///< positions reachable from the start, keeper by region
  std::uint64_t lost = 0;    ///< of them, those from which the level can no longer be solved
  double walker_steps = 0;   ///< expected pushes of a forgetful player until the level is solved; 0 if it cannot be
};

/// Counts the whole space. An error that names the limit if it has more than `most_states` (nodes), if the board has
/// more than 256 squares (memory), or if a limit of the budget runs out.
[[nodiscard]] Result<SpaceFacts> explore_space(const Board& board, std::uint64_t most_states, const Budget& budget);

}  // namespace nazo::sokoban
