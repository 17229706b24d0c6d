// Proofs that tiles cannot all be cleared, and a checker for them that knows nothing of how they were found.
//
// A step says: these pairs cannot all be part of a solution. It stands on its own if it shows a core, tiles of which
// none can ever go given those pairs (only the game can say that), or it follows from earlier steps: whatever mate a
// certain tile has, one of them speaks against it. The last step needs no pairs: there is no solution at all.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "base/value.hpp"
#include "tiles/kinds.hpp"

namespace nazo::tiles {

struct ProofStep {
  std::vector<Pair> pairs{};          ///< the decided pairs that exclude each other; none in the last step
  std::vector<TileId> stuck{};        ///< a core: tiles of which none can ever go, given the pairs. Empty: it follows
  TileId tile = 0;                    ///< for one that follows: whatever mate this tile has,
  std::vector<std::uint32_t> from{};  ///< one of these earlier steps speaks against it
};

struct Proof {
  std::vector<ProofStep> steps{};
};

/// May these two be mates, given the pairs? They must differ, be of one kind, and neither be paired with another.
[[nodiscard]] bool may_be_mates(const std::vector<int>& kinds, const std::vector<Pair>& pairs, TileId a, TileId b);

/// What a game has to say to its proofs.
struct ProofGame {
  std::vector<int> kinds{};  ///< tile → its kind
  /// Why the stuck tiles of a step are not a core; nothing if they are.
  std::function<Result<void>(const ProofStep&)> check_core{};
  std::function<std::string(TileId)> place{};  ///< where a tile lies, in short: "3,4"
};

/// Why this proof does not show that there is no solution; nothing if it does. An error with a limit says only that
/// time ran out first.
[[nodiscard]] Result<void> check_steps(const ProofGame& game, const Proof& proof, const Meter& clock);

/// The proof as data: for each step the pairs that exclude each other, and why.
[[nodiscard]] Value proof_value(const ProofGame& game, const Proof& proof);
/// About what `proof_value` takes.
[[nodiscard]] std::uint64_t proof_value_bytes(const Proof& proof);

}  // namespace nazo::tiles
