// The forward pass of the exact analysis: from the start, layer by layer, every group that can be reached and which of
// its leaves. A layer holds the groups with the same number of pairs of high kinds gone.
#pragma once

#include <memory>
#include <vector>

#include "tiles/space/work.hpp"

namespace nazo::tiles {

/// All layers, of which so many are kept already. If a limit runs out (see the work) they are incomplete; where it is
/// memory, those before are whole.
[[nodiscard]] Result<std::vector<std::unique_ptr<Layer>>> explore_forward(SpaceWork& work, std::uint64_t kept);

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

}  // namespace nazo::tiles
