// A play that is sent in is believed only if it follows the rules: it is played again, move by move.
#pragma once

#include "puzzle/genre.hpp"
#include "store/records.hpp"

namespace nazo::serve {

/// Plays the events from the start. Fills in `deadlocks`. An error names the event that fails, or says that the outcome is not what the
/// events lead to.
[[nodiscard]] Result<void> replay_play(const Genre& genre, const Puzzle& puzzle, store::Play& play);

}  // namespace nazo::serve
