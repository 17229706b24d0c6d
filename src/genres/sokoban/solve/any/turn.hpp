// One turn of a search that takes turns with others: how far it may go, and when it is of no use any more.
#pragma once

#include <atomic>
#include <cstdint>

namespace nazo::sokoban::any {

template <int W>
class Deadlocks;

/// The search with the lowest number that has found a solution in this round; what those above it find is thrown away,
/// so that the solution does not depend on how many run at a time.
using FirstToFind = std::atomic<unsigned>;
inline constexpr unsigned nobody = ~0U;

template <int W>
struct Turn {
  std::uint64_t nodes = 0;       ///< that may be made
  std::uint64_t most_bytes = 0;  ///< that the search may have at the end
  Deadlocks<W>* deadlocks = nullptr;
  const FirstToFind* first = nullptr;
  unsigned number = 0;  ///< of this search

  [[nodiscard]] bool matters() const { return first == nullptr || first->load(std::memory_order_relaxed) > number; }
  /// A part of this turn, for one of two searches that share it.
  [[nodiscard]] Turn part(std::uint64_t part_nodes, std::uint64_t bytes_beside) const {
    Turn turn = *this;
    turn.nodes = part_nodes;
    turn.most_bytes = most_bytes > bytes_beside ? most_bytes - bytes_beside : 0;
    return turn;
  }
};

}  // namespace nazo::sokoban::any
