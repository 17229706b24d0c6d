#include "genres/superpuzz/rules/rules.hpp"

#include <utility>

namespace nazo::superpuzz {

Place Position::place_of_card(Card card) const {
  for (int place = 0; place < places; ++place)
    if (at[static_cast<std::size_t>(place)] == card) return static_cast<Place>(place);
  return 0;
}

Position empty_table(int columns) {
  Position position{.columns = columns};
  position.at.fill(no_card);
  return position;
}

std::array<Place, 4> holes_by_index(const Position& position) {
  std::array<Place, 4> holes{};
  std::size_t found = 0;
  for (int column = 0; column < position.columns; ++column)
    for (int row = 0; row < rows && found < holes.size(); ++row)
      if (position.hole_at(place_of(row, column))) holes[found++] = place_of(row, column);
  return holes;
}

void name_holes_by_index(Position& position) {
  const auto holes = holes_by_index(position);
  for (int i = 0; i < suits; ++i) position.at[holes[static_cast<std::size_t>(i)]] = card_of(position.top_rank(), i);
  position.named = false;
}

Card taken_by(const Position& position, Place hole) {
  if (column_of(hole) == 0) return no_card;
  const Card left = position.at[hole - 1u];
  // The top rank is out of play, so nothing follows the rank below it; and a hole is followed by nothing.
  if (rank_of(left) >= position.top_rank() - 1) return no_card;
  return static_cast<Card>(left + suits);
}

Legality legality(const Position& position, const Step& step) {
  if (step.card >= position.columns * suits) return Legality::no_such_card;
  if (position.is_hole(step.card)) return Legality::a_hole;
  if (row_of(step.to) >= rows || column_of(step.to) >= position.columns) return Legality::no_such_place;
  if (!position.hole_at(step.to)) return Legality::no_hole_there;
  if (column_of(step.to) == 0) return rank_of(step.card) == 0 ? Legality::legal : Legality::not_an_ace;
  return taken_by(position, step.to) == step.card ? Legality::legal : Legality::wrong_neighbour;
}

void play(Position& position, const Step& step) {
  std::swap(position.at[position.place_of_card(step.card)], position.at[step.to]);
}

std::vector<Step> legal_steps(const Position& position) {
  std::vector<Step> steps;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < position.columns; ++column) {
      const Place hole = place_of(row, column);
      if (!position.hole_at(hole)) continue;
      if (column == 0) {
        for (int suit = 0; suit < suits; ++suit) steps.push_back({card_of(0, suit), hole});
      } else if (const Card card = taken_by(position, hole); card != no_card) {
        steps.push_back({card, hole});
      }
    }
  return steps;
}

bool won(const Position& position) {
  for (int row = 0; row < rows; ++row) {
    const Card ace = position.at[place_of(row, 0)];
    if (rank_of(ace) != 0) return false;
    for (int column = 1; column < position.top_rank(); ++column)
      if (position.at[place_of(row, column)] != ace + column * suits) return false;
  }
  return true;
}

}  // namespace nazo::superpuzz
