// The children of a state: moves that are legal, lead to something new and are not known to be lost.
#pragma once

#include <cstdint>
#include <vector>

#include "genres/superpuzz/best/relaxation.hpp"
#include "genres/superpuzz/best/seen.hpp"
#include "genres/superpuzz/best/state.hpp"

namespace nazo::superpuzz::best {

struct Child {
  Key128 key;
  Action action;
  std::int32_t score = 0;
};

/// Counts what the tests did.
struct Counts {
  std::uint64_t tested = 0, lost = 0;  ///< states put to the dead-end test, and those it called lost
  std::uint64_t alone = 0;             ///< states where a few of the moves were enough
};

class Expander {
 public:
  explicit Expander(int columns) : relaxation_(columns) {}

  /// Appends the children of a state.
  void expand(const State& state, const Seen& seen, std::vector<Child>& children);

  /// False if the state is lost. Where the order of loose aces is fixed but not known, finds the aces that can lie in one row
  /// only and binds them, here and in `action`.
  [[nodiscard]] bool passes(State& state, Action& action);

  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  void expand_settled(const State& state, Mask holes, const Seen& seen, std::vector<Child>& children);
  [[nodiscard]] bool narrow(State& state, Action& action);
  [[nodiscard]] SuitRows rows_of_passing_orders(const State& state);

  Relaxation relaxation_;
  Counts counts_;
};

/// What the search does with a state before it looks at it.
inline void settle(State& state) {
  if (state.frozen) play_safe_moves(state, [](Card, Place) {});
}

}  // namespace nazo::superpuzz::best
