// What the genre tells of itself: formats, features, codes, options, presets, examples.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo::nonogram {

[[nodiscard]] Facts make_facts();

}  // namespace nazo::nonogram
