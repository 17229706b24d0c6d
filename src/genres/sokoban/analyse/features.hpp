// The features of a level: of its board, of its best solution, and of its whole state space. docs/SOKOBAN.md defines
// them.
#pragma once

#include <string>
#include <vector>

#include "genres/sokoban/rules/rules.hpp"
#include "genres/sokoban/solve/solve.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {

/// The table of features, for `Facts`.
[[nodiscard]] std::vector<FeatureFact> feature_facts();

/// Those named (all if none are); the solution is sought only if one of them needs it, the state space likewise.
[[nodiscard]] Result<Analysis> analyze(const Level& level, const std::vector<std::string>& wanted,
                                       const Budget& budget);

/// How nearly the floor is its own image: the best share of floor squares that lie on floor again, over the symmetries
/// of its bounding box other than the identity.
[[nodiscard]] double symmetry_of(const Level& level);

/// Share of the least rectangle around the floor that is floor.
[[nodiscard]] double compactness_of(const Level& level);

}  // namespace nazo::sokoban
