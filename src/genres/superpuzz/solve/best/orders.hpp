// The 24 orders of four aces in the leftmost column, as sets.
#pragma once

#include <array>
#include <cstdint>

#include "genres/superpuzz/solve/best/relaxation.hpp"
#include "genres/superpuzz/solve/best/state.hpp"

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
    for (int suit = 0; suit < suits; ++suit)
      fits &= (suit_rows >> (4 * suit + row_in(all_orders[static_cast<std::size_t>(n)], suit)) & 1) != 0;
    if (fits) within |= 1u << n;
  }
  return within;
}

/// The orders that a frozen state admits: bound aces are where they are, loose ones in free places.
[[nodiscard]] inline Orders orders_of(const State& state) {
  SuitRows suit_rows = 0;
  for (int suit = 0; suit < suits; ++suit) {
    const Place place = state.place[static_cast<std::size_t>(suit)];
    for (Mask could = place == loose ? state.free : mask_of(place); could != 0; could &= could - 1)
      suit_rows = static_cast<SuitRows>(suit_rows | 1u << (4 * suit + row_of(first_of(could))));
  }
  return orders_within(every_order, suit_rows);
}

}  // namespace nazo::superpuzz::best
