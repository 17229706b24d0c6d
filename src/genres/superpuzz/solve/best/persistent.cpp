#include "genres/superpuzz/solve/best/persistent.hpp"

#include <array>

namespace nazo::superpuzz::best {

Mask persistent_holes(const State& state, Relaxation& relaxation) {
  // The moves that may form a set, and whether there are others.
  std::array<Mask, 4> hole{}, unwanted{};
  int count = 0;
  bool others = state.left_holes() > 0;
  for (Mask holes = state.holes & ~left_column; holes != 0; holes &= holes - 1) {
    const Place to = first_of(holes);
    if (state.at[to - 1u] == free_place) {
      others = true;  // several twos compete for this hole
      continue;
    }
    const Card card = detail::comer(state, to);
    if (card == no_card) continue;
    const Place from = state.place[card];
    const auto i = static_cast<std::size_t>(count++);
    hole[i] = mask_of(to);
    unwanted[i] = mask_of(static_cast<Place>(to - 1u));
    if (card < state.followed() && column_of(from) + 1 < state.columns)
      unwanted[i] |= mask_of(static_cast<Place>(from + 1u));
  }
  if (count == 0) return 0;
  if (count == 1 && !others) return hole[0];
  relaxation.load(state);

  // Smaller sets first; all moves together are a set of their own only if there are others beside them.
  for (int size = 1; size <= count - (others ? 0 : 1); ++size) {
    std::array<Mask, Relaxation::most_variants> left_unused{}, avoid{};
    int variants = 0;
    const auto ask = [&]() -> Mask {
      const unsigned found = relaxation.run_avoiding(variants, avoid);
      const int asked = variants;
      variants = 0;
      for (int v = 0; v < asked; ++v)
        if ((found >> v & 1) != 0) return left_unused[static_cast<std::size_t>(v)];
      return 0;
    };
    for (unsigned set = 1; set < 1u << count; ++set) {
      if (std::popcount(set) != size) continue;
      Mask holes = 0, away = 0;
      for (int i = 0; i < count; ++i)
        if ((set >> i & 1) != 0) {
          holes |= hole[static_cast<std::size_t>(i)];
          away |= unwanted[static_cast<std::size_t>(i)];
        }
      if ((away & state.holes & ~holes) != 0) continue;  // one of the places is empty now
      left_unused[static_cast<std::size_t>(variants)] = holes;
      avoid[static_cast<std::size_t>(variants)] = away;
      relaxation.set_holes(variants, state.holes & ~holes);
      if (++variants == Relaxation::most_variants)
        if (const Mask found = ask(); found != 0) return found;
    }
    if (variants > 0)
      if (const Mask found = ask(); found != 0) return found;
  }
  return 0;
}

}  // namespace nazo::superpuzz::best
