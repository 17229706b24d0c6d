#include "genres/superpuzz/best/state.hpp"

namespace nazo::superpuzz::best {

namespace {

constexpr detail::KeyTable make_keys() {
  detail::KeyTable table{};
  std::uint64_t n = 0;
  for (auto& of_card : table.keys)
    for (Key128& key : of_card) key = zobrist(n++);
  return table;
}

/// All aces that lie in the leftmost column come afloat: a place there has become empty.
void thaw(State& state) {
  for (Card ace = 0; ace < suits; ++ace) {
    const Place place = state.place[ace];
    if (place == afloat || column_of(place) != 0) continue;
    state.key ^= key_of(ace, place) ^ key_of(ace, afloat);
    state.at[place] = free_place;
    state.holes |= mask_of(place);
    state.place[ace] = afloat;
    state.suits_afloat |= static_cast<std::uint8_t>(1u << ace);
  }
}

/// All four aces lie in the leftmost column: from now on rows have a prefix.
void freeze(State& state) {
  state.frozen = true;
  for (int row = 0; row < rows; ++row) {
    const Card ace = state.at[place_of(row, 0)];
    int prefix = 1;
    while (prefix + 1 < state.columns && state.at[place_of(row, prefix)] == ace + prefix * suits) ++prefix;
    state.prefix[static_cast<std::size_t>(row)] = static_cast<std::uint8_t>(prefix);
  }
}

void put_down(State& state, Card ace, Place to) {
  state.key ^= key_of(ace, state.place[ace]) ^ key_of(ace, to);
  if (state.place[ace] != afloat) {
    state.at[state.place[ace]] = empty_place;
    state.holes |= mask_of(state.place[ace]);
  }
  state.place[ace] = to;
  state.at[to] = ace;
  state.holes &= ~mask_of(to);
}

void fill(State& state, Card last_ace, AceRows ace_rows) {
  int lying = 0;
  for (Card ace = 0; ace < suits; ++ace)
    if ((state.suits_afloat >> ace & 1) != 0 || ace == last_ace) {
      put_down(state, ace, place_of(row_in(ace_rows, ace), 0));
      ++lying;
    }
  state.suits_afloat = 0;
  if (lying == suits) freeze(state);
}

}  // namespace

constinit const detail::KeyTable detail::key_table = make_keys();

State state_of(const Position& position) {
  State state;
  state.columns = static_cast<std::uint8_t>(position.columns);
  // Cards that are not in the deal lie nowhere: a shift by 64 or more leaves no bit.
  state.place.fill(afloat);
  state.at.fill(no_card);
  int lying = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < position.columns; ++column) {
      const Place place = place_of(row, column);
      const Card card = position.at[place];
      if (position.is_hole(card)) {
        state.at[place] = column == 0 ? free_place : empty_place;
        state.holes |= mask_of(place);
        continue;
      }
      state.at[place] = card;
      state.place[card] = place;
      state.key ^= key_of(card, place);
      lying += rank_of(card) == 0 && column == 0;
    }
  if (state.any_free()) thaw(state);
  if (lying == suits) freeze(state);
  return state;
}

void apply(State& state, const Action& action) {
  if (action.fill != no_card) fill(state, action.fill, action.ace_rows);
  if (action.card == no_card) return;
  if (state.frozen) return detail::move_frozen(state, action.card, action.to);
  const Card card = action.card;
  const Place from = state.place[card];
  state.key ^= key_of(card, from) ^ key_of(card, action.to);
  state.place[card] = action.to;
  state.holes |= mask_of(from);
  state.at[from] = column_of(from) == 0 ? free_place : empty_place;
  if (action.to == afloat) {
    state.suits_afloat |= static_cast<std::uint8_t>(1u << card);
    return;
  }
  state.holes &= ~mask_of(action.to);
  state.at[action.to] = card;
  if (column_of(from) == 0) thaw(state);
}

}  // namespace nazo::superpuzz::best
