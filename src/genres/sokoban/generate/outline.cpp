#include "genres/sokoban/generate/outline.hpp"

#include <array>
#include <span>
#include <utility>

namespace nazo::sokoban {

template <class G>
typename G::Bits interior(const Plan& plan) {
  typename G::Bits all = 0;
  for (int r = 0; r < plan.height; ++r)
    for (int c = 0; c < plan.width; ++c) all |= bit<G>(square_at<G>(r, c));
  return all;
}

template <class G>
typename G::Bits with_image(typename G::Bits set, const Plan& plan) {
  if (plan.likeness == Likeness::none) return set;
  typename G::Bits result = set;
  for_each_bit<G>(set, [&](int square) {
    const int r = row_of<G>(square), c = plan.width - 1 - column_of<G>(square);
    result |= bit<G>(square_at<G>(plan.likeness == Likeness::rotation ? plan.height - 1 - r : r, c));
  });
  return result;
}

namespace {
constexpr int most_attempts = 1000;
}  // namespace

template <class G>
typename G::Bits grown_outline(const Plan& plan, Rng& rng) {
  using Bits = typename G::Bits;
  const Bits all = interior<G>(plan);
  const int wanted = rng.between(plan.least_area, plan.most_area);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Bits floor =
        with_image<G>(bit<G>(square_at<G>(rng.between(0, plan.height - 1), rng.between(0, plan.width - 1))), plan);
    while (G::count(floor) < wanted) {
      const Bits rim = grown<G>(floor) & all & ~floor;
      if (rim == 0) break;
      // A square is taken as often as it has neighbours in the floor: rooms rather than corridors.
      std::array<std::uint8_t, 512> choices;
      std::size_t count = 0;
      for_each_bit<G>(rim, [&](int square) {
        const Bits near = grown<G>(bit<G>(square)) & floor;
        for (int i = 0; i < G::count(near) && count < choices.size(); ++i)
          choices[count++] = static_cast<std::uint8_t>(square);
      });
      floor |= with_image<G>(bit<G>(choices[rng.below(count)]), plan);
    }
    if (connected<G>(floor) && G::count(floor) <= plan.most_area + 1) return floor;
  }
  return 0;
}

namespace {

/// The prototype: as drawn, in the middle; or walls all over but for a small room there.
template <class G>
typename G::Bits prototype_floor(const Plan& plan, const PartSet& set, Rng& rng) {
  typename G::Bits floor = 0;
  if (set.prototypes.empty()) {
    for (int r = plan.height / 2 - 1; r <= plan.height / 2; ++r)
      for (int c = plan.width / 2 - 1; c <= plan.width / 2; ++c) floor |= bit<G>(square_at<G>(r, c));
    return floor;
  }
  const PartDrawing& drawing = set.prototypes[rng.below(set.prototypes.size())];
  const int top = (plan.height - drawing.height()) / 2, left = (plan.width - drawing.width()) / 2;
  for (int r = 0; r < drawing.height(); ++r)
    for (int c = 0; c < drawing.width(); ++c)
      if (drawing.at(r, c) == '.') floor |= with_image<G>(bit<G>(square_at<G>(top + r, left + c)), plan);
  return floor;
}

}  // namespace

template <class G>
typename G::Bits outline_from_parts(const Plan& plan, const PartSet& set, Rng& rng) {
  using Bits = typename G::Bits;
  Bits floor = prototype_floor<G>(plan, set, rng);
  const int laid = set.laid * plan.width * plan.height / 36;
  for (int i = 0; i < laid; ++i) {
    const PartDrawing& part = set.parts[rng.below(set.parts.size())];
    const auto image = static_cast<int>(rng.below(8));
    const int rows = part.height(), columns = part.width();
    const bool turned = (image & 4) != 0;
    const int height = turned ? columns : rows, width = turned ? rows : columns;
    const int top = rng.between(0, plan.height - height), left = rng.between(0, plan.width - width);
    for (int pr = 0; pr < rows; ++pr)
      for (int pc = 0; pc < columns; ++pc) {
        int r = (image & 1) != 0 ? rows - 1 - pr : pr, c = (image & 2) != 0 ? columns - 1 - pc : pc;
        if (turned) std::swap(r, c);
        const Bits one = bit<G>(square_at<G>(top + r, left + c));
        const char what = part.at(pr, pc);
        if (what == '.') floor |= with_image<G>(one, plan);
        if (what == '#') floor &= ~with_image<G>(one, plan);
      }
  }
  // Only the largest room is kept.
  Bits largest = 0;
  for (Bits rest = floor; rest != 0;) {
    const Bits room = flood<G>(rest & (~rest + 1), floor);
    rest &= ~room;
    if (G::count(room) > G::count(largest)) largest = room;
  }
  return largest;
}

template Grid6::Bits with_image<Grid6>(Grid6::Bits, const Plan&);
template Grid8::Bits with_image<Grid8>(Grid8::Bits, const Plan&);
template Grid10::Bits with_image<Grid10>(Grid10::Bits, const Plan&);
template Grid6::Bits interior<Grid6>(const Plan&);
template Grid8::Bits interior<Grid8>(const Plan&);
template Grid10::Bits interior<Grid10>(const Plan&);
template Grid6::Bits grown_outline<Grid6>(const Plan&, Rng&);
template Grid8::Bits grown_outline<Grid8>(const Plan&, Rng&);
template Grid10::Bits grown_outline<Grid10>(const Plan&, Rng&);
template Grid6::Bits outline_from_parts<Grid6>(const Plan&, const PartSet&, Rng&);
template Grid8::Bits outline_from_parts<Grid8>(const Plan&, const PartSet&, Rng&);
template Grid10::Bits outline_from_parts<Grid10>(const Plan&, const PartSet&, Rng&);

}  // namespace nazo::sokoban
