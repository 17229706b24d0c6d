// Whose scores paper 001's chapter 4 is run on: the twelve of the paper, those of two files, or the participants of a
// study who compared all pairs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/experiments.hpp"
#include "model/person_features.hpp"

namespace nazo {

struct PeopleScores {
  model::ScoreTable table{};
  int steps = 7;                    ///< the feature that everyone's difficulty begins with: T_mean
  bool printed = true;              ///< the paper's own
  bool simulated = false;           ///< some of them do not exist
  std::vector<bool> experienced{};  ///< by person, where a study asked; empty: nobody knows
  [[nodiscard]] const std::string& feature() const { return table.features[static_cast<std::size_t>(steps)]; }
};

/// By the name: a table of scores has no other place to say so.
[[nodiscard]] bool is_simulated(const std::string& person);

/// The call's --study, its two files, or the paper's twelve.
[[nodiscard]] Result<PeopleScores> people_scores_for(const ExperimentCall& call);

/// With --study and files: what each of these persons is expected to find of the puzzles in the files, which nobody has
/// judged; beside it what everyone is. For programs a row a person and puzzle. Nothing if the run was interrupted.
[[nodiscard]] Result<std::optional<Table>> estimates_for(const ExperimentCall& call, const PeopleScores& people);

}  // namespace nazo
