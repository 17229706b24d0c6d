// What a maker is told about a position while setting it up: what `check` finds, where, and which piece to add, move or
// take away so that the problem is sound.
#pragma once

#include <vector>

#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"
#include "puzzle/genre.hpp"

namespace nazo::tsume {

[[nodiscard]] std::vector<TechniqueFact> repair_facts();

/// `verdict` is what `solve` says of the position.
[[nodiscard]] Critique critique_of(const Position& start, Verdict verdict, Closeness closeness, Rules rules,
                                   const Context& context);

}  // namespace nazo::tsume
