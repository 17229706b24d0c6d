// Where the keeper can walk, and where one box can be brought while no other is touched.
#pragma once

#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

struct Way {
  int to = 0;         ///< a square
  std::string steps;  ///< u d l r, capitals for pushes
};

/// From the keeper's square: every square it can walk to. From a box: every square it can be pushed to, by the fewest
/// pushes. From anything else: nothing. In the order of the squares; the square itself is not among them.
[[nodiscard]] Result<std::vector<Way>> ways(const Level& level, int from, const Budget& budget);

}  // namespace nazo::sokoban
