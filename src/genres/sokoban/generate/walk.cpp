#include "genres/sokoban/generate/walk.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/hash.hpp"
#include "base/pulse.hpp"
#include "genres/sokoban/rules/symmetry.hpp"

namespace nazo::sokoban {

namespace {

// How the bytes of a walk are shared out: so many parts each.
constexpr std::uint64_t field_share = 2, list_share = 4;
constexpr std::uint32_t states_a_pulse = 4096;
/// Outlines that are drawn before a walk is given up: an order may ask for what does not exist.
constexpr int most_outlines = 100;

}  // namespace

template <class G>
int manhattan_matching(typename G::Bits boxes, typename G::Bits goals) {
  std::array<std::array<int, most_field_boxes>, most_field_boxes> distance{};
  std::size_t n = 0;
  for_each_bit<G>(boxes, [&](int b) {
    std::size_t j = 0;
    for_each_bit<G>(goals, [&](int g) {
      distance[n][j++] = std::abs(row_of<G>(b) - row_of<G>(g)) + std::abs(column_of<G>(b) - column_of<G>(g));
    });
    ++n;
  });
  // best[mask]: the first popcount(mask) boxes on exactly these goals.
  std::array<int, std::size_t{1} << most_field_boxes> best;
  best[0] = 0;
  for (std::size_t mask = 1; mask < std::size_t{1} << n; ++mask) {
    const auto row = static_cast<std::size_t>(std::popcount(mask)) - 1;
    int least = 1 << 20;
    for (std::size_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto j = static_cast<std::size_t>(std::countr_zero(rest));
      least = std::min(least, best[mask ^ (std::size_t{1} << j)] + distance[row][j]);
    }
    best[mask] = least;
  }
  return best[(std::size_t{1} << n) - 1];
}

/// What a walk climbs: each measure counts up to the bar, a little beyond it so that walks do not stop there.
template <class G>
double Walker<G>::score(const Measures& m) const {
  const auto part = [](int value, int bar) { return std::min(value, bar) / static_cast<double>(std::max(bar, 1)); };
  return part(m.pushes, order_.bar.pushes) + part(m.box_changes, order_.bar.box_changes) +
         part(m.detour, order_.bar.detour) + 0.002 * m.pushes + 0.004 * m.box_changes;
}

template <class G>
std::optional<typename G::Bits> Walker<G>::random_goals(Bits floor, Rng& rng) const {
  std::array<int, 128> squares;
  std::size_t count = 0;
  for_each_bit<G>(floor, [&](int square) { squares[count++] = square; });
  if (static_cast<int>(count) <= order_.boxes) return std::nullopt;
  Bits goals = 0;
  for (int i = 0; i < order_.boxes; ++i) {
    std::swap(squares[static_cast<std::size_t>(i)],
              squares[static_cast<std::size_t>(i) + rng.below(count - static_cast<std::size_t>(i))]);
    goals |= bit<G>(squares[static_cast<std::size_t>(i)]);
  }
  return goals;
}

/// The best start of a field, if it was entered; without a score if not, or if the meter ran out.
template <class G>
typename Walker<G>::Best Walker<G>::judge(Bits floor, Bits goals, WalkCounts& counts, Meter& meter) {
  Best best;
  ++counts.fields;
  const Explored explored = field_.explore(floor, goals, order_.most_states, share_of(meter, field_share));
  const auto states = field_.states();
  counts.states += states.size();
  counts.short_of_room = counts.short_of_room || explored == Explored::no_room;
  if (!is_complete(explored)) {
    ++counts.too_large;
    return best;
  }
  Pulse pulse(meter, states_a_pulse);
  // From the deepest state backwards: as soon as the depth alone cannot beat the best any more, nothing can.
  for (std::size_t i = states.size(); i-- > 0;) {
    if (!pulse.goes_on()) return {};
    const auto& state = states[i];
    Measures most{state.depth, order_.bar.box_changes + state.depth, order_.bar.detour};
    most.box_changes = std::min(most.box_changes, static_cast<int>(state.depth));
    if (score(most) <= best.score) break;
    most.box_changes = state.least();
    if (score(most) <= best.score) continue;
    most.detour = state.depth - manhattan_matching<G>(state.boxes, goals);
    const double now = score(most);
    if (now > best.score) best = {now, static_cast<std::uint32_t>(i), most};
  }
  return best;
}

/// The starts of the present field that reach the bar and from which no pull leads further: each the far end of a way
/// of its own, so that no two of them are one puzzle begun earlier or later. The best first.
template <class G>
void Walker<G>::find_starts(Meter& meter) {
  starts_.clear();
  const auto states = field_.states();
  Pulse pulse(meter, states_a_pulse);
  for (std::size_t i = states.size(); i-- > 0 && pulse.goes_on();) {
    const auto& state = states[i];
    if (state.depth < order_.bar.pushes) break;
    if (state.deeper != 0 || state.least() < order_.bar.box_changes) continue;
    const Measures measures{state.depth, state.least(),
                            state.depth - manhattan_matching<G>(state.boxes, field_.goals())};
    if (!reaches(measures, order_.bar)) continue;
    const Best start{score(measures), static_cast<std::uint32_t>(i), measures};
    const auto place = std::ranges::find_if(starts_, [&](const Best& other) { return other.score < start.score; });
    starts_.insert(place, start);
    if (starts_.size() > most_starts) starts_.pop_back();
  }
}

template <class G>
bool Walker<G>::step(Bits& floor, Bits& goals, Rng& rng) const {
  const auto pick = [&](Bits set) {
    for (auto n = rng.below(static_cast<std::uint64_t>(G::count(set))); n > 0; --n) set &= set - 1;
    return set & (~set + 1);
  };
  const Plan& plan = order_.plan;
  switch (rng.below(5)) {
    case 0: {  // a goal anywhere else
      const Bits free = floor & ~goals;
      if (free == 0) return false;
      goals ^= pick(goals) | pick(free);
      return true;
    }
    case 1: {  // a goal to a neighbouring square
      const Bits from = pick(goals);
      const Bits to = grown<G>(from) & floor & ~goals;
      if (to == 0) return false;
      goals ^= from | pick(to);
      return true;
    }
    case 2:
    case 3: {  // open a square of the rim
      const Bits rim = grown<G>(floor) & interior<G>(plan) & ~floor;
      if (rim == 0 || G::count(floor) >= plan.most_area) return false;
      floor |= with_image<G>(pick(rim), plan);
      return true;
    }
    default: {  // close a square
      const Bits closable = floor & ~goals;
      if (closable == 0 || G::count(floor) <= plan.least_area) return false;
      floor &= ~with_image<G>(pick(closable), plan);
      return (goals & ~floor) == 0 && connected<G>(floor);
    }
  }
}

template <class G>
bool Walker<G>::is_new(std::uint64_t what) {
  if (std::ranges::find(seen_, what) != seen_.end()) return false;
  seen_.push_back(what);
  return true;
}

/// New by where things stand, by the solution's shape, and under the eight symmetries? The cheapest question first. The
/// level is given its solution and trimmed on the way.
template <class G>
bool Walker<G>::is_fresh(Found<G>& level, WalkCounts& counts, Meter& meter) {
  const auto hash = [](const Small<G>& s, bool with_floor) {
    const std::uint64_t things = mix64(G::mixed(s.goals) ^ mix64(G::mixed(s.boxes)));
    return with_floor ? mix64(G::mixed(s.floor) ^ mix64(things ^ static_cast<std::uint64_t>(s.keeper))) : things;
  };
  const auto ran_out = [&](const Error& error) {
    counts.short_of_room = counts.short_of_room || error.limit == Limit::memory;
    return false;
  };
  const auto repeated = [&] {
    ++counts.repeated;
    return false;
  };
  if (!is_new(hash(level.level, false))) return repeated();
  auto pushes = best_pushes(field_, level.level, share_of(meter, list_share));
  if (!pushes) return ran_out(pushes.error());
  level.pushes = std::move(*pushes);
  const std::uint64_t shape = shape_hash<G>(level.pushes);
  if (!is_new(shape)) return repeated();
  if (order_.trim) {
    auto less = trimmed(field_, level.level, level.pushes, share_of(meter, list_share));
    if (!less) return ran_out(less.error());
    level.level = less->level;
    level.pushes = std::move(less->pushes);
    const std::uint64_t trimmed_shape = shape_hash<G>(level.pushes);
    if (trimmed_shape != shape && !is_new(trimmed_shape)) return repeated();
  }
  return is_new(hash(canonical(level.level), true)) || repeated();
}

template <class G>
bool Walker<G>::hand_out(const Best& best, std::vector<Found<G>>& found, WalkCounts& counts, Meter& meter) {
  const auto& state = field_.states()[best.state];
  Found<G> level;
  level.level = {field_.floor(), field_.goals(), state.boxes, G::lowest(state.region)};
  level.measures = best.measures;
  if (!is_fresh(level, counts, meter)) return false;
  found.push_back(std::move(level));
  return true;
}

namespace {

const PartSet& some_parts(const WalkOrder& order, Rng& rng) {
  if (order.own_parts != nullptr) return *order.own_parts;
  return rng.chance(0.5) ? parts_a() : parts_b();
}

}  // namespace

template <class G>
std::vector<Found<G>> Walker<G>::walk(Rng& rng, WalkCounts& counts, Meter& meter) {
  std::vector<Found<G>> found;
  seen_.clear();
  Bits floor = 0;
  std::optional<Bits> goals;
  for (int tries = 0; !goals && tries < most_outlines && meter.check(); ++tries) {
    floor = order_.from_parts ? outline_from_parts<G>(order_.plan, some_parts(order_, rng), rng)
                              : grown_outline<G>(order_.plan, rng);
    goals = random_goals(floor, rng);
  }
  if (!goals) {
    ++counts.no_outline;
    return found;
  }
  Best best = judge(floor, *goals, counts, meter);
  int idle = 0;
  for (int steps = 0; steps < order_.most_steps && idle < order_.patience; ++steps) {
    if (meter.limit() != Limit::none) break;
    Bits next_floor = floor, next_goals = *goals;
    if (!step(next_floor, next_goals, rng)) continue;
    const Best next = judge(next_floor, next_goals, counts, meter);
    ++idle;
    if (next.score < 0) {
      ++counts.hopeless;
      continue;
    }
    // Up to the bar the walk climbs; at the bar and above it goes wherever there is a level to hand out.
    const bool reached = reaches(next.measures, order_.bar);
    if (!reached) ++counts.below_bar;
    if (!reached && next.score < best.score) continue;
    if (next.score > best.score) idle = 0;
    best = next;
    floor = next_floor;
    goals = next_goals;
    if (!reached) continue;
    find_starts(meter);
    for (const Best& start : starts_)
      if (static_cast<int>(found.size()) < order_.most_levels && hand_out(start, found, counts, meter)) idle = 0;
    if (static_cast<int>(found.size()) >= order_.most_levels) break;
  }
  return found;
}

template class Walker<Grid6>;
template class Walker<Grid8>;
template class Walker<Grid10>;
template int manhattan_matching<Grid6>(Grid6::Bits, Grid6::Bits);
template int manhattan_matching<Grid8>(Grid8::Bits, Grid8::Bits);
template int manhattan_matching<Grid10>(Grid10::Bits, Grid10::Bits);

}  // namespace nazo::sokoban
