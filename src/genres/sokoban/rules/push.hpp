// A push. Solutions are sequences of pushes until they are written out as moves (`lurd_of`).
#pragma once

#include <cstdint>
#include <limits>

#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

/// The number of a square: on a Board its place among the floor squares, on a small level its bit.
using Square = std::uint16_t;
inline constexpr Square no_square = std::numeric_limits<Square>::max();

/// A push of the box on a square.
struct Push {
  Square box;
  Direction direction;
  friend bool operator==(const Push&, const Push&) = default;
};

}  // namespace nazo::sokoban
