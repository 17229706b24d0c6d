// Is an answer right? Replays LURD solutions move by move on the plain board and counts what they cost.
// Shares nothing with the solvers but the rules. What "good" and "distinct" mean for generated levels stands here too.
#pragma once

#include <string_view>

#include "base/budget.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

/// What a sequence of moves costs. A box change is a push of another box than the push before; the first push counts 1.
struct Cost {
  int pushes = 0, box_changes = 0, moves = 0;
  friend bool operator==(const Cost&, const Cost&) = default;
};

struct Replay {
  bool legal = true;    ///< every move was possible
  bool solves = false;  ///< and at the end every box stands on a goal
  std::size_t at = 0;   ///< the first move that was not possible (from 0)
  char refused = 0;     ///< its letter
  Cost cost{};
  Level end{};                ///< the board after the last possible move
  std::string lurd{};         ///< the moves with pushes as capitals
  Limit limit = Limit::none;  ///< not none: this ran out on the way, and nothing else may be used
};

/// Plays moves (u d l r of either case) from the start of a level that has no fault. A long solution takes its time.
[[nodiscard]] Replay replay(const Level& level, std::string_view moves, const Budget& budget = {});

/// The least sum of Manhattan distances over all ways to give each box its own goal.
[[nodiscard]] int manhattan_matching(const Level& level);

/// The three measures of the paper and the medians of its authors' own 52 generated levels, which "good" refers to.
struct Measures {
  int pushes = 0, box_changes = 0, detour = 0;
  friend bool operator==(const Measures&, const Measures&) = default;
};
inline constexpr Measures murase_medians{17, 7, 10};
inline constexpr Measures murase_maxima{24, 12, 18};
[[nodiscard]] constexpr bool reaches(const Measures& level, const Measures& bar) {
  return level.pushes >= bar.pushes && level.box_changes >= bar.box_changes && level.detour >= bar.detour;
}
[[nodiscard]] constexpr bool good(const Measures& level) { return reaches(level, murase_medians); }
/// The paper throws a level away that needs no detour, 3 box changes or fewer, or 6 pushes or fewer.
[[nodiscard]] constexpr bool paper_keeps(const Measures& level) {
  return level.detour > 0 && level.box_changes > 3 && level.pushes > 6;
}

}  // namespace nazo::sokoban
