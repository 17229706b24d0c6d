// The best solution of a small level out of an explored field: its pushes, its moves, and the shape they have.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "genres/sokoban/rules/push.hpp"
#include "genres/sokoban/rules/small.hpp"
#include "genres/sokoban/solve/field.hpp"

namespace nazo::sokoban {

/// Of all solutions with the fewest pushes and among them the fewest box changes, one with the fewest moves. The field
/// must have been explored to the level's layer at least, and the level must be in it; the level may have less floor
/// than the field, if that left its fewest pushes and box changes as they are. An error if a limit runs out.
template <class G>
[[nodiscard]] Result<std::vector<Push>> best_pushes(const Field<G>& field, const Small<G>& level,
                                                    const Allowance& allowance);

/// The moves of a sequence of pushes, walks along shortest paths; empty if some push cannot be made.
template <class G>
[[nodiscard]] std::string lurd_of(Small<G> level, const std::vector<Push>& pushes);

/// A hash of the solution's shape (trace.hpp), the same for the eight images of a level.
template <class G>
[[nodiscard]] std::uint64_t shape_hash(const std::vector<Push>& pushes);

extern template Result<std::vector<Push>> best_pushes<Grid6>(const Field<Grid6>&, const Small<Grid6>&,
                                                             const Allowance&);
extern template Result<std::vector<Push>> best_pushes<Grid8>(const Field<Grid8>&, const Small<Grid8>&,
                                                             const Allowance&);
extern template Result<std::vector<Push>> best_pushes<Grid10>(const Field<Grid10>&, const Small<Grid10>&,
                                                              const Allowance&);
extern template std::string lurd_of<Grid6>(Small<Grid6>, const std::vector<Push>&);
extern template std::string lurd_of<Grid8>(Small<Grid8>, const std::vector<Push>&);
extern template std::string lurd_of<Grid10>(Small<Grid10>, const std::vector<Push>&);
extern template std::uint64_t shape_hash<Grid6>(const std::vector<Push>&);
extern template std::uint64_t shape_hash<Grid8>(const std::vector<Push>&);
extern template std::uint64_t shape_hash<Grid10>(const std::vector<Push>&);

}  // namespace nazo::sokoban
