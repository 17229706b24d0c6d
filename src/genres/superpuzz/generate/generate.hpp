// Random deals.
#pragma once

#include <cstdint>

#include "genres/superpuzz/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::superpuzz {

/// The index-th deal of a seed: all cards shuffled, laid row by row, the top rank taken out. Every deal is equally
/// likely.
[[nodiscard]] Position random_deal(int columns, std::uint64_t seed, std::uint64_t index);

/// One random deal, solvable or not, with the features that cost nothing.
[[nodiscard]] Batch generate(const Order& order);

}  // namespace nazo::superpuzz
