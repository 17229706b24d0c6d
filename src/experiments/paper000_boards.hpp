// The boards of paper 000: random, proved solvable, each with all its features from the whole state space.
#pragma once

#include <optional>
#include <vector>

#include "experiments/experiments.hpp"

namespace nazo {

/// --boards, --border, --size and --kinds.
[[nodiscard]] std::vector<OptionFact> board_options(const std::string& boards, const std::string& size,
                                                    const std::string& kinds);

/// Boards as lines that every verb reads (id, genre, exact, features, puzzle, seed, index), made by those options.
/// `whole` tells whether the run came to its end.
struct MadeBoards {
  std::vector<Value> rows{};
  bool whole = true;
};
[[nodiscard]] Result<MadeBoards> make_boards(const ExperimentCall& call);

/// The boards of the files named, with the features they carry; made here if none is named. Nothing if the run was
/// interrupted.
[[nodiscard]] Result<std::optional<std::vector<Value>>> boards_for(const ExperimentCall& call);

}  // namespace nazo
