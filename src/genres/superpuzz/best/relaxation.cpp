#include "genres/superpuzz/best/relaxation.hpp"

#include <array>

namespace nazo::superpuzz::best {

namespace {

/// Eight masks: two states of four suits. The compiler makes of it whatever vectors the processor has.
typedef std::uint64_t Masks __attribute__((vector_size(64)));

constexpr std::array<std::uint32_t, 1 << 11> make_shareable() {
  std::array<std::uint32_t, 1 << 11> bits{};
  std::array<int, rows> order{0, 1, 2, 3};
  // Every superset of a permutation can be shared out.
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
  (void)order;
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

template <int Pairs>
void relax_pairs(const State* const* states, int count, SuitRows* suit_rows) {
  const int ranks = states[0]->columns - 1;
  Masks own[Pairs][most_columns - 1];
  Masks holes[Pairs];
  for (int p = 0; p < Pairs; ++p) {
    const State& one = *states[2 * p];
    const State& two = *states[2 * p + 1 < count ? 2 * p + 1 : 2 * p];
    for (int k = 0; k < ranks; ++k)
      for (int suit = 0; suit < suits; ++suit) {
        const std::size_t card = card_of(k, suit);
        own[p][k][suit] = one.place[card] < places ? mask_of(one.place[card]) : 0;
        own[p][k][suits + suit] = two.place[card] < places ? mask_of(two.place[card]) : 0;
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

void relax(const State* const* states, int count, SuitRows* suit_rows) {
  if (count > 2)
    relax_pairs<2>(states, count, suit_rows);
  else if (count > 0)
    relax_pairs<1>(states, count, suit_rows);
}

SuitRows relax_plainly(const State& state) {
  const int cards = (state.columns - 1) * suits;
  std::array<Mask, most_cards> own{}, reached{};
  for (int card = 0; card < cards; ++card)
    if (const Place place = state.place[static_cast<std::size_t>(card)]; place < places) own[static_cast<std::size_t>(card)] = mask_of(place);
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
