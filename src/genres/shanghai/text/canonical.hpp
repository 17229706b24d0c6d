// One text for a board and all that are the same puzzle.
#pragma once

#include <string>

#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

/// The smallest text among the board, its mirror images and the half turn, in the corner of its frame, kinds numbered
/// as they come by slot.
[[nodiscard]] std::string canonical_text(const Board& board);

}  // namespace nazo::shanghai
