// Is an answer right? Small and slow on purpose: it asks the slots themselves and shares nothing with the solver but
// the board.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/shanghai/rules/rules.hpp"
#include "genres/shanghai/text/text.hpp"
#include "tiles/proof.hpp"

namespace nazo::shanghai {

/// Why this list of pairs does not clear the board; nothing if it does. The first wrong pair is named.
[[nodiscard]] Result<void> check_solution(const Board& board, const std::vector<SlotPair>& pairs);

/// The board as its proofs see it; it must outlive what is returned, and so must the clock.
[[nodiscard]] tiles::ProofGame proof_game(const Board& board, const Meter& clock);

/// Why this proof does not show that the board cannot be cleared; nothing if it does. An error with a limit says only
/// that time ran out first.
[[nodiscard]] Result<void> check_proof(const Board& board, const tiles::Proof& proof,
                                       const Meter& clock = Meter(Budget{}));

}  // namespace nazo::shanghai
