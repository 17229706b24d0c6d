#include "genres/superpuzz/solve/best/unfold.hpp"

#include <map>
#include <span>

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

/// The actions with everything spelt out: fillings, single moves and bindings one by one, safe moves included.
std::vector<Action> spelt_out(const Position& start, const std::vector<Action>& actions) {
  State state = state_of(start);
  std::vector<Action> single;
  const auto settle = [&] {
    if (state.frozen) play_safe_moves(state, [&](Card card, Place to) { single.push_back({.card = card, .to = to}); });
  };
  settle();
  for (const Action& action : actions) {
    if (action.fill != no_card) single.push_back({.fill = action.fill});
    if (action.card != no_card) single.push_back({.card = action.card, .to = action.to});
    if (action.bind_suits != 0) single.push_back({.bind_suits = action.bind_suits, .ace_rows = action.ace_rows});
    apply(state, action);
    settle();
  }
  return single;
}

/// In which rows the aces will turn out to lie that are loose when the first of these actions has filled the leftmost
/// column.
AceRows order_found_out(State state, std::span<const Action> actions) {
  AceRows ace_rows = 0;
  apply(state, actions.front());
  Mask free = left_column;
  unsigned open = 0;
  for (int suit = 0; suit < suits; ++suit)
    if (state.is_loose(suit) || suit == actions.front().fill) open |= 1u << suit;
  for (int row = 0; row < rows; ++row)
    if (const Card card = state.at[place_of(row, 0)];
        card != free_place && (rank_of(card) != 0 || (open >> suit_of(card) & 1) == 0))
      free &= ~mask_of(place_of(row, 0));
  const auto put = [&](int suit, int row) {
    ace_rows = static_cast<AceRows>(ace_rows | row << (2 * suit));
    free &= ~mask_of(place_of(row, 0));
    open &= ~(1u << suit);
  };
  const auto note_bound = [&] {
    for (int suit = 0; suit < suits; ++suit)
      if ((open >> suit & 1) != 0 && !state.is_loose(suit))
        put(suit, row_of(state.place[static_cast<std::size_t>(suit)]));
  };
  note_bound();
  for (const Action& action : actions.subspan(1)) {
    // A two may come from the leftmost column itself, binding its ace and opening the column in one move.
    if (action.card != no_card && state.at[action.to - 1u] == free_place && (open >> suit_of(action.card) & 1) != 0)
      put(suit_of(action.card), row_of(action.to));
    apply(state, action);
    if (state.left_holes() > 0) break;
    note_bound();
  }
  // What is still loose lies anywhere, or, if it is won, beside its two.
  for (int row = 0; row < rows && state.won() && state.columns > fewest_columns; ++row)
    if (const int suit = suit_of(state.at[place_of(row, 1)]); (open >> suit & 1) != 0) put(suit, row);
  for (int suit = 0; suit < suits; ++suit)
    if ((open >> suit & 1) != 0) put(suit, row_of(first_of(free)));
  return ace_rows;
}

}  // namespace

std::vector<Step> unfold(const Position& start, const std::vector<Action>& actions) {
  Table table(start);
  State state = state_of(start);
  const std::vector<Action> single = spelt_out(start, actions);
  for (std::size_t i = 0; i < single.size(); ++i) {
    const Action& action = single[i];
    const Card moved = action.to == loose ? action.card : no_card;
    const Card joins = action.fill != no_card ? action.fill : moved;
    if (joins != no_card && state.left_holes() == 1) {
      table.fill(state.loose_suits | 1u << joins, joins, order_found_out(state, std::span(single).subspan(i)));
    } else if (joins != no_card) {
      table.step(joins, table.left_hole());
    } else if (action.card != no_card) {
      // While the leftmost column has a hole, an ace is brought where its two is to be laid.
      if (state.at[action.to - 1u] == free_place && state.left_holes() > 0)
        table.bring(static_cast<Card>(suit_of(action.card)), static_cast<Place>(action.to - 1u));
      table.step(action.card, action.to);
    }
    apply(state, action);
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
