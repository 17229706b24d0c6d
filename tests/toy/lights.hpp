// Lights: a toy genre, complete in one file, to copy when adding a real one (docs/ADD_A_GENRE.md).
//
// A grid of lamps up to 4×4; pressing a lamp switches it and its neighbours up, down, left and right. Won when all are
// off.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo::lights {

const Genre& genre();

}  // namespace nazo::lights
