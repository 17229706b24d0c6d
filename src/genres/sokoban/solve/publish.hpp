// Is a level fit to publish? Playable, not solved already, solvable, and without useless floor.
#pragma once

#include "genres/sokoban/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {

[[nodiscard]] Result<Report> publishable(const Level& level, const Budget& budget);

}  // namespace nazo::sokoban
