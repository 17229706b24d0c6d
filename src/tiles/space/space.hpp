// The whole state space of a board, exactly: how many states, which of them can still be won, and more.
//
// A state is the set of tiles left. States are kept in groups (layout.hpp): a group fixes all kinds but the few
// freest, and carries the set of leaves that can be reached with it, one bit each. Moves are found and children united
// for whole groups (moves.hpp, forward.hpp), values are pulled back layer by layer (backward.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "base/result.hpp"
#include "base/scratch.hpp"
#include "tiles/space/game.hpp"

namespace nazo::tiles {

/// Counts of the states with the same number of pairs gone.
struct LayerCount {
  std::uint64_t states = 0, transitions = 0, solvable = 0, deadlocks = 0;
  std::uint64_t losing = 0;  ///< transitions from solvable states to unsolvable ones
  int longest = -1;          ///< the longest path among unsolvable states that begins here; −1: there is none
  friend bool operator==(const LayerCount&, const LayerCount&) = default;
};

struct SpaceCounts {
  Limit limit = Limit::none;  ///< not none: a limit ran out, and only `states` (in the layers found) is filled in
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t solvable = 0;              ///< states
  std::uint64_t solvable_transitions = 0;  ///< out of solvable states
  std::uint64_t losing_transitions = 0;    ///< from a solvable state to an unsolvable one
  std::uint64_t deadlocks = 0;
  int first_deadlock = -1;      ///< pairs gone; −1: there is none
  int unsolvable_longest = -1;  ///< the longest path among unsolvable states; −1: there are none
  double random_walk_win = 0;
  std::vector<LayerCount> layers{};  ///< by pairs gone

  std::uint64_t groups = 0;       ///< how the states were packed
  std::uint64_t layer_bytes = 0;  ///< all layers as stored
  std::uint64_t most_in_scratch = 0;
};

struct SpaceRequest {
  Budget budget{};
  unsigned threads = 1;
  Lanes lanes = Lanes::best;
  Scratch* scratch = nullptr;  ///< for layers that outgrow the memory
  ProgressSink progress{};
};

/// Any board, odd kinds included. Fails if it is too large for a key, or when the scratch room does (a full disk).
[[nodiscard]] Result<SpaceCounts> explore_space(const SpaceGame& game, const SpaceRequest& request);

}  // namespace nazo::tiles
