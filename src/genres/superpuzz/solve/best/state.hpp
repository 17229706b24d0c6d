// A state of the search `best`, and the moves between states.
//
// It differs from a position on the table in two ways. Holes have no names. And an ace in the leftmost column is
// *loose* as long as nothing depends on its row: while the column has a hole, loose aces can be put in any order; when
// it has none, their order is fixed but need not be known before a two is laid beside one of them, and only then is
// that ace *bound* to its row. The places of the column that hold loose aces or nothing are *free*. When a card leaves
// the column, all aces come loose again. When the column holds four aces, none can ever move again: the state is
// *frozen*; when they are all bound, it is *settled*.
#pragma once

#include <array>
#include <cstdint>

#include "base/hash.hpp"
#include "genres/superpuzz/rules/rules.hpp"

namespace nazo::superpuzz::best {

inline constexpr int most_cards = (most_columns - 1) * suits;

/// What lies in a place, beside cards: these are larger than any card.
inline constexpr Card empty_place = 0xf0;
inline constexpr Card free_place = 0xf1;  ///< of the leftmost column
/// The place of a loose ace.
inline constexpr Place loose = 0xff;

/// Rows for the four aces, two bits a suit.
using AceRows = std::uint8_t;
[[nodiscard]] constexpr int row_in(AceRows ace_rows, int suit) { return ace_rows >> (2 * suit) & 3; }

/// A move of the search: a card goes to a hole. Before that, an ace may come into the last hole of the leftmost column.
struct Action {
  Card card = no_card;          ///< no_card: only the filling
  Place to = 0;                 ///< `loose` for an ace that goes to the leftmost column without filling it
  Card fill = no_card;          ///< the ace that fills the last hole
  std::uint8_t bind_suits = 0;  ///< afterwards, these loose aces are bound …
  AceRows ace_rows = 0;         ///< … to these rows
};

/// What the dead-end test reads: one cache line.
struct alignas(64) Layout {
  std::array<Place, most_cards> place{};
  Mask holes = 0;  ///< all empty places; with a hole in the leftmost column all free ones
  Mask free = 0;   ///< the free places of the leftmost column
};

struct State : Layout {
  Key128 key{};
  std::array<Card, places> at{};
  std::array<std::uint8_t, rows>
      prefix{};  ///< frozen, ace bound: how many cards of the row, from the left, are in their final place; else 0
  std::uint8_t columns = 0;
  std::uint8_t loose_suits = 0;
  bool frozen = false;

  [[nodiscard]] bool settled() const { return frozen && loose_suits == 0; }
  /// Holes of the leftmost column.
  [[nodiscard]] int left_holes() const { return std::popcount(free) - std::popcount(loose_suits); }
  [[nodiscard]] bool is_loose(int suit) const { return (loose_suits >> suit & 1) != 0; }
  /// Cards below this one have a successor in play.
  [[nodiscard]] int followed() const { return (columns - 2) * suits; }
  [[nodiscard]] bool won() const;
};

[[nodiscard]] State state_of(const Position& position);

/// The key's share of a card that lies in a place (or is loose).
[[nodiscard]] const Key128& key_of(Card card, Place place);

/// The key of the state after `card` has moved to `to` in a settled state.
[[nodiscard]] inline Key128 key_after(const State& state, Card card, Place to) {
  return state.key ^ key_of(card, state.place[card]) ^ key_of(card, to);
}

void apply(State& state, const Action& action);

/// Binds loose aces to rows.
void bind_aces(State& state, unsigned bind_suits, AceRows ace_rows);

/// Plays, in a frozen state, cards to their final places as long as that can do no harm, and tells each to
/// `played(card, to)`. The next card of a row's prefix may go at once if it is of the last rank in play, stood in the
/// last column, or had its successor at its right: then nothing could have been laid at its right where it was.
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

/// Lengthens a row's prefix by all cards that follow it.
inline void lengthen(State& state, int row) {
  std::uint8_t& prefix = state.prefix[static_cast<std::size_t>(row)];
  const Card ace = state.at[place_of(row, 0)];
  while (prefix + 1 < state.columns && state.at[place_of(row, prefix)] == ace + prefix * suits) ++prefix;
}

inline void move_frozen(State& state, Card card, Place to) {
  const Place from = state.place[card];
  state.key = key_after(state, card, to);
  state.holes ^= mask_of(from) | mask_of(to);
  state.place[card] = to;
  state.at[from] = empty_place;
  state.at[to] = card;
  if (column_of(to) == state.prefix[static_cast<std::size_t>(row_of(to))]) lengthen(state, row_of(to));
}

}  // namespace detail

inline const Key128& key_of(Card card, Place place) {
  return detail::key_table.keys[card][place < places ? place : places];
}

/// The card whose final place is this hole and that may go there at once, or no_card.
[[nodiscard]] inline Card safe_comer(const State& state, Place hole) {
  if (column_of(hole) != state.prefix[static_cast<std::size_t>(row_of(hole))]) return no_card;
  const Card card = detail::comer(state, hole);
  if (card == no_card) return no_card;
  const Place from = state.place[card];
  const bool safe =
      card >= state.followed() || column_of(from) == state.columns - 1 || state.at[from + 1u] == card + suits;
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
