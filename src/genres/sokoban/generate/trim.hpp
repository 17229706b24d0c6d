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

template <class G>
struct Trimmed {
  Small<G> level;            ///< keeper as far from its first push as its region allows
  std::vector<Push> pushes;  ///< a best solution from there, of those one with the fewest moves
};

/// `explored` must hold the level; `best` is a best solution of it. No other field is needed: floor that goes takes
/// solutions away and adds none. The allowance is for lists. An error if a limit runs out.
template <class G>
[[nodiscard]] Result<Trimmed<G>> trimmed(const Field<G>& explored, const Small<G>& level, const std::vector<Push>& best,
                                         const Allowance& allowance);

/// The squares that are useless one by one, for `check`. An error if a limit runs out before every square was judged.
template <class G>
[[nodiscard]] Result<typename G::Bits> useless_floor(const Field<G>& explored, const Small<G>& level,
                                                     const Allowance& allowance);

extern template Result<Trimmed<Grid6>> trimmed<Grid6>(const Field<Grid6>&, const Small<Grid6>&,
                                                      const std::vector<Push>&, const Allowance&);
extern template Result<Trimmed<Grid8>> trimmed<Grid8>(const Field<Grid8>&, const Small<Grid8>&,
                                                      const std::vector<Push>&, const Allowance&);
extern template Result<Trimmed<Grid10>> trimmed<Grid10>(const Field<Grid10>&, const Small<Grid10>&,
                                                        const std::vector<Push>&, const Allowance&);
extern template Result<Grid6::Bits> useless_floor<Grid6>(const Field<Grid6>&, const Small<Grid6>&, const Allowance&);
extern template Result<Grid8::Bits> useless_floor<Grid8>(const Field<Grid8>&, const Small<Grid8>&, const Allowance&);
extern template Result<Grid10::Bits> useless_floor<Grid10>(const Field<Grid10>&, const Small<Grid10>&,
                                                           const Allowance&);

}  // namespace nazo::sokoban
