// What a maker is told about a level while drawing it: its faults, dead boxes, floor, boxes and walls that do nothing,
// and small changes that mend it.
#pragma once

#include <vector>

#include "genres/sokoban/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {

[[nodiscard]] std::vector<TechniqueFact> repair_facts();

/// Remarks on a level that cannot be played, or is solved already; none: it is a puzzle.
[[nodiscard]] Critique critique_of_faults(const Level& level, const Facts& facts);

/// Adds what there is to say of a level beside its verdict, which the critique has: dead boxes and useless parts.
void add_parts(Critique& critique, const Level& level, const Facts& facts, Meter& meter);

/// Adds small changes that mend what the critique remarks.
void add_repairs(Critique& critique, const Level& level, Meter& meter);

}  // namespace nazo::sokoban
