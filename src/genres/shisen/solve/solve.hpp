// Decides a board: a clearing sequence, or a proof that there is none (tiles/pairing_search.hpp).
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "genres/shisen/solve/field.hpp"
#include "tiles/pairing_search.hpp"

namespace nazo::shisen {

using tiles::Decision;
using tiles::Outcome;
using tiles::Proof;
using tiles::ProofStep;

/// The board must have an even number of every kind. `seed` steers the random plays; the outcome does not depend on it.
[[nodiscard]] Decision decide(const Field& field, const Budget& budget, std::uint64_t seed = 1);

}  // namespace nazo::shisen
