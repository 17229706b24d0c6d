// Where the store meets the rules: puzzles get their keys, and plays are replayed through the genre before they are
// kept.
#pragma once

#include <memory>

#include "catalog/catalog.hpp"
#include "store/exchange.hpp"
#include "store/records.hpp"
#include "workshop/items.hpp"

namespace nazo {

/// A puzzle as the store keeps it: its key is that of its canonical text, so the same puzzle turned or mirrored is
/// found again.
[[nodiscard]] Result<store::Puzzle> stored_puzzle(const Genre& genre, const Puzzle& puzzle, const Context& context);
/// The same for an item of the command line, with the features and the origin it carries along.
[[nodiscard]] Result<store::Puzzle> stored_puzzle(const Item& item, const Context& context);
/// Back again.
[[nodiscard]] Puzzle puzzle_of(const store::Puzzle& kept);

/// Replays a play move by move. A move that the rules refuse is an error that names it; so is an outcome that the final
/// position contradicts. Fills in how often a position was reached from which nothing can be moved.
[[nodiscard]] Result<void> replay_play(const Genre& genre, const Puzzle& puzzle, store::Play& play, const Context& context);

/// What replaying one play may cost. Thousands of moves take milliseconds; only a genre that has to think about answers that
/// the play does not carry comes near it.
[[nodiscard]] Context replay_limits();

/// The check for store::import_text: keys of puzzles are recomputed, plays replayed. Remembers puzzles it has seen.
[[nodiscard]] std::function<Result<void>(store::Store&, store::Record&)> import_check(Catalog genres);

}  // namespace nazo
