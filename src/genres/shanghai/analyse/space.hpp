// The whole state space of a board of at most 64 tiles, exactly. The names mean what they mean in Shisen-sho.
//
// A state is the set of tiles left, one word of bits. Layer by layer (pairs gone) the states stand in tables of their
// keys; the way back finds each child's worth in the next layer's table. Which tiles are free follows from the word by
// eight look-ups: for every byte of it, which tiles it covers and whose sides it closes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

inline constexpr int most_explored_tiles = 64;

struct LayerCount {
  std::uint64_t states = 0, transitions = 0, solvable = 0;
};

struct SpaceCounts {
  Limit limit = Limit::none;  ///< not none: this ran out, and only `states` found so far is given
  std::uint64_t states = 0, transitions = 0, solvable = 0;
  std::uint64_t solvable_transitions = 0;  ///< out of solvable states
  std::uint64_t losing_transitions = 0;    ///< of those, the ones to unsolvable states
  std::uint64_t deadlocks = 0;
  int unsolvable_longest = -1, first_deadlock = -1;
  double random_walk_win = 0;
  std::vector<LayerCount> layers{};
};

/// A board with an even number of every kind. One of more than 64 tiles ends at once with Limit::memory.
[[nodiscard]] SpaceCounts explore_space(const Board& board, const Budget& budget);

}  // namespace nazo::shanghai
