// Puzzles made for one person: a generator makes more than are wanted, the person's model says how likely they are to
// solve each, and the nearest to the wish are kept.
#pragma once

#include <string>
#include <vector>

#include "workshop/generate_run.hpp"
#include "workshop/rate_puzzles.hpp"

namespace nazo {

struct MadeFor {
  Kept kept;
  Rated rated{};
  double low = 0, high = 1;  ///< of the probability of success: 90 % of what is thought possible
};

struct PersonalOrder {
  GenerateOrder order{};  ///< `count` are given
  double success = .7;
};

struct PersonalRun {
  std::vector<MadeFor> given{};  ///< nearest to the wish first
  GenerateSummary summary{};     ///< of everything that was made
};

/// Makes twelve for each that is wanted (`most_items` and the budget hold) and gives the nearest.
[[nodiscard]] Result<PersonalRun> make_for(const PersonalOrder& wish, const Rater& rater);

}  // namespace nazo
