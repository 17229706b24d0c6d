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
  GenerateOrder order{};  ///< `count` are given; its time is for making and looking at them together
  double success = .7;
};

struct PersonalRun {
  std::vector<MadeFor> given{};  ///< nearest to the wish first
  GenerateSummary summary{};     ///< of everything that was made
  std::size_t made = 0;          ///< so many were looked at
};

/// So many are made for each that is given.
inline constexpr std::uint64_t made_for_one = 12;
/// What making and looking takes at most where nobody says otherwise, for each puzzle that is given.
inline constexpr double seconds_for_one = 20;

/// Makes twelve for each that is wanted and gives the nearest. Where time runs out the nearest of those that were made
/// are given, an analysis that was cut off counting as far as it got.
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
