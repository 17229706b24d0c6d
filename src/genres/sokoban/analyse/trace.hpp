// What a solution does, box by box: the raw material of the features, the solution's shape and the pictures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

struct TracedPush {
  int box;       ///< its number: boxes count row by row at the start
  int from, to;  ///< cells of the level
  Direction direction;
};

struct Trace {
  std::vector<TracedPush> pushes;
  std::vector<int> start, end;                  ///< the cell of each box
  std::vector<bool> box_visits, keeper_visits;  ///< cells that some box, and the keeper, stand on at some time
};

/// Follows a solution that replays; its pushes are capitals.
[[nodiscard]] Trace trace(const Level& level, std::string_view lurd);

/// The solution's shape, the same for a level and its mirror images: boxes are named in order of their first push, and
/// each run of pushes on one box is given by that name, its net displacement and its turns. The least of the eight
/// images.
[[nodiscard]] std::string shape_of(const Trace& trace, int width);

}  // namespace nazo::sokoban
