// The whole state space of an outline and its goals, found backwards by pulling: every position from which the goals
// can be reached, with its fewest pushes and, among those, its fewest box changes.
//
// One pass gives all solvable starts at once, which is why the generator works this way round; stopped at the layer of
// a given start it is also the solver for small boards, with the proof in hand: layers are complete, keys are exact.
//
//   Field<Grid8> field;
//   field.explore(floor, goals, 1'000'000);
//   for (const auto& state : field.states()) …  state.depth, state.least()
//
// With an allowance it also keeps to a budget: every position looked at is a node.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "genres/sokoban/rules/grid.hpp"

namespace nazo::sokoban {

/// Boxes a Field can hold.
inline constexpr int most_field_boxes = 6;

/// What became of an exploration.
enum class Explored {
  all,
  reached_start,
  too_many,  ///< more states than were asked for
  no_room,   ///< more states than there are bytes for
  cut        ///< the meter ran out
};
[[nodiscard]] constexpr bool is_complete(Explored explored) {
  return explored == Explored::all || explored == Explored::reached_start;
}

/// What an exploration may use. Bytes are those of one field, all that it holds included.
struct Allowance {
  Meter& meter;
  std::uint64_t bytes = Budget{}.bytes;
};

/// One part in so many of the bytes that a meter's budget has.
[[nodiscard]] inline Allowance share_of(Meter& meter, std::uint64_t parts) {
  return {meter, meter.budget().bytes / parts};
}

template <class G>
class Field {
 public:
  using Bits = typename G::Bits;
  static constexpr std::uint8_t none = 255;
  static constexpr std::uint16_t deepest = 0x7fff;

  /// changes[i]: fewest runs of pushes on one box each that finish in `depth` pushes when the i-th box (in order of
  /// squares) is pushed next; `none` if no such way exists.
  struct State {
    Bits boxes, region;
    std::uint16_t depth : 15;
    std::uint16_t deeper : 1;  ///< some pull leads on to the next layer: not the far end of anything
    std::array<std::uint8_t, most_field_boxes> changes;

    [[nodiscard]] std::uint8_t least() const {
      return depth == 0 ? std::uint8_t{0} : *std::min_element(changes.begin(), changes.end());
    }
    [[nodiscard]] std::uint8_t changes_with(int square) const {
      return changes[static_cast<std::size_t>(G::count(boxes & (bit<G>(square) - 1)))];
    }
  };

  /// Finds every position of as many boxes as there are goals (at most `most_field_boxes`) that can be solved.
  Explored explore(Bits floor, Bits goals, std::uint32_t most_states, const Allowance& allowance) {
    return run(floor, goals, most_states, allowance, 0, 0);
  }
  Explored explore(Bits floor, Bits goals, std::uint32_t most_states) {
    Meter unlimited{Budget{}};
    return explore(floor, goals, most_states, {unlimited});
  }

  /// The same, but stops once every layer up to that of the given start is complete.
  Explored explore_until(const Small<G>& level, std::uint32_t most_states, const Allowance& allowance) {
    return run(level.floor, level.goals, most_states, allowance, level.boxes,
               flood<G>(bit<G>(level.keeper), level.floor & ~level.boxes));
  }
  Explored explore_until(const Small<G>& level, std::uint32_t most_states) {
    Meter unlimited{Budget{}};
    return explore_until(level, most_states, {unlimited});
  }

  [[nodiscard]] std::span<const State> states() const { return states_; }
  /// The state with these boxes whose region is this one, or nullptr.
  [[nodiscard]] const State* find(Bits boxes, Bits region) const {
    const std::uint32_t index = look_up(boxes, region);
    return index == missing ? nullptr : &states_[index];
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return states_.capacity() * sizeof(State) + table_.capacity() * sizeof(std::uint32_t);
  }
  [[nodiscard]] Bits floor() const { return floor_; }
  [[nodiscard]] Bits goals() const { return goals_; }

 private:
  static constexpr std::uint8_t most_changes = none - 1;
  static constexpr std::uint64_t most_ever = std::uint64_t{1} << 30;
  static constexpr std::uint32_t missing = std::numeric_limits<std::uint32_t>::max();

  Explored run(Bits floor, Bits goals, std::uint32_t most_states, const Allowance& allowance, Bits start_boxes,
               Bits start_region);
  static Bits region_after(Bits region, Bits from, Bits to, Bits keeper, Bits free);
  std::uint32_t find_or_insert(Bits boxes, Bits region, std::uint16_t depth);
  void append(Bits boxes, Bits region, std::uint16_t depth);
  void clear();
  void grow_states();
  void grow_table();
  static std::size_t next_table(std::size_t size);
  static std::uint64_t states_within(std::uint64_t bytes);

  // The table holds base + index. The base grows from one exploration to the next, so that entries of earlier ones are
  // simply too small and nothing need be cleared.
  [[nodiscard]] std::size_t slot_of(Bits boxes, Bits region) const {
    const std::uint64_t key =
        (G::mixed(boxes) + static_cast<std::uint64_t>(G::lowest(region)) * 0xd6e8feb86659fd93ULL) *
        0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(key >> shift_);
  }
  [[nodiscard]] static bool same(const State& state, Bits boxes, Bits region) {
    return state.boxes == boxes && (state.region & region) != 0;
  }
  [[nodiscard]] std::uint32_t look_up(Bits boxes, Bits region) const {
    for (std::size_t slot = slot_of(boxes, region);; slot = (slot + 1) & (table_.size() - 1)) {
      if (table_[slot] < base_) return missing;
      const std::uint32_t index = table_[slot] - base_;
      if (same(states_[index], boxes, region)) return index;
    }
  }
  static constexpr std::size_t smallest_table = 2048;
  /// So many states may be found after the last look at their number: roots, or four pulls of every box.
  static constexpr std::size_t overshoot = 64;

  Meter* meter_ = nullptr;       ///< of the present exploration
  std::size_t most_states_ = 0;  ///< it will never have more than this
  std::vector<State> states_;
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(smallest_table, 0);
  std::uint32_t base_ = 1;
  int shift_ = 53;
  Bits floor_ = 0, goals_ = 0;
};

extern template class Field<Grid6>;
extern template class Field<Grid8>;
extern template class Field<Grid10>;

}  // namespace nazo::sokoban
