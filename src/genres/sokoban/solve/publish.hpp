// Is a level fit to publish? Playable, not solved already, solvable, and without useless floor.
#pragma once

#include <string>
#include <vector>

#include "genres/sokoban/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {

[[nodiscard]] Result<Report> publishable(const Level& level, const Budget& budget);

/// Squares of a level that could be walls, each by itself: "ROW,COLUMN" from 1. None where the level is too large to
/// say; an error if a limit ran out.
[[nodiscard]] Result<std::vector<std::string>> useless_floor_places(const Level& level, Meter& meter);

}  // namespace nazo::sokoban
