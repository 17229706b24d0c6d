// Removing useless floor: a square is useless if a wall in its place leaves the fewest pushes and box changes as they
// are.
//
// Taking floor away can only take solutions away, so a level keeps its values as long as one best solution survives.
// First everything goes that one best solution does not use; then each square is tried that some best solution can do
// without.
#pragma once

#include <vector>

#include "genres/sokoban/check.hpp"
#include "genres/sokoban/small.hpp"

namespace nazo::sokoban {

template <class G>
struct Trimmed {
  Small<G> level;                 ///< keeper as far from its first push as its region allows
  std::vector<SmallPush> pushes;  ///< a best solution
  int pushes_count = 0, box_changes = 0;
};

/// `explored` must hold the level; `best` is a best solution of it. `work` is used for further explorations.
template <class G>
[[nodiscard]] Trimmed<G> trimmed(const Field<G>& explored, const Small<G>& level, const std::vector<SmallPush>& best,
                                 Field<G>& work);

/// The squares that are useless one by one, for `check`.
template <class G>
[[nodiscard]] typename G::Bits useless_floor(const Field<G>& explored, const Small<G>& level, Field<G>& work);

extern template Trimmed<Grid6> trimmed<Grid6>(const Field<Grid6>&, const Small<Grid6>&, const std::vector<SmallPush>&,
                                              Field<Grid6>&);
extern template Trimmed<Grid8> trimmed<Grid8>(const Field<Grid8>&, const Small<Grid8>&, const std::vector<SmallPush>&,
                                              Field<Grid8>&);
extern template Trimmed<Grid10> trimmed<Grid10>(const Field<Grid10>&, const Small<Grid10>&,
                                                const std::vector<SmallPush>&, Field<Grid10>&);
extern template Grid6::Bits useless_floor<Grid6>(const Field<Grid6>&, const Small<Grid6>&, Field<Grid6>&);
extern template Grid8::Bits useless_floor<Grid8>(const Field<Grid8>&, const Small<Grid8>&, Field<Grid8>&);
extern template Grid10::Bits useless_floor<Grid10>(const Field<Grid10>&, const Small<Grid10>&, Field<Grid10>&);

}  // namespace nazo::sokoban
