#include "genres/superpuzz/rules/canonical.hpp"

#include <algorithm>

namespace nazo::superpuzz {

Position canonical(const Position& position) {
  using Row = std::array<Card, most_columns>;
  using Rows = std::array<Row, rows>;
  const Card hole = card_of(position.top_rank(), 0);
  Rows least{};
  bool any = false;
  std::array<int, suits> names{0, 1, 2, 3};
  do {
    Rows renamed{};
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < position.columns; ++column) {
        const Card card = position.at[place_of(row, column)];
        renamed[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
            position.is_hole(card) ? hole : card_of(rank_of(card), names[static_cast<std::size_t>(suit_of(card))]);
      }
    std::ranges::sort(renamed);
    if (!any || renamed < least) least = renamed;
    any = true;
  } while (std::ranges::next_permutation(names).found);

  Position result = empty_table(position.columns);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < position.columns; ++column)
      result.at[place_of(row, column)] = least[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  name_holes_by_index(result);
  return result;
}

}  // namespace nazo::superpuzz
