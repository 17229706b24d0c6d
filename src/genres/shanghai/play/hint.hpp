// Hints, and positions for the terminal and the page.
#pragma once

#include "genres/shanghai/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::shanghai {

/// For a board with an even number of every kind. Where the player sees only the top, so does the hint.
[[nodiscard]] Hint hint_for(const Board& board, HintLevel level, const Context& context);
[[nodiscard]] TextPicture draw_text(const Board& board);
[[nodiscard]] Value view_of(const Board& board);

}  // namespace nazo::shanghai
