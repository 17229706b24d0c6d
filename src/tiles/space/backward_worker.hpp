// What one thread holds in its hands while a layer is valued: a group's states, cursors into the next layer, and what
// other ranks borrow. Only backward.cpp reads this.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tiles/space/forward.hpp"
#include "tiles/space/keeper.hpp"
#include "tiles/space/values.hpp"
#include "tiles/space/work.hpp"

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__)
#define NAZO_EIGHT_LEAVES
#include <immintrin.h>
#endif

namespace nazo::tiles {

/// Where a stream of children stands in the next layer. It only moves forward.
struct Cursor {
  std::size_t block = 0;
  std::size_t at = 0;
  ValuePtr held{};
};

/// A group one move of a high kind away, and the leaves that make the move.
struct Child {
  const ValueBlock* block;
  std::size_t at;
  Leaf moving;

  [[nodiscard]] const Leaf& won() const { return block->won(at); }
  [[nodiscard]] const double* wins() const { return block->wins(at); }
};

/// The first place from `at` on where a key is not below this one. There is one, and eight keys may be read from there.
inline std::size_t first_not_below(const std::uint64_t* keys, std::size_t at, std::uint64_t key) {
#if defined(NAZO_EIGHT_LEAVES)
  const __m512i wanted = _mm512_set1_epi64(static_cast<long long>(key));
  for (;;) {
    const __mmask8 below = _mm512_cmplt_epu64_mask(_mm512_loadu_si512(keys + at), wanted);
    at += static_cast<std::size_t>(std::popcount(below));
    if (below != 0xff) return at;
  }
#else
  while (keys[at] < key) ++at;
  return at;
#endif
}

/// What another rank borrows of a bucket, group by group, and the answer.
struct Wishing {
  Bytes room{};
  std::span<const std::uint8_t> rest{};
  std::unique_ptr<GroupBlock> block = std::make_unique<GroupBlock>();
  int at = 0;
  std::unique_ptr<GroupBlock> wanted = std::make_unique<GroupBlock>();
  ValueDraft draft{};
  Bytes answer{};

  /// The next group that is wanted; null at the end.
  [[nodiscard]] const std::uint64_t* key() {
    if (at == block->count && !rest.empty()) {
      rest = decode(rest, *block);
      at = 0;
    }
    return at == block->count ? nullptr : block->keys + at;
  }
};

struct BackwardWorker {
  explicit BackwardWorker(const SpaceWork& work)
      : generator(work.game.moves(work.layout, work.lanes)),
        leaf_moves(work.layout),
        first_stream(first_streams(work.layout)),
        layers(static_cast<std::size_t>(work.layout.layers)) {
    for (auto& side : cursors) side.resize(first_stream.back());
    wishes.resize(work.company.size());
    children.resize(MoveGenerator::lanes * static_cast<std::size_t>(work.layout.high_pairs));
  }
  std::unique_ptr<MoveGenerator> generator;
  LeafMoves leaf_moves;
  GroupBlock block{};
  ValueDraft draft{};  // of the block
  Bytes room{};
  std::vector<std::size_t> first_stream;
  std::array<std::vector<Cursor>, 2> cursors{};  // in this rank's part of the next layer, and in what is borrowed
  std::vector<Child> children{};                 // lane · high pairs + i → the i-th child
  std::vector<ValuePtr> retired{};               // blocks that cursors have left while children still point to them
  std::vector<Wishing> wishes{};                 // rank → what it borrows of the bucket
  Bytes reply_room{};

  // One group's states, by leaf.
  alignas(64) double sum[1 << leaf_bits]{};
  alignas(64) std::uint32_t moves[1 << leaf_bits]{};
  double win[1 << leaf_bits]{};
  std::uint64_t leaf_pairs[1 << leaf_bits]{};
  std::uint8_t longest[1 << leaf_bits]{};

  std::vector<LayerCount> layers;
  std::uint64_t solvable_transitions = 0;
};

}  // namespace nazo::tiles
