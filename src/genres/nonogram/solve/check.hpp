// Is an answer right? Counts runs of cells and nothing else: it shares no code with the solver.
#pragma once

#include <string>
#include <vector>

#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram {

/// Where a picture breaks the clues: "row 3 has 2 1, but its clue is 3". Nothing: it meets all of them.
[[nodiscard]] std::vector<std::string> broken_clues(const Clues& clues, const Picture& picture);

}  // namespace nazo::nonogram
