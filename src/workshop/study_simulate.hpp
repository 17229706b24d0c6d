// Participants who do not exist: the whole path from a study to its tables can be tried before anybody is invited. They
// play the study's puzzles in the study's order, with moves and thinking times, give marks and compare pairs as the
// study asks. Every one of them is marked `simulated`, and nothing of theirs is counted among people's unless told.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "catalog/catalog.hpp"
#include "model/prior_worlds.hpp"
#include "store/store.hpp"

namespace nazo {

struct SimulationPlan {
  std::string study;
  int players = 12;
  model::PriorWorld world = model::PriorWorld::good;  ///< what is true of the puzzles
  std::string model{};                                ///< a model of the store instead: what it says is true
  std::uint64_t seed = 1;
};

struct SimulatedStudy {
  std::size_t players = 0, plays = 0, solved = 0, comparisons = 0;
};

/// The world of that name; an error names those there are.
[[nodiscard]] Result<model::PriorWorld> world_of(std::string_view name);

/// Moves are those of a solution (kept with the puzzle, or found within `context`); who gives up stops on the way. The
/// same plan twice adds nothing. Out of time or stopped, it says how many are recorded: whole players.
[[nodiscard]] Result<SimulatedStudy> simulate_study(Catalog genres, store::Store& store, const SimulationPlan& plan,
                                                    const Context& context);

}  // namespace nazo
