#include "genres/superpuzz/best/unfold.hpp"

#include <map>

namespace nazo::superpuzz::best {

namespace {

/// A real table beside the search's state.
class Table {
 public:
  explicit Table(const Position& start) : position_(start) {}

  void step(Card card, Place to) {
    superpuzz::play(position_, {card, to});
    steps_.push_back({card, to});
  }

  [[nodiscard]] Place place(Card card) const { return position_.place_of_card(card); }

  /// A hole of the leftmost column; there must be one.
  [[nodiscard]] Place left_hole() const {
    for (int row = 0; row < rows; ++row)
      if (position_.hole_at(place_of(row, 0))) return place_of(row, 0);
    return 0;
  }

  /// Brings an ace of the leftmost column to a place there, while the column has a hole.
  void bring(Card ace, Place to) {
    if (place(ace) == to) return;
    if (const Card there = position_.at[to]; !position_.is_hole(there)) step(there, left_hole());
    step(ace, to);
  }

  /// Puts `last_ace` into the last hole of the leftmost column so that all aces named in `aces` lie in their rows.
  void fill(unsigned aces, Card last_ace, AceRows ace_rows) {
    const auto target = [&](Card ace) { return place_of(row_in(ace_rows, ace), 0); };
    for (Card ace = 0; ace < suits; ++ace)
      if ((aces >> ace & 1) != 0 && ace != last_ace) bring(ace, target(ace));
    step(last_ace, target(last_ace));
  }

  std::vector<Step> steps() && { return std::move(steps_); }

 private:
  Position position_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> unfold(const Position& start, const std::vector<Action>& actions) {
  Table table(start);
  State state = state_of(start);
  const auto settle = [&] {
    if (state.frozen) play_safe_moves(state, [&](Card card, Place to) { table.step(card, to); });
  };
  settle();
  for (const Action& action : actions) {
    if (action.fill != no_card) table.fill(state.suits_afloat | 1u << action.fill, action.fill, action.ace_rows);
    if (action.to == afloat && action.card != no_card) {
      table.step(action.card, table.left_hole());
    } else if (action.card != no_card) {
      // A two that goes right of a free place needs its ace there.
      if (action.fill == no_card && state.at[action.to - 1u] == free_place)
        table.bring(static_cast<Card>(suit_of(action.card)), static_cast<Place>(action.to - 1u));
      table.step(action.card, action.to);
    }
    apply(state, action);
    settle();
  }
  return std::move(table).steps();
}

std::vector<Step> without_loops(const Position& start, const std::vector<Step>& steps) {
  // Positions are alike when only the names of their holes differ.
  const auto alike = [](const Position& position) {
    std::array<Card, places> cards = position.at;
    for (Card& card : cards)
      if (position.is_hole(card)) card = empty_place;
    return cards;
  };
  std::vector<Step> kept;
  std::map<std::array<Card, places>, std::size_t> seen;
  std::vector<std::array<Card, places>> trail{alike(start)};
  seen.emplace(trail.front(), 0);
  Position position = start;
  for (const Step& step : steps) {
    superpuzz::play(position, step);
    const auto now = alike(position);
    if (const auto before = seen.find(now); before != seen.end()) {
      const std::size_t back_to = before->second;
      while (trail.size() > back_to + 1) {
        seen.erase(trail.back());
        trail.pop_back();
      }
      kept.resize(back_to);
      continue;
    }
    kept.push_back(step);
    seen.emplace(now, trail.size());
    trail.push_back(now);
  }
  return kept;
}

}  // namespace nazo::superpuzz::best
