// Puzzles made for one person: a generator makes more than are wanted, the person's model says how likely they are to
// solve each, and the nearest to the wish are kept.
#pragma once

#include <optional>
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

/// "One like this, a little harder": of the size of a puzzle of the store.
struct HarderOrder {
  const Genre* genre = nullptr;
  store::Puzzle like{};
  Context context{};  ///< time for everything together
};

struct HarderRun {
  std::optional<MadeFor> given{};  ///< none: nothing was made in time
  Rated from{};                    ///< the puzzle that it is to be like
  std::size_t made = 0;            ///< so many were looked at
  bool harder = false;             ///< false: none of them was; the hardest is given
};

/// Makes some, asks what each is to the person, and gives the nearest to `a_little` points of difficulty above the
/// other.
inline constexpr double a_little = 8;
[[nodiscard]] Result<HarderRun> make_harder(const HarderOrder& wish, const Rater& rater);

}  // namespace nazo
