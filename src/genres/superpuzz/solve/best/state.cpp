#include "genres/superpuzz/solve/best/state.hpp"

namespace nazo::superpuzz::best {

namespace {

constexpr detail::KeyTable make_keys() {
  detail::KeyTable table{};
  std::uint64_t n = 0;
  for (auto& of_card : table.keys)
    for (Key128& key : of_card) key = zobrist(n++);
  return table;
}

/// Lets all aces of the leftmost column come loose.
void loosen(State& state) {
  for (Card ace = 0; ace < suits; ++ace) {
    const Place place = state.place[ace];
    if (place == loose || column_of(place) != 0) continue;
    state.key ^= key_of(ace, place) ^ key_of(ace, loose);
    state.at[place] = free_place;
    state.free |= mask_of(place);
    state.place[ace] = loose;
    state.loose_suits |= static_cast<std::uint8_t>(1u << ace);
  }
}

void bind(State& state, Card ace, Place place) {
  state.key ^= key_of(ace, loose) ^ key_of(ace, place);
  state.place[ace] = place;
  state.at[place] = ace;
  state.free &= ~mask_of(place);
  state.loose_suits &= static_cast<std::uint8_t>(~(1u << ace));
  if (state.frozen) {
    state.prefix[static_cast<std::size_t>(row_of(place))] = 1;
    detail::lengthen(state, row_of(place));
  }
  // The last loose ace has one place left.
  if (std::popcount(state.loose_suits) == 1) bind(state, first_of(state.loose_suits), first_of(state.free));
}

/// The leftmost column has no hole any more.
void close(State& state) {
  state.holes &= ~left_column;
  int aces = 0;
  for (Card ace = 0; ace < suits; ++ace) aces += state.place[ace] == loose || column_of(state.place[ace]) == 0;
  state.frozen = aces == suits;
  if (std::popcount(state.loose_suits) == 1) bind(state, first_of(state.loose_suits), first_of(state.free));
}

/// An ace joins the loose ones.
void join(State& state, Card ace) {
  const Place from = state.place[ace];
  state.key ^= key_of(ace, from) ^ key_of(ace, loose);
  state.place[ace] = loose;
  state.at[from] = empty_place;
  state.holes |= mask_of(from);
  state.loose_suits |= static_cast<std::uint8_t>(1u << ace);
  if (state.left_holes() == 0) close(state);
}

}  // namespace

constinit const detail::KeyTable detail::key_table = make_keys();

bool State::won() const {
  for (int row = 0; row < rows; ++row)
    if ((holes >> place_of(row, columns - 1) & 1) == 0) return false;
  if (!frozen) return false;
  // All holes are in the last column, and four aces in the first: are the rows in between in order?
  for (int row = 0; row < rows; ++row)
    for (int column = 2; column + 1 < columns; ++column)
      if (at[place_of(row, column)] != at[place_of(row, 1)] + (column - 1) * suits) return false;
  for (int row = 0; row < rows && columns > 2; ++row) {
    const Card two = at[place_of(row, 1)];
    const Card ace = at[place_of(row, 0)];
    if (rank_of(two) != 1 || (ace != free_place && ace + suits != two)) return false;
  }
  return true;
}

State state_of(const Position& position) {
  State state;
  state.columns = static_cast<std::uint8_t>(position.columns);
  state.at.fill(no_card);
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
    }
  state.free = state.holes & left_column;
  if (state.free != 0) {
    loosen(state);
    state.holes |= state.free;
  } else {
    // The order of the aces is known from the start.
    close(state);
    for (int row = 0; row < rows && state.frozen; ++row) {
      state.prefix[static_cast<std::size_t>(row)] = 1;
      detail::lengthen(state, row);
    }
  }
  return state;
}

void bind_aces(State& state, unsigned bind_suits, AceRows ace_rows) {
  for (Card ace = 0; ace < suits; ++ace)
    if ((bind_suits >> ace & 1) != 0 && state.is_loose(ace)) bind(state, ace, place_of(row_in(ace_rows, ace), 0));
}

namespace {

void move_card(State& state, const Action& action) {
  const Card card = action.card;
  if (action.to == loose) return join(state, card);
  if (const auto left = static_cast<Place>(action.to - 1u); state.at[left] == free_place && state.left_holes() == 0)
    bind(state, static_cast<Card>(suit_of(card)), left);
  if (state.frozen) return detail::move_frozen(state, card, action.to);
  const Place from = state.place[card];
  state.key = key_after(state, card, action.to);
  state.place[card] = action.to;
  state.holes |= mask_of(from);
  state.holes &= ~mask_of(action.to);
  state.at[action.to] = card;
  state.at[from] = empty_place;
  if (column_of(from) != 0) return;
  state.at[from] = free_place;
  state.free |= mask_of(from);
  loosen(state);
  state.holes |= state.free;
}

}  // namespace

void apply(State& state, const Action& action) {
  if (action.fill != no_card) join(state, action.fill);
  if (action.card != no_card) move_card(state, action);
  bind_aces(state, action.bind_suits, action.ace_rows);
}

}  // namespace nazo::superpuzz::best
