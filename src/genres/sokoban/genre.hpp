// Sokoban as the outer rooms see it.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& sokoban_genre();

}  // namespace nazo
