// Outlines for the generators: cell by cell, from parts laid on a prototype, with or without symmetry.
#pragma once

#include <string_view>

#include "base/rng.hpp"
#include "genres/sokoban/generate/parts.hpp"
#include "genres/sokoban/rules/grid.hpp"

namespace nazo::sokoban {

/// Which images of the floor must be the floor again.
enum class Likeness { none, mirror, rotation };

struct Plan {
  int width = 6, height = 6;  ///< of the interior, walls not counted
  int least_area = 17, most_area = 27;
  Likeness likeness = Likeness::none;
};

/// The set under the plan's likeness: together with its mirror image, or its image under a half turn.
template <class G>
[[nodiscard]] typename G::Bits with_image(typename G::Bits set, const Plan& plan);

/// All squares of the plan's interior.
template <class G>
[[nodiscard]] typename G::Bits interior(const Plan& plan);

/// A connected floor grown square by square, preferring squares that touch several others; none (0) if that did not
/// succeed in 1,000 attempts: some plans have no outline.
template <class G>
[[nodiscard]] typename G::Bits grown_outline(const Plan& plan, Rng& rng);

/// Parts laid at random, in any of their eight images, over the prototype: later ones overwrite earlier ones. Squares
/// cut off from the largest room are walled; none (0) if no floor is left. The paper's way; for parts that fit.
template <class G>
[[nodiscard]] typename G::Bits outline_from_parts(const Plan& plan, const PartSet& set, Rng& rng);

extern template Grid6::Bits with_image<Grid6>(Grid6::Bits, const Plan&);
extern template Grid8::Bits with_image<Grid8>(Grid8::Bits, const Plan&);
extern template Grid10::Bits with_image<Grid10>(Grid10::Bits, const Plan&);
extern template Grid6::Bits interior<Grid6>(const Plan&);
extern template Grid8::Bits interior<Grid8>(const Plan&);
extern template Grid10::Bits interior<Grid10>(const Plan&);
extern template Grid6::Bits grown_outline<Grid6>(const Plan&, Rng&);
extern template Grid8::Bits grown_outline<Grid8>(const Plan&, Rng&);
extern template Grid10::Bits grown_outline<Grid10>(const Plan&, Rng&);
extern template Grid6::Bits outline_from_parts<Grid6>(const Plan&, const PartSet&, Rng&);
extern template Grid8::Bits outline_from_parts<Grid8>(const Plan&, const PartSet&, Rng&);
extern template Grid10::Bits outline_from_parts<Grid10>(const Plan&, const PartSet&, Rng&);

}  // namespace nazo::sokoban
