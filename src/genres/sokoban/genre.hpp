// Sokoban as the outer rooms see it. docs/SOKOBAN.md has the definitions, REFS.md where ideas come from.
//
//   genre.cpp  the facts, and every call of the seam handed on to its folder; examples.cpp has the levels of the
//              facts
//   rules/     the plain board (rules.hpp), the numbered one (board.hpp), the one in a machine word (grid.hpp,
//              small.hpp), symmetries
//   text/      XSB and .sok, RLE, SLC, LURD, pictures
//   solve/     solve.hpp chooses: the field of a small board (field.hpp), the proof (optimal.hpp), any solution
//              (any.hpp, any/); check.hpp replays, publish.hpp judges a level
//   analyse/   features, the state space, the prior
//   generate/  walks over outlines (walk.hpp), the paper's generator (paper.hpp), useless floor (trim.hpp)
//   play/      a level in play (play.hpp), what it looks like (show.hpp)
//   bench.cpp  the tasks of `nazo bench`
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& sokoban_genre();

}  // namespace nazo
