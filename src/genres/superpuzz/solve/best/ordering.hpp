// Which move first: a score of the difference a move makes, larger is better.
#pragma once

#include "genres/superpuzz/solve/best/state.hpp"

namespace nazo::superpuzz::best {

/// What each change is worth; tuned on nine-column deals.
struct Weights {
  int prefix = 4;  ///< a card comes to its final place
  int pair = 1;    ///< a card comes to lie right of its predecessor, or leaves its successor behind
  int stuck = 3;   ///< a hole can take nothing
  int fill = 8;    ///< the leftmost column is filled with aces
  int ace = 2;     ///< an ace comes to the leftmost column, or a card leaves it
};
inline constexpr Weights weights{};

/// What moving a card to a hole changes; the card goes right of its predecessor (or of a free place).
[[nodiscard]] inline int score_of(const State& state, Card card, Place to) {
  const Place from = state.place[card];
  const auto stuck = [&](Card left) { return left >= state.followed() && left != free_place; };
  int score = weights.pair;
  if (state.frozen && column_of(to) == state.prefix[static_cast<std::size_t>(row_of(to))]) score += weights.prefix;
  const Card was_right = state.at[from + 1u];
  if (was_right == card + suits) score -= weights.pair;
  if (state.at[to + 1u] == card + suits) score += weights.pair;
  // The hole that comes into being, the hole right of the card's old place, and the hole right of its new one.
  if (column_of(from) != 0 && stuck(state.at[from - 1u])) score -= weights.stuck;
  const bool last = card >= state.followed();
  if (was_right == empty_place && !last) score -= weights.stuck;
  if (state.at[to + 1u] == empty_place && !last) score += weights.stuck;
  return score;
}

}  // namespace nazo::superpuzz::best
