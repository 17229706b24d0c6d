// Moves of many groups of states at once, for the exact analysis.
//
// A group fixes the high kinds; its leaves vary the last few. Play is monotone, so for each pair of tiles two tests
// tell most of it: with every leaf tile there that some leaf has (then the pair can go in all of them), and with only
// those that all leaves have (if not even then, it can go in none). Both tests are made for 32 groups together. Only
// pairs between the two look at single leaves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tiles/space/layout.hpp"

namespace nazo::tiles {

/// What a game has to say of its moves, for one thread.
class MoveGenerator {
 public:
  static constexpr int lanes = 32;

  explicit MoveGenerator(const SpaceLayout& layout) : can_(layout.pairs.size(), 0), sure_(layout.pairs.size(), 0) {}
  virtual ~MoveGenerator() = default;
  MoveGenerator(const MoveGenerator&) = delete;
  MoveGenerator& operator=(const MoveGenerator&) = delete;

  /// Are the sets of leaves complete, or may leaves that follow from them by moves of leaf tiles still be missing?
  enum class Sets { closed, open };

  /// Looks at up to 32 groups; the answers below are about these, and the leaves given with them.
  virtual void generate(std::span<const std::uint64_t> keys, const Leaf* leaves, Sets sets) = 0;

  /// Groups (bit i: keys[i]) in which a pair may go with some leaf, as far as other tiles are concerned.
  [[nodiscard]] std::uint32_t can(int pair) const { return can_[at(pair)]; }
  /// Groups in which it can go with every leaf.
  [[nodiscard]] std::uint32_t sure(int pair) const { return sure_[at(pair)]; }
  /// Leaves with which a pair that can but is not sure to go is free to; right for the leaves of the group only. For
  /// pairs of leaf tiles this says nothing of whether the two are there.
  [[nodiscard]] virtual Leaf leaves(int lane, int pair) const = 0;

 protected:
  std::vector<std::uint32_t> can_, sure_;
};

}  // namespace nazo::tiles
