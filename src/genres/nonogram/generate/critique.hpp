// What a maker is told about a picture while drawing it: whether its clues have another picture, which cells differ,
// what lines alone leave open, and the fewest cells to change.
#pragma once

#include <vector>

#include "genres/nonogram/text/text.hpp"
#include "puzzle/genre.hpp"

namespace nazo::nonogram {

[[nodiscard]] std::vector<TechniqueFact> repair_facts();

/// `sheet` has the drawn picture as its goal, or none; `verdict` is what `solve` says of its clues.
[[nodiscard]] Critique critique_of(const Sheet& sheet, Verdict verdict, Closeness closeness, const Facts& facts,
                                   Meter& meter);

}  // namespace nazo::nonogram
