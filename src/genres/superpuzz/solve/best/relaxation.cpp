#include "genres/superpuzz/solve/best/relaxation.hpp"

#include <cstring>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace nazo::superpuzz::best {

namespace {

/// Eight masks: two variants of four suits. The compiler makes of it whatever vectors the processor has.
typedef Mask Masks __attribute__((vector_size(64)));

Masks loaded(const Mask* from) {
  Masks masks;
  std::memcpy(&masks, from, sizeof masks);
  return masks;
}
void store(Mask* to, const Masks& masks) { std::memcpy(to, &masks, sizeof masks); }

bool any(const Masks& masks) {
#if defined(__AVX512F__)
  const auto m = (__m512i)masks;
  return _mm512_test_epi64_mask(m, m) != 0;
#else
  Mask all = 0;
  for (int lane = 0; lane < 8; ++lane) all |= masks[lane];
  return all != 0;
#endif
}

/// Each variant's four masks joined, in all of its lanes.
Masks joined(Masks masks) {
  masks |= __builtin_shufflevector(masks, masks, 1, 0, 3, 2, 5, 4, 7, 6);
  return masks | __builtin_shufflevector(masks, masks, 2, 3, 0, 1, 6, 7, 4, 5);
}

/// left, joined by own where the card could also be elsewhere.
Masks with_left(const Masks& left, const Masks& own, const Masks& reached) {
#if defined(__AVX512F__)
  return (Masks)_mm512_mask_or_epi64((__m512i)left, _mm512_cmpneq_epi64_mask((__m512i)own, (__m512i)reached),
                                     (__m512i)left, (__m512i)own);
#else
  return left | (own & (reached != own));
#endif
}

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

SuitRows rows_in(const Mask* could_start) {
  // Bits 0, 16, 32 and 48 of each mask become four neighbouring bits.
  SuitRows suit_rows = 0;
  for (int suit = 0; suit < suits; ++suit) {
    const Mask m = could_start[suit] & left_column;
    suit_rows = static_cast<SuitRows>(suit_rows | ((m | m >> 15 | m >> 30 | m >> 45) & 15) << (4 * suit));
  }
  return rows_can_be_shared_out(suit_rows) ? suit_rows : SuitRows{0};
}

/// A loose ace may lie in any free place.
Mask ace_mask(const Layout& layout, int suit) {
  const Place place = layout.place[static_cast<std::size_t>(suit)];
  return place == loose ? layout.free : mask_of(place);
}

}  // namespace

bool rows_can_be_shared_out(SuitRows suit_rows) { return (shareable[suit_rows >> 5] >> (suit_rows & 31) & 1) != 0; }

void Relaxation::load(const Layout& layout) {
  load(0, layout);
  // The second half of a vector is like the first, the second vector like the first.
  for (int k = 0; k < ranks_; ++k) {
    std::memcpy(own_[0][k] + suits, own_[0][k], suits * sizeof(Mask));
    std::memcpy(own_[1][k], own_[0][k], lanes * sizeof(Mask));
  }
  for (int variant = 1; variant < most_variants; ++variant) set_holes(variant, layout.holes);
}

void Relaxation::load(int variant, const Layout& layout) {
  const int half = lane(variant, 0);
  auto& own = own_[variant / 2];
  for (int suit = 0; suit < suits; ++suit) own[0][half + suit] = ace_mask(layout, suit);
#if defined(__AVX512F__) && defined(__AVX512VL__)
  const __m256i one = _mm256_set1_epi64x(1);
  for (int k = 1; k < ranks_; ++k) {
    std::int32_t four_places;
    std::memcpy(&four_places, layout.place.data() + suits * k, sizeof four_places);
    const __m256i masks = _mm256_sllv_epi64(one, _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four_places)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(own[k] + half), masks);
  }
#else
  for (int k = 1; k < ranks_; ++k)
    for (int suit = 0; suit < suits; ++suit) own[k][half + suit] = mask_of(layout.place[card_of(k, suit)]);
#endif
  set_holes(variant, layout.holes);
}

// The hot loop runs some ten times over all ranks, whose number is known to the compiler, so that it is unrolled.
//
// A card may lie right of its predecessor, that one right of its own, and so on down to one that lies where it always
// did: the places from there on must all be empty. With wide vectors all ranks look at once for predecessors one rank
// away, then two, four and eight, because nothing takes as long as waiting for the rank before. With narrow ones there
// are too many instructions for that, and each rank follows the one before.
namespace {
template <int Ranks>
Masks round(const Mask (*own)[8], const Masks& holes) {
#if defined(__AVX512F__)
  Masks reached[Ranks];
#pragma GCC unroll 12
  for (int k = 0; k < Ranks; ++k) reached[k] = loaded(own[k]);
  reached[0] |= holes & left_column;
  Masks all_empty = holes;  // this place and the ones left of it, as many as there are steps
#pragma GCC unroll 4
  for (int step = 1; step < Ranks; step *= 2) {
#pragma GCC unroll 12
    for (int k = Ranks - 1; k >= step; --k) reached[k] |= (reached[k - step] << step) & all_empty;
    all_empty &= all_empty << step;
  }
  Masks left[4] = {};
#pragma GCC unroll 12
  for (int k = 0; k < Ranks; ++k) left[k % 4] = with_left(left[k % 4], loaded(own[k]), reached[k]);
  return left[0] | left[1] | left[2] | left[3];
#else
  Masks reached = loaded(own[0]) | (holes & left_column);
  Masks left = with_left(Masks{}, loaded(own[0]), reached);
#pragma GCC unroll 12
  for (int k = 1; k < Ranks; ++k) {
    reached = loaded(own[k]) | ((reached << 1) & holes);
    left = with_left(left, loaded(own[k]), reached);
  }
  return left;
#endif
}
}  // namespace

template <int Ranks, int Pairs, class GiveUp>
void Relaxation::relax(GiveUp&& give_up) {
  Masks holes[Pairs];
  for (int p = 0; p < Pairs; ++p) holes[p] = loaded(holes_[p]);
  for (;;) {
    Masks fresh{};
#pragma GCC unroll 2
    for (int p = 0; p < Pairs; ++p) {
      const Masks left = joined(round<Ranks>(own_[p], holes[p]));
      fresh |= left & ~holes[p];
      holes[p] |= left;
    }
    if (!any(fresh) || give_up(holes)) break;
  }
  for (int p = 0; p < Pairs; ++p) store(holes_[p], holes[p]);
}

template <int Pairs, class GiveUp>
void Relaxation::relax_ranks(GiveUp&& give_up) {
  switch (ranks_) {
    case 1:
      return relax<1, Pairs>(give_up);
    case 2:
      return relax<2, Pairs>(give_up);
    case 3:
      return relax<3, Pairs>(give_up);
    case 4:
      return relax<4, Pairs>(give_up);
    case 5:
      return relax<5, Pairs>(give_up);
    case 6:
      return relax<6, Pairs>(give_up);
    case 7:
      return relax<7, Pairs>(give_up);
    case 8:
      return relax<8, Pairs>(give_up);
    case 9:
      return relax<9, Pairs>(give_up);
    case 10:
      return relax<10, Pairs>(give_up);
    case 11:
      return relax<11, Pairs>(give_up);
    default:
      return relax<12, Pairs>(give_up);
  }
}

void Relaxation::run(int variants) {
  const auto never = [](const Masks*) { return false; };
  if (variants % 2 != 0) set_holes(variants, 0);  // a variant that is not asked for must not keep the others waiting
  if (variants > 2)
    relax_ranks<2>(never);
  else
    relax_ranks<1>(never);
  for (int pair = 0; 2 * pair < variants; ++pair) find_starts(pair);
}

unsigned Relaxation::run_avoiding(int variants, const std::array<Mask, most_variants>& unwanted) {
  const auto empty_anyway = [&](const Masks& holes, int pair) {
    const auto first = static_cast<std::size_t>(2 * pair);
    return (holes[0] & unwanted[first]) != 0 && (2 * pair + 1 >= variants || (holes[4] & unwanted[first + 1]) != 0);
  };
  if (variants % 2 != 0) set_holes(variants, 0);
  if (variants > 2)
    relax_ranks<2>([&](const Masks* holes) { return empty_anyway(holes[0], 0) && empty_anyway(holes[1], 1); });
  else
    relax_ranks<1>([&](const Masks* holes) { return empty_anyway(holes[0], 0); });
  unsigned found = 0;
  for (int variant = 0; variant < variants; ++variant)
    if ((holes(variant) & unwanted[static_cast<std::size_t>(variant)]) == 0) found |= 1u << variant;
  return found;
}

void Relaxation::find_starts(int pair) {
  const Masks holes = loaded(holes_[pair]);
  Masks reached = loaded(own_[pair][0]) | (holes & left_column), starts = reached & left_column;
  for (int k = 1; k < ranks_; ++k) {
    reached = loaded(own_[pair][k]) | ((reached << 1) & holes);
    starts &= reached >> k;
  }
  store(starts_[pair], starts);
}

SuitRows Relaxation::suit_rows(int variant) const {
  const Mask* starts = starts_[variant / 2] + lane(variant, 0);
  return starts[0] != 0 && starts[1] != 0 && starts[2] != 0 && starts[3] != 0 ? rows_in(starts) : SuitRows{0};
}

SuitRows relax_plainly(const Layout& layout, int columns) {
  const int cards = (columns - 1) * suits;
  std::array<Mask, most_cards> own{};
  for (int card = 0; card < cards; ++card)
    own[static_cast<std::size_t>(card)] =
        card < suits ? ace_mask(layout, card) : mask_of(layout.place[static_cast<std::size_t>(card)]);
  std::array<Mask, most_cards> reached = own;
  Mask holes = layout.holes;
  for (bool grown = true; grown;) {
    grown = false;
    for (int card = 0; card < cards; ++card) {
      const auto i = static_cast<std::size_t>(card);
      const Mask places_to_go = card < suits ? holes & left_column : (reached[i - suits] << 1) & holes;
      if ((places_to_go & ~reached[i]) == 0) continue;
      reached[i] |= places_to_go;
      holes |= own[i];
      grown = true;
    }
  }
  std::array<Mask, suits> could_start{};
  could_start.fill(left_column);
  for (int card = 0; card < cards; ++card)
    could_start[static_cast<std::size_t>(card % suits)] &=
        reached[static_cast<std::size_t>(card)] >> rank_of(static_cast<Card>(card));
  return rows_in(could_start.data());
}

}  // namespace nazo::superpuzz::best
