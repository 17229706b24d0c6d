// The children of a state: what its moves lead to, as far as that is new and not known to be lost.
#pragma once

#include <cstdint>
#include <vector>

#include "genres/superpuzz/solve/best/orders.hpp"
#include "genres/superpuzz/solve/best/persistent.hpp"
#include "genres/superpuzz/solve/best/relaxation.hpp"
#include "genres/superpuzz/solve/best/seen.hpp"
#include "genres/superpuzz/solve/best/state.hpp"

namespace nazo::superpuzz::best {

/// A state that the search will look at, with what is known of it.
struct Node {
  State state;
  Action action{};  ///< the move that led here
  Orders orders =
      every_order;  ///< where four aces are loose that cannot move any more: the orders in which they may lie
  std::int32_t score = 0;
};

/// Counts what was done.
struct Counts {
  std::uint64_t generated = 0;   ///< states put to the dead-end test
  std::uint64_t lost = 0;        ///< states that it called lost
  std::uint64_t persistent = 0;  ///< states where some of the moves were enough
};

class Expander {
 public:
  explicit Expander(int columns) : relaxation_(columns) {}

  /// The node of the start.
  [[nodiscard]] Node start(const State& state);
  /// Tests a node; false if it is lost.
  [[nodiscard]] bool passes(Node& node);

  /// Appends the children of a node. `Known` is Seen or SharedSeen.
  template <class Known>
  void expand(const Node& node, const Known& seen, std::vector<Node>& children);

  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  /// What a move leads to. Where it leaves two or three aces loose that can never move again, they are put down at
  /// once, in every order of a set that is not lost.
  struct Next {
    Node node;
    Orders orders = 0;  ///< 0: there is nothing to put down
  };
  /// Takes from each set of orders those that are lost: first many at a time, then one by one.
  void test_orders();
  void test(std::vector<Node>& nodes, std::size_t from);

  Relaxation relaxation_;
  std::vector<Next> next_;  ///< of the state that is being expanded
  Counts counts_;
};

/// What the search does with a state before it looks at it.
inline void settle(State& state) {
  if (state.frozen) play_safe_moves(state, [](Card, Place) {});
}

}  // namespace nazo::superpuzz::best
