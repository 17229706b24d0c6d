// Where the layers of a state space are kept: in memory while they fit, else in what the caller lends.
//
// A layer is a sequence of blocks of at most 256 groups, keys ascending. A block is written delta-coded: differences of
// keys as variable-length numbers, leaf sets without their empty bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "base/result.hpp"
#include "base/scratch.hpp"
#include "tiles/space/leaf.hpp"

namespace nazo::tiles {

inline constexpr int block_groups = 256;

struct GroupBlock {
  int count = 0;
  std::uint64_t keys[block_groups];
  Leaf leaves[block_groups];
};

using Bytes = std::vector<std::uint8_t>;

/// Behind what is decoded so many bytes may be read, whatever they are.
inline constexpr std::size_t decoding_slack = 8;

/// Appends the block to `out`.
void encode(const GroupBlock& block, Bytes& out);
/// Reads a block; returns what stands behind it. Behind the last there is the slack.
std::span<const std::uint8_t> decode(std::span<const std::uint8_t> bytes, GroupBlock& block);

/// What all stores of one analysis may use together.
struct StoreLimits {
  std::uint64_t memory = 0;    ///< what does not fit goes to the scratch room
  std::uint64_t index = 0;     ///< bytes for knowing where the pieces are
  Scratch* scratch = nullptr;  ///< none: then memory runs out
  std::atomic<std::uint64_t> in_memory = 0, in_index = 0, in_scratch = 0, most_in_scratch = 0;
};

/// Pieces of bytes by number, for any number of threads.
class PieceStore {
 public:
  explicit PieceStore(StoreLimits& limits);
  ~PieceStore();
  PieceStore(const PieceStore&) = delete;
  PieceStore& operator=(const PieceStore&) = delete;

  /// Returns the piece's number: 0, 1, 2, … as they come. Fails with Limit::memory where no room is left, and as the
  /// scratch room does.
  Result<std::size_t> append(std::span<const std::uint8_t> bytes);
  /// The bytes of a piece: a view into memory, or into `room` where they had to be read; the slack for decoding behind.
  [[nodiscard]] Result<std::span<const std::uint8_t>> read(std::size_t number, Bytes& room) const;
  /// For no other thread at the same time; both keep to the same limits.
  void swap(PieceStore& other) noexcept;
  /// Of all pieces, once they are there.
  [[nodiscard]] std::uint64_t bytes() const { return memory_length_ + scratch_length_; }

 private:
  struct Piece {
    std::unique_ptr<std::uint8_t[]> memory;  // null: in the scratch room
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    std::uint32_t check = 0;  // of what went to the scratch room: disks forget
  };
  /// What a piece takes besides its bytes: here, and in the lists of the layer that it is part of.
  static constexpr std::uint64_t index_of_a_piece = sizeof(Piece) + decoding_slack + 4 * sizeof(std::uint64_t);
  /// Takes the bytes if they fit.
  bool keep_in_memory(std::span<const std::uint8_t> bytes, std::size_t& number);

  StoreLimits& limits_;
  mutable Mutex mutex_{};  // for what follows
  std::deque<Piece> pieces_;
  std::unique_ptr<ScratchArea> area_{};
  std::uint64_t scratch_length_ = 0, memory_length_ = 0;
};

}  // namespace nazo::tiles
