// Deals that are the same to a player: the order of rows, the names of suits and of holes do not matter.
#pragma once

#include "genres/superpuzz/rules/rules.hpp"

namespace nazo::superpuzz {

/// The same position for all that are alike.
[[nodiscard]] Position canonical(const Position& position);

}  // namespace nazo::superpuzz
