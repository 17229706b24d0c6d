#include "genres/superpuzz/best/expand.hpp"

#include <array>

#include "genres/superpuzz/best/ordering.hpp"
#include "genres/superpuzz/best/relaxation.hpp"

namespace nazo::superpuzz::best {

namespace {

/// A settled state has at most four moves, which are tested together. The table is asked after the test: meanwhile its
/// memory is fetched.
void expand_settled(const State& state, const Seen& seen, std::vector<Child>& children, TestCounts& counts) {
  Layout next[batch];
  const Layout* tested[batch];
  SuitRows suit_rows[batch];
  Child found[batch];
  int count = 0;
  for (Mask holes = state.holes; holes != 0; holes &= holes - 1) {
    const Place hole = first_of(holes);
    const Card card = detail::comer(state, hole);
    if (card == no_card) continue;
    found[count].key = key_after(state, card, hole);
    found[count].action = {.card = card, .to = hole};
    seen.prefetch(found[count].key);
    next[count] = state;
    next[count].place[card] = hole;
    next[count].holes = state.holes ^ (mask_of(state.place[card]) | mask_of(hole));
    tested[count] = &next[count];
    ++count;
  }
  if (count == 0) return;
  relax(tested, count, state.columns, suit_rows);
  counts.tested += static_cast<std::uint64_t>(count);
  for (int i = 0; i < count; ++i) {
    if (suit_rows[i] == 0) {
      ++counts.lost;
    } else if (!seen.done(found[i].key)) {
      found[i].score = score_of(state, found[i].action.card, found[i].action.to);
      children.push_back(found[i]);
    }
  }
}

/// Calls visit(action, score) for every move of a state that is not settled.
///
/// The move that fills the leftmost column is followed at once by another. Any later move that does not depend on the filling
/// could have been played before it, with the same result: its hole was there, and so was its left neighbour. So every
/// solution can be had in an order where the filling is the last move of all or is followed by a move that needs it: one
/// to the place the ace left, or to the right of the ace. The state in between is neither stored nor tested.
template <class Visit>
void for_each_move(const State& state, Visit&& visit) {
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
  for (Mask holes = state.holes & ~left_column; holes != 0; holes &= holes - 1) moves_to(state, first_of(holes), no_card, 0);

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

/// Lays the loose aces of a layout down.
void lay_down(Layout& layout, unsigned loose_suits, AceRows ace_rows) {
  for (int suit = 0; suit < suits; ++suit)
    if ((loose_suits >> suit & 1) != 0) layout.place[static_cast<std::size_t>(suit)] = place_of(row_in(ace_rows, suit), 0);
}

/// Makes an order of aces fit the free places, changing as little as possible.
AceRows fitted(const State& state, AceRows ace_rows) {
  Mask free = state.free;
  AceRows result = 0;
  unsigned misfits = 0;
  for (int suit = 0; suit < suits; ++suit) {
    if (!state.is_loose(suit)) continue;
    const Place place = place_of(row_in(ace_rows, suit), 0);
    if ((free >> place & 1) == 0) {
      misfits |= 1u << suit;
      continue;
    }
    free &= ~mask_of(place);
    result = static_cast<AceRows>(result | row_of(place) << (2 * suit));
  }
  for (int suit = 0; suit < suits; ++suit)
    if ((misfits >> suit & 1) != 0) {
      result = static_cast<AceRows>(result | row_of(first_of(free)) << (2 * suit));
      free &= free - 1;
    }
  return result;
}

}  // namespace

bool passes(const State& state, AceRows& likely, TestCounts& counts) {
  const Layout* tested[batch] = {&state};
  SuitRows suit_rows[batch];
  const auto test = [&](int count) {
    relax(tested, count, state.columns, suit_rows);
    counts.tested += static_cast<std::uint64_t>(count);
  };
  if (state.loose_suits == 0 || state.left_holes() > 0) {
    test(1);
    return suit_rows[0] != 0;
  }
  // The order of the aces is fixed but not known: one of the orders must pass.
  Layout laid[batch];
  AceRows order[batch];
  order[0] = likely = fitted(state, likely);
  laid[0] = state;
  lay_down(laid[0], state.loose_suits, likely);
  tested[0] = &laid[0];
  test(1);
  if (suit_rows[0] != 0) return true;
  tested[0] = &state;
  test(1);
  const SuitRows possible = suit_rows[0];
  if (possible == 0) return false;
  int count = 0;
  for (int i = 0; i < batch; ++i) tested[i] = &laid[i];
  const auto try_batch = [&] {
    if (count == 0) return false;
    test(count);
    for (int i = 0; i < count; ++i)
      if (suit_rows[i] != 0) {
        likely = order[i];
        return true;
      }
    count = 0;
    return false;
  };
  const AceRows failed = likely;
  const auto put = [&](auto&& self, int suit, Mask free, AceRows ace_rows) -> bool {
    if (suit == suits) {
      if (ace_rows == failed) return false;
      laid[count] = state;
      order[count] = ace_rows;
      lay_down(laid[count], state.loose_suits, ace_rows);
      return ++count == batch && try_batch();
    }
    if (!state.is_loose(suit)) return self(self, suit + 1, free, ace_rows);
    for (Mask left = free; left != 0; left &= left - 1) {
      const Place place = first_of(left);
      if (state.frozen && (possible >> (4 * suit + row_of(place)) & 1) == 0) continue;
      if (self(self, suit + 1, free & ~mask_of(place), static_cast<AceRows>(ace_rows | row_of(place) << (2 * suit)))) return true;
    }
    return false;
  };
  return put(put, 0, state.free, 0) || try_batch();
}

void expand(const State& state, AceRows likely, const Seen& seen, std::vector<Child>& children, TestCounts& counts) {
  if (state.settled()) return expand_settled(state, seen, children, counts);
  for_each_move(state, [&](const Action& action, int score) {
    State next = state;
    apply(next, action);
    settle(next);
    if (seen.done(next.key)) return;
    AceRows order = likely;
    if (next.won() || passes(next, order, counts))
      children.push_back({next.key, action, order, score});
    else
      ++counts.lost;
  });
}

}  // namespace nazo::superpuzz::best
