// Proofs on boards of any shape: fewest pushes, then fewest box changes, then fewest moves; or fewest moves outright.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "genres/sokoban/rules/board.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {

/// What of a solution is proved to be the least.
struct Proved {
  bool pushes = false;
  bool box_changes = false;  ///< among the solutions with the fewest pushes
  bool moves = false;        ///< among those; or of all solutions, if that was asked for
};

struct Outcome {
  Status status = Status::unknown;
  Limit limit = Limit::none;
  std::vector<Push> pushes{};
  Proved proved{};
  SearchStats stats{};
};

/// How any solution is sought.
struct Effort {
  unsigned threads = 1;
  bool shorten = false;  ///< when one is found, go on until it cannot easily be made shorter
};

/// Boards with more boxes than this, or more live squares than `Board::most_live_squares`, are not tried, nor are
/// boards whose distances did not fit the budget: `unknown`, memory. So end those whose solutions cost more than
/// 32,767.
inline constexpr int most_boxes_to_prove = 512;

/// Fewest pushes by A* over positions whose keeper is named by its region; every state whose bound allows it is looked
/// at, so that the fewest box changes and moves of all solutions with the fewest pushes follow.
[[nodiscard]] Outcome fewest_pushes(const Board& board, const Budget& budget);

/// Fewest moves of the keeper, pushes included, by A* over positions with the keeper's own square.
[[nodiscard]] Outcome fewest_moves(const Board& board, const Budget& budget);

}  // namespace nazo::sokoban
