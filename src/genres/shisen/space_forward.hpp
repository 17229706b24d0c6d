// The forward pass of the exact analysis: from the start, layer by layer, every group that can be reached and which of
// its leaves. A layer holds the groups with the same number of pairs of high kinds gone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "base/result.hpp"
#include "genres/shisen/space_layout.hpp"
#include "genres/shisen/space_moves.hpp"
#include "genres/shisen/space_store.hpp"

namespace nazo::shisen {

struct Layer {
  explicit Layer(StoreLimits& limits) : blocks(limits) {}
  PieceStore blocks;
  std::vector<std::uint64_t> first_keys{};  ///< of every block
  std::uint64_t groups = 0, states = 0;
};

/// What both passes work with.
struct SpaceWork {
  const SpaceLayout& layout;
  StoreLimits& limits;
  unsigned threads = 1;
  Lanes lanes = Lanes::best;
  std::uint64_t pending_bytes = 0;  ///< children on the way to their layer that may wait in memory
  std::uint64_t cache_bytes = 0;    ///< the next layer, as far as it may be held ready
  Meter& meter;
  const ProgressSink& progress;
};

/// All layers. If a limit runs out (see the meter) they are incomplete.
[[nodiscard]] Result<std::vector<std::unique_ptr<Layer>>> explore_forward(const SpaceWork& work);

/// Moves within the leaves of one group: leaf pairs with the leaves in which each can be played.
class LeafMoves {
 public:
  explicit LeafMoves(const SpaceLayout& layout) : layout_(layout) {}
  /// Takes the leaf pairs of one of the groups the generator has just looked at.
  void take(const MoveGenerator& generator, int lane);
  /// Adds every leaf that can be reached from `leaves` by playing leaf pairs.
  [[nodiscard]] Leaf closed(Leaf leaves) const;

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int pair(int i) const { return pairs_[i]; }  ///< leaf pairs count from 0
  [[nodiscard]] const Leaf& playable(int i) const { return playable_[i]; }

 private:
  static constexpr int most = 64;  ///< leaf pairs: at most 45 (ten tiles of one kind)
  const SpaceLayout& layout_;
  int size_ = 0;
  int pairs_[most];
  Leaf playable_[most];
};

}  // namespace nazo::shisen
