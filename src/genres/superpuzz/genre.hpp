// Superpuzz as the outer rooms see it. docs/SUPERPUZZ.md has the definitions, REFS.md where ideas come from.
//
//   genre.cpp  the facts, and every call of the seam handed on to its folder
//   rules/     cards, places, moves; deals that are the same to a player
//   text/      deals, solutions, the paper's exchanges, pictures
//   solve/     solve.hpp chooses a strategy; best/ is the solver of our own; check.hpp replays
//   analyse/   features, the paper's four strategies, the prior
//   generate/  random deals
//   play/      moves for a person, hints, the table for the terminal and the page
//   bench.cpp  the tasks of `nazo bench`
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& superpuzz_genre();

}  // namespace nazo
