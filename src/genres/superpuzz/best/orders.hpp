// The 24 orders of four aces in the leftmost column, as sets.
#pragma once

#include <array>
#include <cstdint>

#include "genres/superpuzz/best/relaxation.hpp"
#include "genres/superpuzz/best/state.hpp"

namespace nazo::superpuzz::best {

/// A set of orders: bit n stands for all_orders[n].
using Orders = std::uint32_t;
inline constexpr Orders every_order = (1u << 24) - 1;

inline constexpr std::array<AceRows, 24> all_orders = [] {
  std::array<AceRows, 24> orders{};
  std::size_t n = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b)
      for (int c = 0; c < 4; ++c)
        if (a != b && a != c && b != c) orders[n++] = static_cast<AceRows>(a | b << 2 | c << 4 | (6 - a - b - c) << 6);
  return orders;
}();

/// Those of the orders in which each suit is in one of its rows.
[[nodiscard]] inline Orders orders_within(Orders orders, SuitRows suit_rows) {
  Orders within = 0;
  for (Orders left = orders; left != 0; left &= left - 1) {
    const int n = std::countr_zero(left);
    bool fits = true;
    for (int suit = 0; suit < suits; ++suit) fits &= (suit_rows >> (4 * suit + row_in(all_orders[static_cast<std::size_t>(n)], suit)) & 1) != 0;
    if (fits) within |= 1u << n;
  }
  return within;
}

/// The rows that the orders give to each suit.
[[nodiscard]] inline SuitRows rows_in_orders(Orders orders) {
  SuitRows suit_rows = 0;
  for (Orders left = orders; left != 0; left &= left - 1)
    for (int suit = 0; suit < suits; ++suit)
      suit_rows = static_cast<SuitRows>(suit_rows | 1u << (4 * suit + row_in(all_orders[static_cast<std::size_t>(std::countr_zero(left))], suit)));
  return suit_rows;
}

/// The orders that a state with a full leftmost column admits: bound aces are where they are, loose ones in free places. Aces
/// that are elsewhere stand for the other cards of the column, from the top.
[[nodiscard]] inline Orders orders_of(const State& state) {
  SuitRows suit_rows = 0;
  Mask others = left_column & ~state.free;
  for (int suit = 0; suit < suits; ++suit)
    if (const Place place = state.place[static_cast<std::size_t>(suit)]; place != loose && column_of(place) == 0) others &= ~mask_of(place);
  const auto row_bit = [](int suit, Place place) { return 1u << (4 * suit + row_of(place)); };
  for (int suit = 0; suit < suits; ++suit) {
    const Place place = state.place[static_cast<std::size_t>(suit)];
    if (place == loose) {
      for (Mask free = state.free; free != 0; free &= free - 1) suit_rows = static_cast<SuitRows>(suit_rows | row_bit(suit, first_of(free)));
    } else if (column_of(place) == 0) {
      suit_rows = static_cast<SuitRows>(suit_rows | row_bit(suit, place));
    } else {
      suit_rows = static_cast<SuitRows>(suit_rows | row_bit(suit, first_of(others)));
      others &= others - 1;
    }
  }
  return orders_within(every_order, suit_rows);
}

}  // namespace nazo::superpuzz::best
