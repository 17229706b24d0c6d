#include "genres/sokoban/generate/trim.hpp"

#include <algorithm>
#include <optional>

#include "base/pulse.hpp"
#include "puzzle/room.hpp"

namespace nazo::sokoban {

namespace {

/// A square whose removal would take a larger search than this to judge stays.
constexpr std::uint32_t most_states_while_trimming = 400'000;

/// Does this sequence of pushes work on this floor?
template <class G>
bool replays(Small<G> level, const std::vector<Push>& pushes) {
  for (const Push& push : pushes) {
    const auto stand = bit<G>(push.box - offset<G>(push.direction));
    if ((keeper_region(level) & stand) == 0) return false;
    level.boxes ^= bit<G>(push.box) ^ bit<G>(push.box + offset<G>(push.direction));
    level.keeper = push.box;
  }
  return true;
}

/// Squares that the pushes themselves need: where boxes go and where the keeper stands to push.
template <class G>
typename G::Bits needed_by(const Small<G>& level, const std::vector<Push>& pushes) {
  typename G::Bits needed = level.goals | level.boxes;
  for (const Push& push : pushes)
    needed |=
        bit<G>(push.box) | bit<G>(push.box + offset<G>(push.direction)) | bit<G>(push.box - offset<G>(push.direction));
  return needed;
}

/// Walls every square this sequence of pushes can do without; the keeper begins where it pushes first.
template <class G>
void keep_what_is_used(Small<G>& level, const std::vector<Push>& pushes) {
  using Bits = typename G::Bits;
  if (pushes.empty()) return;
  level.keeper = pushes.front().box - offset<G>(pushes.front().direction);
  const Bits needed = needed_by(level, pushes);
  // The squares of one shortest walk to each push.
  Bits walked = 0;
  Small<G> now = level;
  std::vector<Bits> waves;
  for (const Push& push : pushes) {
    const Bits free = now.floor & ~now.boxes;
    waves.assign(1, bit<G>(push.box - offset<G>(push.direction)));
    while ((waves.back() & bit<G>(now.keeper)) == 0) waves.push_back(grown<G>(waves.back()) & free);
    Bits at = bit<G>(now.keeper);
    for (waves.pop_back(); !waves.empty(); waves.pop_back()) {
      // Prefer squares that are kept anyway.
      const Bits next = grown<G>(at) & waves.back();
      const Bits kept = next & (needed | walked);
      at = kept != 0 ? kept & (~kept + 1) : next & (~next + 1);
      walked |= at;
    }
    now.boxes ^= bit<G>(push.box) ^ bit<G>(push.box + offset<G>(push.direction));
    now.keeper = push.box;
  }
  level.floor = needed | walked;
  for_each_bit<G>(walked & ~needed, [&](int square) {
    level.floor ^= bit<G>(square);
    if (!replays(level, pushes)) level.floor ^= bit<G>(square);
  });
}

/// The squares that no best solution can do without, from the pushes of all of them, layer by layer.
template <class G>
Result<typename G::Bits> unavoidable(const Field<G>& field, const Small<G>& level, const Allowance& allowance) {
  using Bits = typename G::Bits;
  struct Node {
    std::uint32_t state;
    std::uint8_t last_box, left;
    Bits must;
  };
  struct Edge {
    std::uint32_t from, to;
    Bits squares;
  };
  const auto states = field.states();
  const auto* const start = field.find(level.boxes, keeper_region(level));
  std::vector<Node> nodes{{static_cast<std::uint32_t>(start - states.data()), 255, start->least(), 0}};
  std::vector<Edge> edges;
  std::size_t layer = 0;
  Pulse pulse(allowance.meter);
  bool has_room = true;
  const auto free_bytes = [&] {
    const std::uint64_t of_nodes = nodes.capacity() * (sizeof(Node) + sizeof(Bits));
    return bytes_left(allowance.bytes, of_nodes + edges.capacity() * sizeof(Edge));
  };
  const auto room_for_one = [&] {
    has_room = has_room && make_room(nodes, 1, free_bytes()) && make_room(edges, 1, free_bytes());
    return has_room;
  };
  for (int depth = start->depth; depth > 0; --depth) {
    const std::size_t end = nodes.size();
    for (std::size_t n = layer; n < end; ++n) {
      if (!pulse.goes_on()) return fail_limit(allowance.meter.limit());
      const Node node = nodes[n];
      const auto& state = states[node.state];
      const Bits free = field.floor() & ~state.boxes;
      for (const Direction d : directions) {
        for_each_bit<G>(state.boxes & shifted<G>(state.region, d) & shifted<G>(free, opposite(d)), [&](int square) {
          const bool change = square != node.last_box;
          if (change && node.left == 0) return;
          const int to = square + offset<G>(d);
          const Bits boxes = state.boxes ^ bit<G>(square) ^ bit<G>(to);
          const auto* const after = field.find(boxes, flood<G>(bit<G>(square), field.floor() & ~boxes));
          if (after == nullptr || after->depth != depth - 1) return;
          const int left = node.left - (change ? 1 : 0);
          if ((after->depth == 0 ? 0 : std::min<int>(after->changes_with(to) - 1, after->least())) > left) return;
          if (!room_for_one()) return;
          const auto index = static_cast<std::uint32_t>(after - states.data());
          std::size_t known = end;
          while (known < nodes.size() &&
                 !(nodes[known].state == index && nodes[known].last_box == to && nodes[known].left == left))
            ++known;
          if (known == nodes.size())
            nodes.push_back({index, static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(left), ~Bits{0}});
          edges.push_back({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(known),
                           bit<G>(square) | bit<G>(to) | bit<G>(square - offset<G>(d))});
        });
      }
      if (!has_room) return fail_limit(Limit::memory);
    }
    layer = end;
  }
  // Backwards: what follows a position is what all its continuations have in common.
  std::vector<Bits> must(nodes.size(), ~Bits{0});
  for (std::size_t n = layer; n < nodes.size(); ++n) must[n] = 0;
  for (std::size_t e = edges.size(); e-- > 0;) must[edges[e].from] &= edges[e].squares | must[edges[e].to];
  return (must[0] | level.boxes | level.goals) & level.floor;
}

/// The level with a wall on this square, if that leaves its values as they are. The keeper may begin anywhere in its
/// region. The bench then holds the field of the result. Nothing also if the meter ran out.
template <class G>
std::optional<Small<G>> without(const Small<G>& level, int square, int pushes, int changes, Workbench<G>& bench) {
  Small<G> less = level;
  less.floor ^= bit<G>(square);
  for (typename G::Bits regions = keeper_region(level) & less.floor; regions != 0;) {
    less.keeper = G::lowest(regions);
    regions &= ~keeper_region(less);
    const Explored explored = bench.field.explore_until(less, most_states_while_trimming, bench.of_field);
    if (explored == Explored::cut) return std::nullopt;
    bench.short_of_room = bench.short_of_room || explored == Explored::no_room;
    if (!is_complete(explored)) continue;
    const auto* const now = bench.field.find(less.boxes, keeper_region(less));
    if (now != nullptr && now->depth == pushes && now->least() == changes) return less;
  }
  return std::nullopt;
}

}  // namespace

template <class G>
Result<Trimmed<G>> trimmed(const Field<G>& explored, const Small<G>& level, const std::vector<Push>& best,
                           Workbench<G>& bench) {
  using Bits = typename G::Bits;
  Trimmed<G> result;
  result.level = level;
  const auto* const start = explored.find(level.boxes, keeper_region(level));
  result.pushes_count = start->depth;
  result.box_changes = start->least();
  result.pushes = best;
  keep_what_is_used(result.level, result.pushes);
  // Now every single square that some best solution might spare. A square that could not go stays needed when others
  // go.
  const Meter& meter = bench.of_field.meter;
  Bits settled = 0;
  for (bool again = true; again;) {
    again = false;
    const Explored now = bench.field.explore_until(result.level, most_states_while_trimming, bench.of_field);
    if (now == Explored::cut) return fail_limit(meter.limit());
    bench.short_of_room = bench.short_of_room || now == Explored::no_room;
    if (!is_complete(now)) break;
    NAZO_TRY(needed, unavoidable(bench.field, result.level, bench.of_lists));
    settled |= needed;
    for (Bits rest = result.level.floor & ~settled; rest != 0 && !again; rest &= rest - 1) {
      const int square = G::lowest(rest);
      settled |= bit<G>(square);
      const auto less = without(result.level, square, result.pushes_count, result.box_changes, bench);
      if (meter.limit() != Limit::none) return fail_limit(meter.limit());
      if (!less) continue;
      NAZO_TRY(pushes, best_pushes(bench.field, *less, bench.of_lists));
      result.level = *less;
      result.pushes = std::move(pushes);
      keep_what_is_used(result.level, result.pushes);
      again = true;
    }
  }
  // The keeper's place in its region is free: as far from its first push as can be.
  if (!result.pushes.empty()) {
    Bits reached = bit<G>(result.level.keeper);
    const Bits free = result.level.floor & ~result.level.boxes;
    for (Bits wider = grown<G>(reached) & free; wider != reached; wider = grown<G>(reached) & free) {
      result.level.keeper = G::lowest(wider & ~reached);
      reached = wider;
    }
  }
  return result;
}

template <class G>
Result<typename G::Bits> useless_floor(const Field<G>& explored, const Small<G>& level, Workbench<G>& bench) {
  using Bits = typename G::Bits;
  const auto* const start = explored.find(level.boxes, keeper_region(level));
  const int pushes = start->depth, changes = start->least();
  NAZO_TRY(needed, unavoidable(explored, level, bench.of_lists));
  Bits useless = 0;
  for_each_bit<G>(level.floor & ~needed, [&](int square) {
    if (without(level, square, pushes, changes, bench)) useless |= bit<G>(square);
  });
  const Meter& meter = bench.of_field.meter;
  if (meter.limit() != Limit::none) return fail_limit(meter.limit());
  if (bench.short_of_room) return fail_limit(Limit::memory);
  return useless;
}

template Result<Trimmed<Grid6>> trimmed<Grid6>(const Field<Grid6>&, const Small<Grid6>&, const std::vector<Push>&,
                                               Workbench<Grid6>&);
template Result<Trimmed<Grid8>> trimmed<Grid8>(const Field<Grid8>&, const Small<Grid8>&, const std::vector<Push>&,
                                               Workbench<Grid8>&);
template Result<Trimmed<Grid10>> trimmed<Grid10>(const Field<Grid10>&, const Small<Grid10>&, const std::vector<Push>&,
                                                 Workbench<Grid10>&);
template Result<Grid6::Bits> useless_floor<Grid6>(const Field<Grid6>&, const Small<Grid6>&, Workbench<Grid6>&);
template Result<Grid8::Bits> useless_floor<Grid8>(const Field<Grid8>&, const Small<Grid8>&, Workbench<Grid8>&);
template Result<Grid10::Bits> useless_floor<Grid10>(const Field<Grid10>&, const Small<Grid10>&, Workbench<Grid10>&);

}  // namespace nazo::sokoban
