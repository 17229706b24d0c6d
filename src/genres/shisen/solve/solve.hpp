// Decides a board: a clearing sequence, or a proof that there is none.
//
// Random plays with safe moves solve most boards that can be solved. What is left goes to a search over pairings: a
// node decides the mate of one tile, plays what is then safe, and asks the relaxation. When that leaves tiles over, a
// core is cut out of them: few decided pairs that already cannot all be part of a solution. Cores are kept; they cut
// off other branches, let the search jump back over decisions that do not matter, and in the end make up the proof.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "genres/shisen/solve/field.hpp"

namespace nazo::shisen {

/// A step of a proof that a board cannot be cleared: these pairs cannot all be part of a solution.
struct ProofStep {
  std::vector<Pair> pairs{};  ///< the decided pairs that exclude each other; none in the last step
  std::vector<TileId>
      stuck{};      ///< a core: tiles of which none can ever go, given the pairs. Empty: follows from earlier steps
  TileId tile = 0;  ///< for one that follows: whatever mate this tile has,
  std::vector<std::uint32_t> from{};  ///< one of these earlier steps speaks against it
};

struct Proof {
  std::vector<ProofStep> steps{};
};

enum class Outcome { cleared, impossible, undecided };

struct Decision {
  Outcome outcome = Outcome::undecided;
  Limit limit = Limit::none;
  std::vector<Pair> moves{};  ///< cleared: every pair in order
  Proof proof{};              ///< impossible
  std::uint64_t nodes = 0;    ///< positions met in plays, and nodes of the search
  std::uint64_t cores = 0;
};

/// The board must have an even number of every kind. `seed` steers the random plays; the outcome does not depend on it.
[[nodiscard]] Decision decide(const Field& field, const Budget& budget, std::uint64_t seed = 1);

}  // namespace nazo::shisen
