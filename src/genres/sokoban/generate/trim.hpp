// Removing useless floor: a square is useless if a wall in its place leaves the fewest pushes and box changes as they
// are.
//
// Taking floor away can only take solutions away, so a level keeps its values as long as one best solution survives.
// First everything goes that one best solution does not use; then each square is tried that some best solution can do
// without.
#pragma once

#include <vector>

#include "genres/sokoban/rules/small.hpp"
#include "genres/sokoban/solve/check.hpp"
#include "genres/sokoban/solve/field_solution.hpp"

namespace nazo::sokoban {

/// A second field for what is tried out, and what it may use.
template <class G>
struct Workbench {
  Field<G>& field;
  Allowance of_field;          ///< for that field
  Allowance of_lists;          ///< for everything else
  bool short_of_room = false;  ///< set when something could not be tried for want of bytes
};

template <class G>
struct Trimmed {
  Small<G> level;            ///< keeper as far from its first push as its region allows
  std::vector<Push> pushes;  ///< a best solution
  int pushes_count = 0, box_changes = 0;
};

/// `explored` must hold the level; `best` is a best solution of it. An error if the meter runs out. A square whose
/// removal takes too large a search to judge stays.
template <class G>
[[nodiscard]] Result<Trimmed<G>> trimmed(const Field<G>& explored, const Small<G>& level, const std::vector<Push>& best,
                                         Workbench<G>& bench);

/// The squares that are useless one by one, for `check`. An error if a limit runs out before every square was judged; a
/// square whose removal takes a search of more than 400,000 states to judge is taken for useful.
template <class G>
[[nodiscard]] Result<typename G::Bits> useless_floor(const Field<G>& explored, const Small<G>& level,
                                                     Workbench<G>& bench);

extern template Result<Trimmed<Grid6>> trimmed<Grid6>(const Field<Grid6>&, const Small<Grid6>&,
                                                      const std::vector<Push>&, Workbench<Grid6>&);
extern template Result<Trimmed<Grid8>> trimmed<Grid8>(const Field<Grid8>&, const Small<Grid8>&,
                                                      const std::vector<Push>&, Workbench<Grid8>&);
extern template Result<Trimmed<Grid10>> trimmed<Grid10>(const Field<Grid10>&, const Small<Grid10>&,
                                                        const std::vector<Push>&, Workbench<Grid10>&);
extern template Result<Grid6::Bits> useless_floor<Grid6>(const Field<Grid6>&, const Small<Grid6>&, Workbench<Grid6>&);
extern template Result<Grid8::Bits> useless_floor<Grid8>(const Field<Grid8>&, const Small<Grid8>&, Workbench<Grid8>&);
extern template Result<Grid10::Bits> useless_floor<Grid10>(const Field<Grid10>&, const Small<Grid10>&,
                                                           Workbench<Grid10>&);

}  // namespace nazo::sokoban
