// What could happen if nothing that was possible ever ceased to be (delete relaxation).
//
// A card may stand in every place it could get to, and a place counts as empty as soon as its card could have gone
// away. Each card has a mask of places; a round lays the successors right of their predecessors, one rank after the
// other, all suits and several variants of a state at once, until no further place can become empty.
//
// Two questions are put to it. Can every card reach its final place in some row? If not, the state is lost. And which
// places could become empty if some holes were not used? That tells which moves cannot get in each other's way.
#pragma once

#include <array>
#include <cstdint>

#include "genres/superpuzz/solve/best/state.hpp"

namespace nazo::superpuzz::best {

/// Which rows each suit could still be completed in: bit 4·suit + row. 0 if the state is lost.
using SuitRows = std::uint16_t;

/// Up to four variants of a state, relaxed together: the instructions of one variant wait for each other, those of
/// several do not, and two variants share a vector register.
///
///   relaxation.load(0, one);
///   relaxation.load(1, another);
///   relaxation.run(2);
///   relaxation.suit_rows(1)
class Relaxation {
 public:
  static constexpr int most_variants = 4;

  explicit Relaxation(int columns) : ranks_(columns - 1) {}

  /// All variants are this layout.
  void load(const Layout& layout);
  /// One variant is this layout.
  void load(int variant, const Layout& layout);

  /// Changes one variant: a card lies in this place.
  void put(int variant, Card card, Place place) {
    own_[variant / 2][rank_of(card)][lane(variant, suit_of(card))] = mask_of(place);
  }
  /// Changes one variant: an ace lies somewhere in these places; in none of them, if there are none.
  void set_ace(int variant, int suit, Mask places) { own_[variant / 2][0][lane(variant, suit)] = places; }
  void set_holes(int variant, Mask holes) {
    for (int suit = 0; suit < suits; ++suit) holes_[variant / 2][lane(variant, suit)] = holes;
  }
  /// Relaxes the first `variants` variants to the end. Run again, it goes on from there: for places that a state could
  /// not have before, but has now.
  void run(int variants);
  /// The same, but gives a variant up as soon as one of its unwanted places could become empty. Returns the variants (a
  /// bit each) in which none could.
  [[nodiscard]] unsigned run_avoiding(int variants, const std::array<Mask, most_variants>& unwanted);

  /// Every place that could become empty; after run().
  [[nodiscard]] Mask holes(int variant) const { return holes_[variant / 2][lane(variant, 0)]; }
  /// After run().
  [[nodiscard]] SuitRows suit_rows(int variant) const;

 private:
  static constexpr int lanes = 8;
  static constexpr int lane(int variant, int suit) { return 4 * (variant % 2) + suit; }

  template <int Ranks, int Pairs, class GiveUp>
  void relax(GiveUp&& give_up);
  template <int Pairs, class GiveUp>
  void relax_ranks(GiveUp&& give_up);
  void find_starts(int pair);

  int ranks_;
  alignas(64) Mask own_[2][most_columns - 1][lanes] = {};
  alignas(64) Mask holes_[2][lanes] = {};
  alignas(64) Mask starts_[2][lanes] = {};  ///< places of the leftmost column from which a suit could be completed
};

/// The first question by the plainest means, to compare with.
[[nodiscard]] SuitRows relax_plainly(const Layout& layout, int columns);

/// Can the four suits be given different rows out of these?
[[nodiscard]] bool rows_can_be_shared_out(SuitRows suit_rows);

}  // namespace nazo::superpuzz::best
