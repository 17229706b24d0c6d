// What is said of people, their plays and what was learnt from them, as the fields of a line of JSON: one spelling for
// the command line and for Python.
#pragma once

#include <string>
#include <string_view>

#include "workshop/fit_people.hpp"
#include "workshop/rate_puzzles.hpp"
#include "workshop/study_run.hpp"
#include "workshop/study_simulate.hpp"

namespace nazo {

[[nodiscard]] Value fields_of(const Rated& rated);
/// Why there is no difficulty: "unsolvable", "undecided" (a limit ran out before a solution was found) or "unmeasured";
/// empty where there is one. The field `reason` of a line.
[[nodiscard]] std::string_view silence_of(const Rated& rated);
/// With what is told of the rater: a model of simulated players says so.
[[nodiscard]] Value fields_of(const Rated& rated, const Rater& rater);
/// A whole line: a puzzle of the store that was drawn for somebody.
[[nodiscard]] Value line_of(const Rater::Recommended& drawn, const Rater& rater, const Genre& genre,
                            const model::Wish& wish);

[[nodiscard]] Value fields_of(const StudyStatus& status);
[[nodiscard]] Value fields_of(const store::Study& made);  ///< of a study that was just made
[[nodiscard]] Value fields_of(const SimulatedStudy& done, const std::string& study);
[[nodiscard]] Value fields_of(const FittedPeople& fitted, const Genre& genre);
[[nodiscard]] Value fields_of(const model::Estimate& estimate);

}  // namespace nazo
