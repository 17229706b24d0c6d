// Solving a level: chooses the solver that fits the board and says what it proved.
#pragma once

#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/sokoban/rules/rules.hpp"
#include "genres/sokoban/solve/check.hpp"
#include "genres/sokoban/solve/optimal.hpp"

namespace nazo::sokoban {

/// What a solution should be.
enum class Aim {
  best,    ///< fewest pushes where that can be proved quickly, else any
  pushes,  ///< fewest pushes, then fewest box changes, then fewest moves
  moves,   ///< fewest moves
  any      ///< any solution
};

struct Answer {
  Status status = Status::unknown;
  Limit limit = Limit::none;  ///< unknown: what ran out; solved: what ran out before it was proved to be the best
  std::string lurd{};
  Cost cost{};
  Proved proved{};
  SearchStats stats{};
  std::string_view method{};  ///< the solver that decided
  /// Another solver would have had its turn first if it had had more bytes: of several best solutions this may be
  /// another one.
  bool short_of_room = false;
};

/// The level must have no fault. An error would be a mistake of ours: a solution that does not replay. The answer does
/// not depend on the threads, unless the time runs out.
[[nodiscard]] Result<Answer> solve(const Level& level, Aim aim, const Budget& budget, Effort effort = {});

}  // namespace nazo::sokoban
