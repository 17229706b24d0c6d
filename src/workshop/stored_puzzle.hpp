// A puzzle of a genre and the record the store keeps of it, there and back: the only place that knows both.
#pragma once

#include <span>

#include "puzzle/genre.hpp"
#include "store/records.hpp"
#include "store/store.hpp"
#include "workshop/items.hpp"

namespace nazo {

/// A puzzle as the store keeps it. Its key is that of its canonical text, so that the same puzzle turned or mirrored is
/// found again; its notes say how many rows and columns it has as it is drawn.
[[nodiscard]] Result<store::Puzzle> stored_puzzle(const Genre& genre, const Puzzle& puzzle, const Context& context);
/// The same for an item of the command line, with the origin it carries along, and its features if they are those of a
/// whole analysis: what a generator knows in passing, or a few that were asked for, says too little to be trusted.
[[nodiscard]] Result<store::Puzzle> stored_puzzle(const Item& item, const Context& context);

/// Sees to it that who is shown the puzzle is shown this text and no mirror image of it: where the store, or one of
/// `before` that are kept together with it, has the same puzzle drawn in another way, the record gets the key of its
/// own text. What is not listed takes the shared key from nobody, so what one visitor keeps never changes what another
/// does.
[[nodiscard]] Result<void> as_it_is_drawn(store::Store& store, store::Puzzle& puzzle,
                                          std::span<const store::Puzzle> before = {});

/// Are these too few features to say how hard a puzzle is?
[[nodiscard]] bool needs_analysis(const Genre& genre, const Value& features);

/// Back again.
[[nodiscard]] Puzzle puzzle_of(const store::Puzzle& kept);

}  // namespace nazo
