// Everything that can happen on a level: all positions that pushes can reach, lost ones too.
#pragma once

#include <array>
#include <optional>

#include "base/budget.hpp"
#include "genres/sokoban/board.hpp"

namespace nazo::sokoban {

struct SpaceFacts {
  std::uint64_t states = 0;  ///< positions reachable from the start, keeper by region
  std::uint64_t lost = 0;    ///< of them, those from which the level can no longer be solved
  double walker_steps = 0;   ///< expected pushes of a forgetful player until the level is solved; 0 if it cannot be
};

/// Counts the whole space. Nothing if it has more than `most_states`, or a limit runs out (then `limit` says which).
[[nodiscard]] std::optional<SpaceFacts> explore_space(const Board& board, std::uint64_t most_states,
                                                      const Budget& budget, Limit& limit);

}  // namespace nazo::sokoban
