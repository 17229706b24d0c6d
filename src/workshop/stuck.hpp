// Where people get stuck: plays of a puzzle laid along its solution. A move that does what a step of the solution does
// is that step, in whatever order people come to it; the time until they find it is the step's, with all that they
// tried meanwhile. Nothing here knows a genre: what a move does is how the drawn board changes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/genre.hpp"
#include "store/records.hpp"

namespace nazo {

struct StuckStep {
  std::string move{};       ///< of the solution
  std::int64_t found = 0;   ///< plays that made this step
  double seconds = 0;       ///< until they found it, all plays together
  std::int64_t undone = 0;  ///< plays in which something was taken back on the way to it
  std::int64_t failed = 0;  ///< plays that ended before it: given up, or left and not come back to
};

struct StuckMap {
  std::int64_t plays = 0, solved = 0, gave_up = 0, unfinished = 0;
  std::int64_t skipped = 0;  ///< plays that could not be laid along it, or came after the limits had run out
  std::vector<StuckStep> steps{};
};

[[nodiscard]] Result<StuckMap> where_stuck(const Genre& genre, const Puzzle& puzzle, std::string_view solution,
                                           const std::vector<store::Play>& plays, const Context& context);

}  // namespace nazo
