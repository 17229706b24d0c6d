// How a game of tiles says that they cannot all be cleared.
#pragma once

#include "puzzle/genre.hpp"
#include "tiles/proof.hpp"

namespace nazo::tiles {

/// Says that there is no solution. Where the proof is wanted it is checked and stands in the notes; whoever asks for it
/// gets one that was checked, or no verdict: if time or room runs out before, the verdict is that limit.
[[nodiscard]] Result<void> say_lost(Verdict& verdict, const ProofGame& game, const Proof& proof, bool proof_wanted,
                                    const Meter& clock);

}  // namespace nazo::tiles
