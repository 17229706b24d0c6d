// Puzzles in CSV: a row a puzzle, as `analyze --csv` and the experiments write them.
//
// The columns id, genre, puzzle, title, solution, exact, seed and index are what they are in JSON Lines; every other
// column is a feature.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

struct PuzzleRow {
  std::size_t line = 0;
  Value object = Value::object();  ///< as a line of JSON Lines has it
};

/// Is the first line a header with a column "puzzle"?
[[nodiscard]] bool looks_like_puzzle_rows(std::string_view text);
[[nodiscard]] Result<std::vector<PuzzleRow>> puzzle_rows(std::string_view text);

}  // namespace nazo
