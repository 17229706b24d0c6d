// Where plays meet the rules: each is replayed through its genre before it is kept, by the server and by every import.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "catalog/catalog.hpp"
#include "store/exchange.hpp"
#include "store/records.hpp"

namespace nazo {

/// Replays a play move by move. A move that the rules refuse is an error that names it; so is an outcome that the final
/// position contradicts. Fills in how often a position was reached from which nothing can be moved.
[[nodiscard]] Result<void> replay_play(const Genre& genre, const Puzzle& puzzle, store::Play& play,
                                       const Context& context);

/// The most events that one play may have.
inline constexpr std::size_t most_play_events = 20'000;

/// What replaying one play may cost. Thousands of moves take milliseconds; only a genre that has to think about answers
/// that the play does not carry comes near it. Nodes are for each move, the rest for all of them.
[[nodiscard]] Context replay_limits(const std::atomic<bool>* stop = nullptr);

/// For a first try where others wait meanwhile: two milliseconds, enough for nearly every play of few events.
[[nodiscard]] Context quick_replay_limits(const std::atomic<bool>* stop = nullptr);
inline constexpr std::size_t few_play_events = 500;

/// Nobody simulated is a person: an error if the store knows the player as the other.
[[nodiscard]] Result<void> same_kind_of_player(store::Store& store, const store::Player& player);

/// The check for store::import_text: keys of puzzles are recomputed, plays replayed, players compared. Remembers
/// puzzles it has seen.
[[nodiscard]] std::function<Result<void>(store::Store&, store::Record&)> import_check(Catalog genres);

}  // namespace nazo
