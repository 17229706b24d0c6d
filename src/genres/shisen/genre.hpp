// Shisen-sho as the outer rooms see it. docs/SHISEN.md has the definitions, REFS.md where ideas come from.
//
//   genre.cpp  every call of the seam handed on to its folder; facts.cpp has the facts
//   rules/     tiles, paths, which pairs may go
//   text/      boards and solutions as text, tile faces, pictures
//   solve/     a clearing sequence or a proof that there is none (solve.hpp) on compact boards (field.hpp,
//              position.hpp); check.hpp shares nothing with them
//   analyse/   features; the whole state space (space.hpp and its space_… parts), or an estimate of it (estimate.hpp)
//   generate/  shuffled boards, and boards built so that they can be cleared
//   play/      hints, and positions for the terminal and the page
//   bench.cpp  the tasks of `nazo bench`
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& shisen_genre();

}  // namespace nazo
