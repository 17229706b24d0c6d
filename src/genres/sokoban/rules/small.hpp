// Small levels (one machine word): to and from plain boards.
#pragma once

#include <optional>

#include "genres/sokoban/rules/grid.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

/// The level in a word, its walkable floor moved to the top left; nothing if that does not fit, or if a box off goal or
/// an empty goal lies where the keeper never comes. The level must have no fault.
template <class G>
[[nodiscard]] std::optional<Small<G>> to_small(const Level& level);

/// The plain board with walls around the floor, the smallest that holds it.
template <class G>
[[nodiscard]] Level to_level(const Small<G>& small);

/// Where the keeper may be without a push.
template <class G>
[[nodiscard]] typename G::Bits keeper_region(const Small<G>& level) {
  return flood<G>(bit<G>(level.keeper), level.floor & ~level.boxes);
}

extern template std::optional<Small<Grid6>> to_small<Grid6>(const Level&);
extern template std::optional<Small<Grid8>> to_small<Grid8>(const Level&);
extern template std::optional<Small<Grid10>> to_small<Grid10>(const Level&);
extern template Level to_level<Grid6>(const Small<Grid6>&);
extern template Level to_level<Grid8>(const Small<Grid8>&);
extern template Level to_level<Grid10>(const Small<Grid10>&);

}  // namespace nazo::sokoban
