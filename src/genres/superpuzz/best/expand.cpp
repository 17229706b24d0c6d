#include "genres/superpuzz/best/expand.hpp"

#include "genres/superpuzz/best/ordering.hpp"
#include "genres/superpuzz/best/persistent.hpp"

namespace nazo::superpuzz::best {

namespace {

/// Calls visit(action, score) for every move of a state that is not settled.
///
/// The move that fills the leftmost column is followed at once by another. Any later move that does not depend on the filling
/// could have been played before it, with the same result: its hole was there, and so was its left neighbour. So every
/// solution can be had in an order where the filling is the last move of all or is followed by a move that needs it: one
/// to the place the ace left, or to the right of the ace. The state in between is neither stored nor tested.
template <class Visit>
void for_each_move(const State& state, Mask enough, Visit&& visit) {
  const auto move = [&](const State& from, Card card, Place to, Card fill, int score) {
    if (column_of(from.place[card]) == 0) score += weights.ace;
    visit(Action{.card = card, .to = to, .fill = fill}, score + score_of(from, card, to));
  };
  const auto moves_to = [&](const State& from, Place hole, Card fill, int score) {
    if (from.at[hole - 1u] != free_place) {
      if (const Card card = detail::comer(from, hole); card != no_card) move(from, card, hole, fill, score);
      return;
    }
    for (int suit = 0; suit < suits && from.columns > fewest_columns; ++suit)
      if (from.is_loose(suit)) move(from, card_of(1, suit), hole, fill, score);
  };
  const Mask body_holes = enough != 0 ? enough : state.holes & ~left_column;
  for (Mask holes = body_holes; holes != 0; holes &= holes - 1) moves_to(state, first_of(holes), no_card, 0);
  if (enough != 0) return;

  const int left_holes = state.left_holes();
  for (Card ace = 0; ace < suits && left_holes > 0; ++ace) {
    if (state.is_loose(ace)) continue;
    if (left_holes > 1) {
      visit(Action{.card = ace, .to = loose}, weights.ace);
      continue;
    }
    State filled = state;
    apply(filled, {.fill = ace});
    if (filled.won()) visit(Action{.fill = ace}, 1'000'000);
    const Place left_behind = state.place[ace];
    moves_to(filled, left_behind, ace, weights.fill);
    if (filled.columns == fewest_columns) continue;
    // Right of the ace, in whichever row it lies.
    for (int row = 0; row < rows; ++row) {
      const Place hole = place_of(row, 1);
      const Card left = filled.at[place_of(row, 0)];
      if (hole == left_behind || filled.at[hole] != empty_place || (left != free_place && left != ace)) continue;
      move(filled, static_cast<Card>(ace + suits), hole, ace, weights.fill);
    }
  }
}

}  // namespace

void Expander::expand(const State& state, const Seen& seen, std::vector<Child>& children) {
  relaxation_.load(state);
  const Mask enough = persistent_holes(state, relaxation_);
  counts_.alone += enough != 0;
  if (state.settled()) return expand_settled(state, enough != 0 ? enough : state.holes, seen, children);
  for_each_move(state, enough, [&](Action action, int score) {
    State next = state;
    apply(next, action);
    settle(next);
    if (seen.done(next.key)) return;
    if (!next.won() && !passes(next, action)) return;
    if (action.bind_suits != 0) {
      settle(next);
      if (seen.done(next.key)) return;
    }
    children.push_back({next.key, action, score});
  });
}

// A settled state has at most four moves, which are tested together. The table is asked after the test: meanwhile its memory
// is fetched.
void Expander::expand_settled(const State& state, Mask holes, const Seen& seen, std::vector<Child>& children) {
  Child found[Relaxation::most_variants];
  int count = 0;
  for (; holes != 0; holes &= holes - 1) {
    const Place hole = first_of(holes);
    const Card card = detail::comer(state, hole);
    if (card == no_card) continue;
    found[count].key = key_after(state, card, hole);
    found[count].action = {.card = card, .to = hole};
    seen.prefetch(found[count].key);
    relaxation_.move(count, state, card, hole);
    ++count;
  }
  if (count == 0) return;
  relaxation_.run(count);
  counts_.tested += static_cast<std::uint64_t>(count);
  for (int i = 0; i < count; ++i) {
    if (relaxation_.suit_rows(i) == 0) {
      ++counts_.lost;
    } else if (!seen.done(found[i].key)) {
      found[i].score = score_of(state, found[i].action.card, found[i].action.to);
      children.push_back(found[i]);
    }
  }
}

bool Expander::passes(State& state, Action& action) {
  const bool passed = [&] {
    relaxation_.load(state);
    if (state.loose_suits != 0 && state.left_holes() == 0) return narrow(state, action);
    relaxation_.run(1);
    ++counts_.tested;
    return relaxation_.suit_rows(0) != 0;
  }();
  counts_.lost += !passed;
  return passed;
}

bool Expander::narrow(State& state, Action& action) {
  // Two loose aces have two orders, three have six: each is tested. Four have too many: only their rows are asked for.
  SuitRows passed = 0;
  if (std::popcount(state.loose_suits) == suits) {
    relaxation_.run(1);
    ++counts_.tested;
    passed = relaxation_.suit_rows(0);
  } else {
    passed = rows_of_passing_orders(state);
  }
  if (passed == 0) return false;
  for (int suit = 0; suit < suits; ++suit) {
    const unsigned rows_left = passed >> (4 * suit) & 15;
    if (!state.is_loose(suit) || std::popcount(rows_left) != 1) continue;
    action.bind_suits = static_cast<std::uint8_t>(action.bind_suits | 1u << suit);
    action.ace_rows = static_cast<AceRows>(action.ace_rows | std::countr_zero(rows_left) << (2 * suit));
  }
  bind_aces(state, action.bind_suits, action.ace_rows);
  return true;
}

SuitRows Expander::rows_of_passing_orders(const State& state) {
  AceRows order[Relaxation::most_variants];
  int count = 0;
  SuitRows passed = 0;
  const auto test = [&] {
    if (count == 0) return;
    for (int i = 0; i < count; ++i) relaxation_.set_holes(i, state.holes);
    relaxation_.run(count);
    counts_.tested += static_cast<std::uint64_t>(count);
    for (int i = 0; i < count; ++i)
      if (relaxation_.suit_rows(i) != 0)
        for (int suit = 0; suit < suits; ++suit)
          if (state.is_loose(suit)) passed = static_cast<SuitRows>(passed | 1u << (4 * suit + row_in(order[i], suit)));
    count = 0;
  };
  const auto put = [&](auto&& self, int suit, Mask free, AceRows ace_rows) -> void {
    if (suit == suits) {
      order[count] = ace_rows;
      for (int s = 0; s < suits; ++s)
        if (state.is_loose(s)) relaxation_.put(count, card_of(0, s), place_of(row_in(ace_rows, s), 0));
      if (++count == Relaxation::most_variants) test();
      return;
    }
    if (!state.is_loose(suit)) return self(self, suit + 1, free, ace_rows);
    for (Mask left = free; left != 0; left &= left - 1) {
      const Place place = first_of(left);
      self(self, suit + 1, free & ~mask_of(place), static_cast<AceRows>(ace_rows | row_of(place) << (2 * suit)));
    }
  };
  put(put, 0, state.free, 0);
  test();
  return passed;
}

}  // namespace nazo::superpuzz::best
