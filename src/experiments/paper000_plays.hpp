// Plays of Shisen-sho boards for table 1 of paper 000: of people in a study, or of players who do not exist, with the
// six variables for any split of the layers.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiments.hpp"
#include "workshop/fit_data.hpp"

namespace nazo {

struct BoardPlays {
  PeopleData data{};
  std::vector<Value> features{};  ///< of each puzzle of the data, as `analyze` has them
  bool simulated = false;         ///< nobody has played
};

/// --study and --store, or boards of the files (or made here, by --boards, --size, --kinds and --border) and players
/// who do not exist, as many as in the paper. Nothing if the run was interrupted.
[[nodiscard]] Result<std::optional<BoardPlays>> board_plays(const ExperimentCall& call);

/// The names of ① to ⑥, and of the layer-weighted forms of the last three.
[[nodiscard]] const std::vector<std::string>& shisen_variables();

/// Puts the variables in place of the features, with ② and ③ split so many pairs from the start.
void split_layers(BoardPlays& plays, int split);

/// The splits that leave layers on both sides for every board: 1 … this; 0 if some board's layers are not known.
[[nodiscard]] int last_split(const BoardPlays& plays);

}  // namespace nazo
