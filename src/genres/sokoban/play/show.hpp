// A level in play as others see it: rows of short texts for the terminal, data for the page.
//
// Both are many times as large as the board's own text; what does not fit into the budget's bytes is an error that
// names the limit.
#pragma once

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/sokoban/play/play.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {

enum class DeadSquares { plain, marked };

[[nodiscard]] Result<TextPicture> draw(const Game& game, DeadSquares dead_squares, const Budget& budget);

/// `rows` has a character for each square: # wall, blank floor, - outside. `keeper`, `boxes`, `goals` and `dead` are
/// places [row, column] from 1. On boards that are too large to be numbered no square is called dead.
[[nodiscard]] Result<Value> view(const Game& game, const Budget& budget);

}  // namespace nazo::sokoban
