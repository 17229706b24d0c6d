// Nonograms as the outer rooms see it. docs/NONOGRAM.md has the definitions, REFS.md where ideas come from.
//
//   genre.cpp  every call of the seam handed on to its folder; facts.cpp has the facts, options.cpp what they mean
//   rules/     clues and pictures
//   text/      .non (native), .nin, webpbn's XML, game ids, tournaments; pictures read and drawn
//   solve/     solve.hpp: lines (line.hpp), probing (probe.hpp, search.hpp), SAT (sat.hpp); check.hpp shares nothing
//              with them
//   analyse/   features: random trials, a simulated person, heuristics
//   generate/  random pictures that have one solution, pictures made solvable
//   play/      marks and moves, hints in words
//   bench.cpp  the tasks of `nazo bench`
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& nonogram_genre();

}  // namespace nazo
