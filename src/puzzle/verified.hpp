// Solving with a second opinion: the one way by which the outer rooms come to a solution.
//
// No solution is shown, stored or counted that the genre's `verify`, code that shares nothing with its solver but the
// rules, has not accepted.
#pragma once

#include <string_view>

#include "puzzle/genre.hpp"

namespace nazo {

/// Genre::solve, and `verify` agrees with what it found. A solution that does not hold is an error of ours and reported
/// as such; one that could not be verified before the budget ran out is `unknown`.
[[nodiscard]] Result<Verdict> solve_verified(const Genre& genre, const Puzzle& puzzle, const Options& options,
                                             const Context& context);

/// A verdict to show the way by: with the solution that came along with the puzzle if that one holds, else as
/// solve_verified.
[[nodiscard]] Result<Verdict> carried_or_solved(const Genre& genre, const Puzzle& puzzle, const Options& options,
                                                const Context& context);

/// An error unless `verify` accepts the solution.
[[nodiscard]] Result<void> confirm_solution(const Genre& genre, const Puzzle& puzzle, std::string_view solution,
                                            const Options& options, const Context& context);

}  // namespace nazo
