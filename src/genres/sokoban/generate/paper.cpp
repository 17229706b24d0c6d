#include "genres/sokoban/generate/paper.hpp"

#include <algorithm>

#include "genres/sokoban/generate/walk.hpp"

namespace nazo::sokoban {

std::string_view name(PaperEnd end) {
  switch (end) {
    case PaperEnd::failed:
      return "creation_failed";
    case PaperEnd::unsolvable:
      return "unsolvable";
    case PaperEnd::too_large:
      return "too_large";
    case PaperEnd::no_detour:
      return "no_detour";
    case PaperEnd::few_changes:
      return "few_box_changes";
    case PaperEnd::few_pushes:
      return "few_pushes";
    case PaperEnd::kept:
      return "kept";
    case PaperEnd::repaired:
      return "repaired";
  }
  return "kept";
}

namespace {

constexpr std::uint32_t most_states_of_a_draft = 500'000;

template <class G>
typename G::Bits pick(typename G::Bits set, Rng& rng) {
  for (auto n = rng.below(static_cast<std::uint64_t>(G::count(set))); n > 0; --n) set &= set - 1;
  return set & (~set + 1);
}

/// Squares from which a lone box can be pushed to a goal, the keeper being able to come round it: by pulls, box by
/// keeper region. The goal itself is among them.
template <class G>
typename G::Bits pushable_to(typename G::Bits floor, typename G::Bits goal) {
  using Bits = typename G::Bits;
  Field<G> lone;
  lone.explore(floor, goal, most_states_of_a_draft);
  Bits squares = 0;
  for (const auto& state : lone.states()) squares |= state.boxes;
  return squares;
}

/// Is the box immovable at the start: a wall or a box on one side at least of both axes?
template <class G>
bool immovable(typename G::Bits floor, typename G::Bits boxes, typename G::Bits box) {
  const auto free = floor & ~boxes;
  const auto pushable = [&](Direction d) {
    return (shifted<G>(box, d) & free) != 0 && (shifted<G>(box, opposite(d)) & free) != 0;
  };
  return !pushable(Direction::up) && !pushable(Direction::left);
}

/// Goals, boxes and keeper on an outline, as in the paper's chapter 2; false if it cannot be done.
template <class G>
bool furnish(Small<G>& level, int boxes, Rng& rng) {
  using Bits = typename G::Bits;
  // Goals: not where no box can be brought from another square.
  Bits possible = 0;
  for_each_bit<G>(level.floor, [&](int square) {
    const Bits one = bit<G>(square);
    if ((pushable_to<G>(level.floor, one) & ~one) != 0) possible |= one;
  });
  std::vector<Bits> goals;
  for (int i = 0; i < boxes; ++i) {
    if (possible == 0) return false;
    goals.push_back(pick<G>(possible, rng));
    level.goals |= goals.back();
    possible &= ~goals.back();
  }
  // Boxes: one in each goal's own region, none where it, or one placed before it, could not move.
  for (const Bits goal : goals) {
    Bits places = 0;
    for_each_bit<G>(pushable_to<G>(level.floor, goal) & ~level.boxes, [&](int square) {
      const Bits boxes_then = level.boxes | bit<G>(square);
      bool stuck = false;
      for_each_bit<G>(boxes_then, [&](int b) { stuck = stuck || immovable<G>(level.floor, boxes_then, bit<G>(b)); });
      if (!stuck) places |= bit<G>(square);
    });
    if (places == 0) return false;
    level.boxes |= pick<G>(places, rng);
  }
  const Bits free = level.floor & ~level.boxes;
  if (free == 0) return false;
  level.keeper = G::lowest(pick<G>(free, rng));
  return true;
}

PaperEnd verdict(const Measures& m) {
  if (m.detour <= 0) return PaperEnd::no_detour;
  if (m.box_changes <= 3) return PaperEnd::few_changes;
  if (m.pushes <= 6) return PaperEnd::few_pushes;
  return PaperEnd::kept;
}

/// A field to judge levels by, and what it may use.
template <class G>
class Judge {
 public:
  explicit Judge(Meter& meter) : meter_(meter) {}

  /// Solves and judges a level.
  void judge(PaperLevel<G>& result) {
    const Explored explored = field_.explore_until(result.level, most_states_of_a_draft, share_of(meter_, 2));
    note(explored);
    if (!is_complete(explored)) {
      result.end = PaperEnd::too_large;
      return;
    }
    const auto* const start = field_.find(result.level.boxes, keeper_region(result.level));
    if (start == nullptr) {
      result.end = PaperEnd::unsolvable;
      return;
    }
    result.measures = {start->depth, start->least(),
                       start->depth - manhattan_matching<G>(result.level.boxes, result.level.goals)};
    result.end = verdict(result.measures);
  }

  /// Mends a level: first another start, then one square opened or closed, then one goal moved, each with another
  /// start.
  bool mend(PaperLevel<G>& result, const Plan& plan) {
    if (other_start(result)) return true;
    const Small<G> before = result.level;
    const auto try_edit = [&](Bits floor, Bits goals) {
      if (meter_.limit() != Limit::none) return false;
      result.level = before;
      result.level.floor = floor;
      result.level.goals = goals;
      return connected<G>(floor) && other_start(result);
    };
    bool done = false;
    for_each_bit<G>(before.floor & ~before.goals,
                    [&](int square) { done = done || try_edit(before.floor ^ bit<G>(square), before.goals); });
    for_each_bit<G>(grown<G>(before.floor) & interior<G>(plan) & ~before.floor,
                    [&](int square) { done = done || try_edit(before.floor | bit<G>(square), before.goals); });
    for_each_bit<G>(before.goals, [&](int square) {
      const Bits near = grown<G>(bit<G>(square)) & before.floor & ~before.goals;
      for_each_bit<G>(
          near, [&](int to) { done = done || try_edit(before.floor, before.goals ^ bit<G>(square) ^ bit<G>(to)); });
    });
    if (!done) result.level = before;
    return done;
  }

  /// The best solution of the level that was judged or mended last.
  Result<std::vector<Push>> solution(const Small<G>& level) { return best_pushes(field_, level, share_of(meter_, 2)); }

  /// What ran out, if anything did.
  [[nodiscard]] Limit limit() const {
    return meter_.limit() == Limit::none && short_of_room_ ? Limit::memory : meter_.limit();
  }

 private:
  using Bits = typename G::Bits;

  void note(Explored explored) { short_of_room_ = short_of_room_ || explored == Explored::no_room; }

  /// Another start on the same outline and goals that would be kept, nearest to the present one: fewest boxes
  /// elsewhere, then the most pushes. One exploration shows them all.
  bool other_start(PaperLevel<G>& result) {
    const Explored explored =
        field_.explore(result.level.floor, result.level.goals, most_states_of_a_draft, share_of(meter_, 2));
    note(explored);
    if (!is_complete(explored)) return false;
    const typename Field<G>::State* best = nullptr;
    int best_moved = 100;
    Measures measures;
    for (const auto& state : field_.states()) {
      const int moved = G::count(state.boxes & ~result.level.boxes);
      if (moved > best_moved || (moved == best_moved && state.depth <= measures.pushes)) continue;
      const Measures m{state.depth, state.least(),
                       state.depth - manhattan_matching<G>(state.boxes, result.level.goals)};
      if (!paper_keeps(m)) continue;
      best = &state;
      best_moved = moved;
      measures = m;
    }
    if (best == nullptr) return false;
    result.level.boxes = best->boxes;
    result.level.keeper = G::lowest(best->region);
    result.measures = measures;
    return true;
  }

  Meter& meter_;
  Field<G> field_;
  bool short_of_room_ = false;
};

}  // namespace

template <class G>
PaperLevel<G> paper_loop(const PaperOrder& order, Rng& rng, Meter& meter) {
  PaperLevel<G> result;
  result.level.floor = outline_from_parts<G>(order.plan, *order.parts, rng);
  if (!furnish(result.level, order.boxes, rng)) return result;
  Judge<G> judge(meter);
  judge.judge(result);
  result.before_repair = result.end;
  if (result.end != PaperEnd::kept && order.repair && judge.mend(result, order.plan)) result.end = PaperEnd::repaired;
  if (result.end == PaperEnd::kept || result.end == PaperEnd::repaired) {
    if (auto pushes = judge.solution(result.level)) {
      result.pushes = std::move(*pushes);
    } else {
      result.end = PaperEnd::too_large;
      result.limit = pushes.error().limit;
    }
  }
  if (result.limit == Limit::none) result.limit = judge.limit();
  return result;
}

template PaperLevel<Grid6> paper_loop<Grid6>(const PaperOrder&, Rng&, Meter&);
template PaperLevel<Grid8> paper_loop<Grid8>(const PaperOrder&, Rng&, Meter&);
template PaperLevel<Grid10> paper_loop<Grid10>(const PaperOrder&, Rng&, Meter&);

}  // namespace nazo::sokoban
