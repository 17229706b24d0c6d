#include "genres/superpuzz/best/relaxation.hpp"

#include <array>

namespace nazo::superpuzz::best {

namespace {

/// Eight masks: two states of four suits. The compiler makes of it whatever vectors the processor has.
typedef std::uint64_t Masks __attribute__((vector_size(64)));

std::array<std::uint32_t, 1 << 11> make_shareable() {
  std::array<std::uint32_t, 1 << 11> bits{};
  for (std::uint32_t set = 0; set < 1u << 16; ++set) {
    const auto has = [&](int suit, int row) { return (set >> (4 * suit + row) & 1) != 0; };
    bool found = false;
    for (int a = 0; a < 4 && !found; ++a)
      for (int b = 0; b < 4 && !found; ++b)
        for (int c = 0; c < 4 && !found; ++c) {
          if (a == b || a == c || b == c) continue;
          found = has(0, a) && has(1, b) && has(2, c) && has(3, 6 - a - b - c);
        }
    if (found) bits[set >> 5] |= 1u << (set & 31);
  }
  return bits;
}

const std::array<std::uint32_t, 1 << 11> shareable = make_shareable();

SuitRows rows_in(const std::uint64_t* could_start) {
  // Bits 0, 16, 32 and 48 of each mask become four neighbouring bits.
  SuitRows suit_rows = 0;
  for (int suit = 0; suit < suits; ++suit) {
    const Mask m = could_start[suit] & left_column;
    suit_rows = static_cast<SuitRows>(suit_rows | ((m | m >> 15 | m >> 30 | m >> 45) & 15) << (4 * suit));
  }
  return suit_rows;
}

/// A loose ace may lie in any free place.
Mask ace_mask(const Layout& layout, int suit) {
  const Place place = layout.place[static_cast<std::size_t>(suit)];
  return place == loose ? layout.free : mask_of(place);
}

template <int Pairs>
void relax_pairs(const Layout* const* states, int count, int ranks, SuitRows* suit_rows) {
  Masks own[Pairs][most_columns - 1];
  Masks holes[Pairs];
  for (int p = 0; p < Pairs; ++p) {
    const Layout& one = *states[2 * p];
    const Layout& two = *states[2 * p + 1 < count ? 2 * p + 1 : 2 * p];
    for (int suit = 0; suit < suits; ++suit) {
      own[p][0][suit] = ace_mask(one, suit);
      own[p][0][suits + suit] = ace_mask(two, suit);
    }
    for (int k = 1; k < ranks; ++k)
      for (int suit = 0; suit < suits; ++suit) {
        own[p][k][suit] = mask_of(one.place[card_of(k, suit)]);
        own[p][k][suits + suit] = mask_of(two.place[card_of(k, suit)]);
      }
    for (int lane = 0; lane < 8; ++lane) holes[p][lane] = lane < suits ? one.holes : two.holes;
  }
  Masks reached[Pairs];
  for (bool grown = true; grown;) {
    Masks freed[Pairs];
    for (int p = 0; p < Pairs; ++p) {
      reached[p] = own[p][0] | (holes[p] & left_column);
      freed[p] = own[p][0] & (reached[p] != own[p][0]);
    }
    for (int k = 1; k < ranks; ++k)
      for (int p = 0; p < Pairs; ++p) {
        reached[p] = own[p][k] | ((reached[p] << 1) & holes[p]);
        freed[p] |= own[p][k] & (reached[p] != own[p][k]);
      }
    grown = false;
    for (int p = 0; p < Pairs; ++p) {
      freed[p] |= __builtin_shufflevector(freed[p], freed[p], 1, 0, 3, 2, 5, 4, 7, 6);
      freed[p] |= __builtin_shufflevector(freed[p], freed[p], 2, 3, 0, 1, 6, 7, 4, 5);
      grown |= (freed[p][0] & ~holes[p][0]) != 0 || (freed[p][4] & ~holes[p][4]) != 0;
      holes[p] |= freed[p];
    }
  }
  for (int p = 0; p < Pairs; ++p) {
    Masks could_start = reached[p] = own[p][0] | (holes[p] & left_column);
    for (int k = 1; k < ranks; ++k) {
      reached[p] = own[p][k] | ((reached[p] << 1) & holes[p]);
      could_start &= reached[p] >> k;
    }
    alignas(64) std::uint64_t lanes[8];
    for (int lane = 0; lane < 8; ++lane) lanes[lane] = could_start[lane];
    for (int half = 0; half < 2 && 2 * p + half < count; ++half) {
      const SuitRows found = rows_in(lanes + 4 * half);
      suit_rows[2 * p + half] = rows_can_be_shared_out(found) ? found : SuitRows{0};
    }
  }
}

}  // namespace

bool rows_can_be_shared_out(SuitRows suit_rows) { return (shareable[suit_rows >> 5] >> (suit_rows & 31) & 1) != 0; }

void relax(const Layout* const* states, int count, int columns, SuitRows* suit_rows) {
  if (count > 2)
    relax_pairs<2>(states, count, columns - 1, suit_rows);
  else if (count > 0)
    relax_pairs<1>(states, count, columns - 1, suit_rows);
}

SuitRows relax_plainly(const Layout& state, int columns) {
  const int cards = (columns - 1) * suits;
  std::array<Mask, most_cards> own{}, reached{};
  for (int card = 0; card < cards; ++card)
    own[static_cast<std::size_t>(card)] = card < suits ? ace_mask(state, card) : mask_of(state.place[static_cast<std::size_t>(card)]);
  reached = own;
  Mask holes = state.holes;
  for (bool grown = true; grown;) {
    grown = false;
    for (int card = 0; card < cards; ++card) {
      const auto i = static_cast<std::size_t>(card);
      const Mask right_places = card < suits ? holes & left_column : (reached[i - suits] << 1) & holes;
      if ((right_places & ~reached[i]) == 0) continue;
      reached[i] |= right_places;
      holes |= own[i];
      grown = true;
    }
  }
  std::array<Mask, suits> could_start{};
  could_start.fill(left_column);
  for (int card = 0; card < cards; ++card) could_start[static_cast<std::size_t>(suit_of(static_cast<Card>(card)))] &= reached[static_cast<std::size_t>(card)] >> rank_of(static_cast<Card>(card));
  const SuitRows found = rows_in(could_start.data());
  return rows_can_be_shared_out(found) ? found : SuitRows{0};
}

}  // namespace nazo::superpuzz::best
