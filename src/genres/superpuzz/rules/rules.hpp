// The rules of Superpuzz: cards, places, what may move where, and when it is won.
//
// Four rows of c columns (2 … 13). The cards of the top rank are taken out and leave holes. A hole in the leftmost
// column takes any ace; a hole whose left neighbour is card x takes the next card of x's suit; a hole right of a hole
// or of a card of rank c−1 takes nothing. It is won when every row runs from its ace to rank c−1 in one suit, the hole
// last.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace nazo::superpuzz {

inline constexpr int rows = 4;
inline constexpr int suits = 4;
inline constexpr int fewest_columns = 2;
inline constexpr int most_columns = 13;

/// A card: 4·rank + suit. Rank 0 is the ace; suits are H, D, S, C in this order, which is the paper's.
using Card = std::uint8_t;
inline constexpr Card no_card = 0xff;
[[nodiscard]] constexpr Card card_of(int rank, int suit) { return static_cast<Card>(rank * suits + suit); }
[[nodiscard]] constexpr int rank_of(Card card) { return card / suits; }
[[nodiscard]] constexpr int suit_of(Card card) { return card % suits; }

/// A place on the table: 16·row + column. The unused columns keep the right neighbour of a row's end off the next row,
/// so that a set of places is a 64-bit mask that may be shifted.
using Place = std::uint8_t;
inline constexpr int places = 64;
[[nodiscard]] constexpr Place place_of(int row, int column) { return static_cast<Place>(row * 16 + column); }
[[nodiscard]] constexpr int row_of(Place place) { return place / 16; }
[[nodiscard]] constexpr int column_of(Place place) { return place % 16; }

/// A set of places.
using Mask = std::uint64_t;
inline constexpr Mask left_column = 0x0001'0001'0001'0001ULL;
[[nodiscard]] constexpr Mask mask_of(Place place) { return Mask{1} << place; }
[[nodiscard]] constexpr Place first_of(Mask mask) { return static_cast<Place>(std::countr_zero(mask)); }

/// A card moves to the place of a hole, and the hole to the place of the card.
struct Step {
  Card card = no_card;
  Place to = 0;
  friend bool operator==(const Step&, const Step&) = default;
};

/// What lies where. A hole is a card of the top rank: it lies in its place as the paper draws it, and so has a name.
struct Position {
  int columns = 0;
  bool named = false;  ///< the text named the holes; if not, their names are ours and are not written
  std::array<Card, places> at{};

  [[nodiscard]] int top_rank() const { return columns - 1; }
  [[nodiscard]] bool is_hole(Card card) const { return card != no_card && rank_of(card) == top_rank(); }
  [[nodiscard]] bool hole_at(Place place) const { return is_hole(at[place]); }
  /// Where the card lies; it must be one of the deal.
  [[nodiscard]] Place place_of_card(Card card) const;
  friend bool operator==(const Position&, const Position&) = default;
};

/// An empty table: no_card everywhere.
[[nodiscard]] Position empty_table(int columns);

/// Names the holes H, D, S, C in the order of their indices: column by column, in each from the top.
void name_holes_by_index(Position& position);
/// The places of the holes in the order of their indices.
[[nodiscard]] std::array<Place, 4> holes_by_index(const Position& position);

/// The card that a hole takes, if it takes just one: no_card for the leftmost column, where any ace may come.
[[nodiscard]] Card taken_by(const Position& position, Place hole);

/// Is the step legal? If not, `illegal` says why in words that follow "HA@1,1: ".
enum class Legality { legal, no_such_card, a_hole, no_such_place, no_hole_there, not_an_ace, wrong_neighbour };
[[nodiscard]] Legality legality(const Position& position, const Step& step);

/// Plays a legal step.
void play(Position& position, const Step& step);

/// Every legal step: holes by row and column, aces in the order of suits. An ace may also change its row.
[[nodiscard]] std::vector<Step> legal_steps(const Position& position);

[[nodiscard]] bool won(const Position& position);

}  // namespace nazo::superpuzz
