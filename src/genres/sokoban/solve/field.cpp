#include "genres/sokoban/solve/field.hpp"

namespace nazo::sokoban {

namespace {

/// Up to this size a list grows in steps; beyond it, it gets all the room it may ever take at once: pages that are not
/// touched cost nothing, and a list that need not move need not be waited for.
constexpr std::size_t states_that_move = std::size_t{1} << 20;
/// Tables grow in large steps while that is cheap.
constexpr std::size_t small_table = std::size_t{1} << 20;
constexpr std::size_t slots_between_checks = std::size_t{1} << 18, states_between_checks = std::size_t{1} << 16;

}  // namespace

template <class G>
Explored Field<G>::run(Bits floor, Bits goals, std::uint32_t most_states, const Allowance& allowance, Bits start_boxes,
                       Bits start_region) {
  floor_ = floor;
  goals_ = goals;
  meter_ = &allowance.meter;
  const std::uint64_t room = states_within(allowance.bytes);
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(most_states, room));
  most_states_ = most + overshoot;
  clear();
  std::uint16_t stop_depth = std::numeric_limits<std::uint16_t>::max();
  for (Bits rest = floor & ~goals; rest != 0;) {
    const Bits region = flood<G>(rest & (~rest + 1), floor & ~goals);
    rest &= ~region;
    find_or_insert(goals, region, 0);
    if (goals == start_boxes && region == start_region) stop_depth = 0;
  }
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    const State state = states_[i];
    if (state.depth >= stop_depth) return Explored::reached_start;
    if (states_.size() >= most) return most == most_states ? Explored::too_many : Explored::no_room;
    if (!allowance.meter.spend()) return Explored::cut;
    const std::uint8_t least = state.least();
    if (least >= most_changes || state.depth == deepest) return Explored::too_many;
    const auto change = static_cast<std::uint8_t>(least + 1);
    bool deeper = false;
    const auto pull_all = [&]<Direction D>() {
      constexpr Direction back = opposite(D);
      const Bits standing = state.region & G::template shift<back>(state.region);
      for (Bits pulled = state.boxes & G::template shift<back>(standing); pulled != 0; pulled &= pulled - 1) {
        const Bits from = pulled & (~pulled + 1);
        const Bits to = G::template shift<D>(from);
        const Bits boxes = state.boxes ^ from ^ to;
        const Bits region = region_after(state.region, from, to, G::template shift<D>(to), floor & ~boxes);
        const std::uint8_t same = state.changes[static_cast<std::size_t>(G::count(state.boxes & (from - 1)))];
        const auto depth = static_cast<std::uint16_t>(state.depth + 1);
        const std::uint32_t index = find_or_insert(boxes, region, depth);
        State& before = states_[index];
        if (before.depth != depth) continue;
        deeper = true;
        std::uint8_t& entry = before.changes[static_cast<std::size_t>(G::count(boxes & (to - 1)))];
        entry = std::min(entry, std::min(same, change));
        if (boxes == start_boxes && region == start_region) stop_depth = depth;
      }
    };
    pull_all.template operator()<Direction::up>();
    pull_all.template operator()<Direction::down>();
    pull_all.template operator()<Direction::left>();
    pull_all.template operator()<Direction::right>();
    states_[i].deeper = deeper ? 1 : 0;
  }
  return Explored::all;
}

/// Where the keeper can be after it went back one square from `to` to `keeper` and pulled a box from `from` to `to`.
/// Most pulls neither cut its old region nor join another one to it, which the neighbourhoods show without a flood.
template <class G>
typename Field<G>::Bits Field<G>::region_after(Bits region, Bits from, Bits to, Bits keeper, Bits free) {
  if constexpr (G::has_ring) {
    if (can_go<G>(region, G::lowest(to))) {
      const Bits rest = region & ~to, near = around<G>(from) & free;
      if ((near & rest) == 0) return rest;
      if ((near & ~rest) == 0) return rest | from;
      return flood<G>(rest | from | near, free);
    }
  }
  return flood<G>(keeper, free);
}

template <class G>
void Field<G>::clear() {
  base_ += static_cast<std::uint32_t>(states_.size());
  states_.clear();
  // What a larger field needed is given back: it may be more than this one may take.
  if (states_.capacity() > most_states_) std::vector<State>().swap(states_);
  if (table_.size() != smallest_table || base_ > (std::uint32_t{1} << 31)) {
    if (table_.size() > small_table) std::vector<std::uint32_t>().swap(table_);
    table_.assign(smallest_table, 0);
    base_ = 1;
  }
  shift_ = 64 - std::countr_zero(static_cast<std::uint64_t>(table_.size()));
}

template <class G>
std::uint32_t Field<G>::find_or_insert(Bits boxes, Bits region, std::uint16_t depth) {
  for (std::size_t slot = slot_of(boxes, region);; slot = (slot + 1) & (table_.size() - 1)) {
    if (table_[slot] < base_) {
      const auto index = static_cast<std::uint32_t>(states_.size());
      table_[slot] = base_ + index;
      append(boxes, region, depth);
      return index;
    }
    const std::uint32_t index = table_[slot] - base_;
    if (same(states_[index], boxes, region)) return index;
  }
}

template <class G>
void Field<G>::append(Bits boxes, Bits region, std::uint16_t depth) {
  if (states_.size() == states_.capacity()) grow_states();
  State& state = states_.emplace_back();
  state.boxes = boxes;
  state.region = region;
  state.depth = depth & deepest;
  state.deeper = 0;
  state.changes.fill(none);
  if (states_.size() * 2 > table_.size()) grow_table();
}

template <class G>
void Field<G>::grow_states() {
  const std::size_t doubled = std::max<std::size_t>(2 * states_.capacity(), overshoot);
  states_.reserve(doubled > states_that_move ? std::max(most_states_, doubled) : std::min(most_states_, doubled));
}

template <class G>
std::size_t Field<G>::next_table(std::size_t size) {
  return size < small_table ? size * 8 : size * 2;
}

/// How many states fit, the table that goes with them included. A list that moves stands there twice for a moment.
template <class G>
std::uint64_t Field<G>::states_within(std::uint64_t bytes) {
  constexpr std::uint64_t moving = states_that_move * sizeof(State);
  std::uint64_t most = 0;
  for (std::uint64_t table = smallest_table; table * sizeof(std::uint32_t) < bytes; table = next_table(table)) {
    if (table / 2 > most_ever) return most_ever;
    const std::uint64_t left = bytes - table * sizeof(std::uint32_t);
    const std::uint64_t fit = left > 2 * moving ? (left - moving) / sizeof(State) : left / (2 * sizeof(State));
    most = std::max(most, std::min(table / 2, fit));
  }
  return most > overshoot ? most - overshoot : 0;
}

template <class G>
void Field<G>::grow_table() {
  if (meter_->limit() != Limit::none) return;
  const std::size_t size = next_table(table_.size());
  const auto give_up = [this] {
    std::vector<std::uint32_t>(smallest_table, 0).swap(table_);
    shift_ = 64 - std::countr_zero(std::uint64_t{smallest_table});
  };
  // The old table goes before the new one comes; the states are all that is needed.
  std::vector<std::uint32_t>().swap(table_);
  table_.reserve(size);
  while (table_.size() < size) {
    if (size > small_table && !meter_->check()) return give_up();
    table_.resize(std::min(size, table_.size() + slots_between_checks), 0);
  }
  base_ = 1;
  shift_ = 64 - std::countr_zero(static_cast<std::uint64_t>(size));
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    if (i % states_between_checks == states_between_checks - 1 && !meter_->check()) return give_up();
    std::size_t slot = slot_of(states_[i].boxes, states_[i].region);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = base_ + i;
  }
}

template class Field<Grid6>;
template class Field<Grid8>;
template class Field<Grid10>;

}  // namespace nazo::sokoban
