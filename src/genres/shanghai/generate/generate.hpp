// New boards: shuffled ones that are proved solvable, and ones dealt backwards so that they are.
#pragma once

#include "base/result.hpp"
#include "puzzle/genre.hpp"

namespace nazo::shanghai {

[[nodiscard]] Result<Batch> generate_boards(const Order& order, const Context& context);

}  // namespace nazo::shanghai
