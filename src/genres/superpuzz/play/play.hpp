// Playing a deal by hand: moves for a person, what a hint says, and the table as text and as data.
#pragma once

#include <string_view>
#include <vector>

#include "genres/superpuzz/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

[[nodiscard]] std::vector<Move> moves_for_person(const Position& position);
/// A step as a person may type it: also the card alone, where that says enough.
[[nodiscard]] Result<Step> typed_step(const Position& position, std::string_view text);
[[nodiscard]] Standing standing(const Position& position);
[[nodiscard]] Hint hint(const Position& position, HintLevel level, const Context& context);
[[nodiscard]] TextPicture draw(const Position& position);
[[nodiscard]] Value view(const Position& position);

}  // namespace nazo::superpuzz
