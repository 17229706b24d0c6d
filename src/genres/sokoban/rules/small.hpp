// Small levels (one machine word): to and from plain boards, and the best solution out of an explored field.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "genres/sokoban/generate/field.hpp"
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

/// A push of the box on a square.
struct SmallPush {
  std::uint8_t square;
  Direction direction;
  friend bool operator==(const SmallPush&, const SmallPush&) = default;
};

/// Where the keeper may be without a push.
template <class G>
[[nodiscard]] typename G::Bits keeper_region(const Small<G>& level) {
  return flood<G>(bit<G>(level.keeper), level.floor & ~level.boxes);
}

/// Of all solutions with the fewest pushes and among them the fewest box changes, one with the fewest moves. The field
/// must have been explored to the level's layer at least, and the level must be in it. An error if a limit runs out.
template <class G>
[[nodiscard]] Result<std::vector<SmallPush>> best_pushes(const Field<G>& field, const Small<G>& level,
                                                         const Allowance& allowance);

/// The moves of a sequence of pushes, walks along shortest paths.
template <class G>
[[nodiscard]] std::string lurd_of(Small<G> level, const std::vector<SmallPush>& pushes);

/// A hash of the solution's shape (trace.hpp), the same for the eight images of a level.
template <class G>
[[nodiscard]] std::uint64_t shape_hash(const std::vector<SmallPush>& pushes);

extern template std::optional<Small<Grid6>> to_small<Grid6>(const Level&);
extern template std::optional<Small<Grid8>> to_small<Grid8>(const Level&);
extern template std::optional<Small<Grid10>> to_small<Grid10>(const Level&);
extern template Level to_level<Grid6>(const Small<Grid6>&);
extern template Level to_level<Grid8>(const Small<Grid8>&);
extern template Level to_level<Grid10>(const Small<Grid10>&);
extern template Result<std::vector<SmallPush>> best_pushes<Grid6>(const Field<Grid6>&, const Small<Grid6>&,
                                                                  const Allowance&);
extern template Result<std::vector<SmallPush>> best_pushes<Grid8>(const Field<Grid8>&, const Small<Grid8>&,
                                                                  const Allowance&);
extern template Result<std::vector<SmallPush>> best_pushes<Grid10>(const Field<Grid10>&, const Small<Grid10>&,
                                                                   const Allowance&);
extern template std::string lurd_of<Grid6>(Small<Grid6>, const std::vector<SmallPush>&);
extern template std::string lurd_of<Grid8>(Small<Grid8>, const std::vector<SmallPush>&);
extern template std::string lurd_of<Grid10>(Small<Grid10>, const std::vector<SmallPush>&);
extern template std::uint64_t shape_hash<Grid6>(const std::vector<SmallPush>&);
extern template std::uint64_t shape_hash<Grid8>(const std::vector<SmallPush>&);
extern template std::uint64_t shape_hash<Grid10>(const std::vector<SmallPush>&);

}  // namespace nazo::sokoban
