// The children of a state: moves that are legal, lead to something new and are not known to be lost.
#pragma once

#include <cstdint>
#include <vector>

#include "genres/superpuzz/best/seen.hpp"
#include "genres/superpuzz/best/state.hpp"

namespace nazo::superpuzz::best {

struct Child {
  Key128 key;
  Action action;
  AceRows likely = 0;  ///< an order of the loose aces with which it passed the test
  std::int32_t score = 0;
};

/// Counts what the dead-end test did.
struct TestCounts {
  std::uint64_t tested = 0, lost = 0;
};

/// Appends the children of a state that itself passed the test with the aces in the order `likely`.
void expand(const State& state, AceRows likely, const Seen& seen, std::vector<Child>& children, TestCounts& counts);

/// Is there an order of the loose aces with which the state may be won? Tries `likely` first and leaves there what it found.
[[nodiscard]] bool passes(const State& state, AceRows& likely, TestCounts& counts);

/// What the search does with a state before it looks at it.
inline void settle(State& state) {
  if (state.frozen) play_safe_moves(state, [](Card, Place) {});
}

}  // namespace nazo::superpuzz::best
