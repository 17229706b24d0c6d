// Shisen-sho as the outer rooms see it.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& shisen_genre();

}  // namespace nazo
