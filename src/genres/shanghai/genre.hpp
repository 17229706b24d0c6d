// Shanghai (mahjong solitaire) as the outer rooms see it. docs/SHANGHAI.md has the definitions, REFS.md where ideas
// come from.
//
//   genre.cpp  every call of the seam handed on to its folder; facts.cpp has the facts
//   rules/     slots, layers, which tiles are free; layouts of our own
//   text/      boards, layouts and solutions as text, other programs' layouts, pictures
//   solve/     a clearing sequence or a proof that there is none, by the search over pairings that tile games share;
//              check.hpp shares nothing with it
//   analyse/   features: the whole state space of up to 64 tiles, players that are simulated
//   generate/  faces for a layout, new layouts
//   play/      hints, and positions for the terminal and the page
//   bench.cpp  the tasks of `nazo bench`
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& shanghai_genre();

}  // namespace nazo
