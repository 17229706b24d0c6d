// Tsume-shogi as the outer rooms see it.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& tsume_genre();

}  // namespace nazo
