// Moves of many groups of states at once, for the exact analysis.
//
// A group fixes the high kinds; its leaves vary the last few. Joining is monotone, so for each pair of tiles two tests
// tell most of it: with every leaf tile there that some leaf has (then the pair can go in all of them), and with only
// those that all leaves have (if not even then, it can go in none). Both tests are made for 32 groups together, one
// lane of a vector each: a tile's row and column are one word a lane. Only pairs between the two look at single paths
// and the leaf tiles that lie on them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "genres/shisen/analyse/space_layout.hpp"

namespace nazo::shisen {

enum class Lanes { best, scalar };  ///< `scalar`: the plain version, for machines without vectors and for tests

class MoveGenerator {
 public:
  static constexpr int lanes = 32;

  explicit MoveGenerator(const SpaceLayout& layout, Lanes which = Lanes::best);
  ~MoveGenerator();
  MoveGenerator(const MoveGenerator&) = delete;
  MoveGenerator& operator=(const MoveGenerator&) = delete;

  /// Are the sets of leaves complete, or may leaves that follow from them by moves of leaf tiles still be missing?
  enum class Sets { closed, open };

  /// Looks at up to 32 groups; the answers below are about these, and the leaves given with them.
  void generate(std::span<const std::uint64_t> keys, const Leaf* leaves, Sets sets);

  /// Groups (bit i: keys[i]) in which a pair may go with some leaf, as far as its path is concerned.
  [[nodiscard]] std::uint32_t can(int pair) const { return can_[pair]; }
  /// Groups in which it can go with every leaf.
  [[nodiscard]] std::uint32_t sure(int pair) const { return sure_[pair]; }
  /// Leaves with which a pair that can but is not sure to go has a free path; right for the leaves of the group only.
  /// For pairs of leaf tiles this says nothing of whether the two are there.
  [[nodiscard]] Leaf leaves(int lane, int pair) const;

  struct Engine;

 private:
  std::unique_ptr<Engine> engine_;
  const std::uint32_t* can_;
  const std::uint32_t* sure_;
};

}  // namespace nazo::shisen
