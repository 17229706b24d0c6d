// Scores of persons for puzzles, and the puzzles' features, from files: what paper 001's chapter 4 needs of anyone's
// data.
//
// Scores are CSV: a header `person,PUZZLE,PUZZLE,…`, then a line a person; higher is harder. Features are CSV with a
// header `puzzle,FEATURE,…` and a line a puzzle, or the JSON Lines of `nazo analyze --json` (the id is the puzzle's
// name).
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "model/person_features.hpp"

namespace nazo {

/// How the names of players begin who do not exist: a table of scores has no other place to say so.
inline constexpr std::string_view simulated_name = "simulated-";

/// Puzzles are matched by name, in the order of the scores. Every score must be a number; a feature that is missing or
/// the same for all puzzles is left out.
[[nodiscard]] Result<model::ScoreTable> score_table(std::string_view scores, std::string_view features);

/// The same from files; errors name the file and the line.
[[nodiscard]] Result<model::ScoreTable> read_score_table(const std::string& scores_file,
                                                         const std::string& features_file);

}  // namespace nazo
