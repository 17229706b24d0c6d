// Help for a player, and positions as data for the page.
#pragma once

#include "base/result.hpp"
#include "genres/shisen/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::shisen {

[[nodiscard]] Hint hint_for(const Board& board, HintLevel level, const Context& context);
[[nodiscard]] TextPicture draw_text(const Board& board);
[[nodiscard]] Value view_of(const Board& board);

}  // namespace nazo::shisen
