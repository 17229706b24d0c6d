// Boards as SVG pictures of our own drawing: no fonts needed for the board, no ids, so that many fit on one page.
#pragma once

#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

/// The board; with a solution (whose pushes are capitals) also the way of every box, and numbers that say in which
/// order they are taken up. An error if a limit runs out.
[[nodiscard]] Result<std::string> svg_of(const Level& level, std::string_view title, std::string_view lurd,
                                         const Budget& budget);

}  // namespace nazo::sokoban
