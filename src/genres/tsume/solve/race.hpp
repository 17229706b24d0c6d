// Several solvers on one position: the first with an answer ends the others.
//
// They differ only in how they break ties, so on hard problems one of them is often much luckier. Verdicts and proved
// lengths do not depend on who wins; a line that is not proved shortest may. With one thread it is just the solver.
#pragma once

#include <atomic>

#include "genres/tsume/solve/solve.hpp"

namespace nazo::tsume {

struct RaceResult {
  Solution solution;
  std::uint64_t nodes = 0;  ///< of all solvers together
  int winner = 0;
};

/// The budget's memory is shared out evenly; its time holds for all. `stop` ends everyone from outside.
[[nodiscard]] RaceResult race(const Position& p, const SolveOptions& options, const Budget& budget, int threads);

}  // namespace nazo::tsume
