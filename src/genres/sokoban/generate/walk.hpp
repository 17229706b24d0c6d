// Our generator: a walk over outlines and goal sets, each step judged by the whole field of its solvable starts.
//
// One item of a run is one walk: a random outline and goal set, then small changes (a goal moves, a square opens or
// closes), kept when the best start of the field does not get worse. Starts that reach the bar are trimmed of useless
// floor and handed out, each only once under the eight symmetries and by the shape of its solution.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.hpp"
#include "genres/sokoban/generate/outline.hpp"
#include "genres/sokoban/generate/trim.hpp"
#include "genres/sokoban/solve/check.hpp"

namespace nazo::sokoban {

/// Steps of one walk, whatever they bring: then another walk is the better use of time.
inline constexpr int most_walk_steps = 2000;

/// What a walk is asked for.
struct WalkOrder {
  Plan plan{};
  int boxes = 3;
  Measures bar = murase_medians;       ///< every level handed out reaches it
  bool from_parts = false;             ///< begin with an outline from parts, not grown cell by cell
  const PartSet* own_parts = nullptr;  ///< to lay instead of A and B by turns; must outlive the walk
  bool trim = true;                    ///< remove useless floor
  int most_levels = 8;                 ///< a walk ends when it has handed out this many,
  int patience = 40;                   ///< or has made this many steps without gain,
  int most_steps = most_walk_steps;    ///< or this many in all
  std::uint32_t most_states = 20'000;  ///< fields larger than this are not entered
};

/// A level the walk found, with its exact values.
template <class G>
struct Found {
  Small<G> level;
  std::vector<Push> pushes;  ///< of the best solutions one with the fewest moves
  Measures measures;
};

struct WalkCounts {
  std::uint64_t fields = 0, states = 0;
  std::uint64_t too_large = 0, hopeless = 0, below_bar = 0, repeated = 0;  ///< why steps brought no level
  std::uint64_t no_outline = 0;                                            ///< walks that found none to begin with
  bool short_of_room = false;  ///< some field was not entered, or level not handed out, for want of bytes
};

template <class G>
class Walker {
 public:
  explicit Walker(const WalkOrder& order) : order_(order) {}
  /// The levels of one walk, a function of the order and the random stream alone, and of the nodes and bytes that the
  /// meter allows. When the meter runs out the walk ends with what it has.
  [[nodiscard]] std::vector<Found<G>> walk(Rng& rng, WalkCounts& counts, Meter& meter);
  [[nodiscard]] std::vector<Found<G>> walk(Rng& rng, WalkCounts& counts) {
    Meter unlimited{Budget{}};
    return walk(rng, counts, unlimited);
  }

 private:
  using Bits = typename G::Bits;
  struct Best {
    double score = -1;
    std::uint32_t state = 0;
    Measures measures{};
  };
  [[nodiscard]] std::optional<Bits> random_goals(Bits floor, Rng& rng) const;
  [[nodiscard]] Best judge(Bits floor, Bits goals, WalkCounts& counts, Meter& meter);
  void find_starts(Meter& meter);
  [[nodiscard]] double score(const Measures& m) const;
  bool hand_out(const Best& best, std::vector<Found<G>>& found, WalkCounts& counts, Meter& meter);
  [[nodiscard]] bool is_fresh(Found<G>& level, WalkCounts& counts, Meter& meter);
  [[nodiscard]] bool is_new(std::uint64_t what);
  [[nodiscard]] bool step(Bits& floor, Bits& goals, Rng& rng) const;

  WalkOrder order_;
  Field<G> field_;
  static constexpr std::size_t most_starts = 3;  ///< that are tried in one field
  std::vector<Best> starts_;
  std::vector<std::uint64_t> seen_;  ///< hashes of what this walk has handed out
};

/// Least sum of Manhattan distances from boxes to goals, at most six of each.
template <class G>
[[nodiscard]] int manhattan_matching(typename G::Bits boxes, typename G::Bits goals);

extern template class Walker<Grid6>;
extern template class Walker<Grid8>;
extern template class Walker<Grid10>;
extern template int manhattan_matching<Grid6>(Grid6::Bits, Grid6::Bits);
extern template int manhattan_matching<Grid8>(Grid8::Bits, Grid8::Bits);
extern template int manhattan_matching<Grid10>(Grid10::Bits, Grid10::Bits);

}  // namespace nazo::sokoban
