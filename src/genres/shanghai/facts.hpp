// What the genre says of itself: formats, features, codes, options, presets, examples.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo::shanghai {

[[nodiscard]] Facts make_facts();

}  // namespace nazo::shanghai
