#include "genres/sokoban/field.hpp"

namespace nazo::sokoban {

template <class G>
Explored Field<G>::run(Bits floor, Bits goals, std::uint32_t most_states, Bits start_boxes, Bits start_region) {
  floor_ = floor;
  goals_ = goals;
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
    if (states_.size() >= most_states) return Explored::too_many;
    const auto change = static_cast<std::uint8_t>(state.least() + 1);
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
  if (table_.size() != smallest_table || base_ > (std::uint32_t{1} << 31)) {
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
  State& state = states_.emplace_back();
  state.boxes = boxes;
  state.region = region;
  state.depth = depth & 0x7fff;
  state.deeper = 0;
  state.changes.fill(none);
  if (states_.size() * 2 > table_.size()) grow();
}

template <class G>
void Field<G>::grow() {
  table_.assign(table_.size() * 8, 0);
  base_ = 1;
  shift_ -= 3;
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    std::size_t slot = slot_of(states_[i].boxes, states_[i].region);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = base_ + i;
  }
}

template class Field<Grid6>;
template class Field<Grid8>;
template class Field<Grid10>;

}  // namespace nazo::sokoban
