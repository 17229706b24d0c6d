// A state of the search `best`, and the moves between states.
//
// It differs from a position on the table in two ways. Holes have no names. And while the leftmost column has a hole, the
// aces in it can be put in any order, so they are *afloat*: only which of them there are counts, and all places of the
// column that hold an ace or nothing are *free*. When the last free place is filled the aces are put down in
// some order; when all four lie they can never move again, and the state is *frozen*.
#pragma once

#include <array>
#include <cstdint>

#include "base/hash.hpp"
#include "genres/superpuzz/rules.hpp"

namespace nazo::superpuzz::best {

inline constexpr int most_cards = (most_columns - 1) * suits;

/// What lies in a place, beside cards: these are larger than any card.
inline constexpr Card empty_place = 0xf0;
inline constexpr Card free_place = 0xf1;  ///< of the leftmost column
/// The place of an ace that is afloat.
inline constexpr Place afloat = 0xff;

/// The rows of the four aces, two bits a suit.
using AceRows = std::uint8_t;
[[nodiscard]] constexpr int row_in(AceRows rows_of_aces, int suit) { return rows_of_aces >> (2 * suit) & 3; }

/// A move of the search. Every move ends with a card going to a hole, except one that wins by filling the last free place.
struct Action {
  Card card = no_card;
  Place to = 0;        ///< `afloat` for an ace that joins those afloat
  Card fill = no_card;  ///< before that: this ace comes into the last free place and the aces are put down …
  AceRows ace_rows = 0;  ///< … in these rows
};

/// The first 56 bytes are what the dead-end test reads.
struct State {
  alignas(64) std::array<Place, most_cards> place{};
  Mask holes = 0;  ///< all empty places; in the leftmost column the free ones, aces afloat or not
  Key128 key{};
  std::array<Card, places> at{};
  std::array<std::uint8_t, rows> prefix{};  ///< frozen: how many cards of each row, from the left, are at their final place
  std::uint8_t columns = 0;
  std::uint8_t suits_afloat = 0;
  bool frozen = false;

  [[nodiscard]] Mask free_places() const { return holes & left_column; }
  [[nodiscard]] bool any_free() const { return free_places() != 0; }
  /// Free places that no ace afloat needs.
  [[nodiscard]] int free_holes() const { return std::popcount(free_places()) - std::popcount(suits_afloat); }
  /// Cards below this one have a successor in play.
  [[nodiscard]] int followed() const { return (columns - 2) * suits; }
  [[nodiscard]] bool won() const {
    return frozen && prefix[0] + prefix[1] + prefix[2] + prefix[3] == rows * (columns - 1);
  }
};

[[nodiscard]] State state_of(const Position& position);

/// The key's share of a card that lies in a place (or is afloat).
[[nodiscard]] const Key128& key_of(Card card, Place place);

/// The key of the state after `card` has moved to `to` in a frozen state.
[[nodiscard]] inline Key128 key_after(const State& state, Card card, Place to) {
  return state.key ^ key_of(card, state.place[card]) ^ key_of(card, to);
}

void apply(State& state, const Action& action);

/// Plays, in a frozen state, cards to their final places as long as that can do no harm, and tells each to `played(card, to)`.
/// The next card of a row's prefix may go at once if it is of the last rank in play, stood in the last column, or had its
/// successor at its right: then nothing could have been laid at its right where it was.
template <class Played>
void play_safe_moves(State& state, Played&& played);

// ── details that the hot loop needs inline ──

namespace detail {
struct KeyTable {
  std::array<std::array<Key128, places + 1>, most_cards> keys;
};
extern const KeyTable key_table;

/// The successor of the card left of a hole, or no_card.
[[nodiscard]] inline Card comer(const State& state, Place hole) {
  const Card left = state.at[hole - 1u];
  return left < state.followed() ? static_cast<Card>(left + suits) : no_card;
}

inline void move_frozen(State& state, Card card, Place to) {
  const Place from = state.place[card];
  state.key = key_after(state, card, to);
  state.holes ^= mask_of(from) | mask_of(to);
  state.place[card] = to;
  state.at[from] = empty_place;
  state.at[to] = card;
  const int row = row_of(to);
  std::uint8_t& prefix = state.prefix[static_cast<std::size_t>(row)];
  if (column_of(to) != prefix) return;
  const Card ace = state.at[place_of(row, 0)];
  do ++prefix;
  while (prefix + 1 < state.columns && state.at[place_of(row, prefix)] == ace + prefix * suits);
}

}  // namespace detail

inline const Key128& key_of(Card card, Place place) { return detail::key_table.keys[card][place < places ? place : places]; }

/// The card whose final place is this hole and that may go there at once, or no_card.
[[nodiscard]] inline Card safe_comer(const State& state, Place hole) {
  if (column_of(hole) != state.prefix[static_cast<std::size_t>(row_of(hole))]) return no_card;
  const Card card = detail::comer(state, hole);
  if (card == no_card) return no_card;
  const Place from = state.place[card];
  const bool safe = card >= state.followed() || column_of(from) == state.columns - 1 || state.at[from + 1u] == card + suits;
  return safe ? card : no_card;
}

template <class Played>
void play_safe_moves(State& state, Played&& played) {
  for (bool again = true; again;) {
    again = false;
    for (Mask holes = state.holes; holes != 0; holes &= holes - 1) {
      const Place hole = first_of(holes);
      const Card card = safe_comer(state, hole);
      if (card == no_card) continue;
      detail::move_frozen(state, card, hole);
      played(card, hole);
      again = true;
    }
  }
}

}  // namespace nazo::superpuzz::best
