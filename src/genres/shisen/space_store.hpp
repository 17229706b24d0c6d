// Where the layers of a state space are kept: in memory while they fit, else in files that vanish by themselves.
//
// A layer is a sequence of blocks of at most 256 groups, keys ascending. A block is written delta-coded: differences of
// keys as variable-length numbers, leaf sets without their empty bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "genres/shisen/leaf.hpp"

namespace nazo::shisen {

inline constexpr int block_groups = 256;

struct GroupBlock {
  int count = 0;
  std::uint64_t keys[block_groups];
  Leaf leaves[block_groups];
};

using Bytes = std::vector<std::uint8_t>;

/// Appends the block to `out`.
void encode(const GroupBlock& block, Bytes& out);
void decode(std::span<const std::uint8_t> bytes, GroupBlock& block);

/// What all stores of one analysis may use together.
struct StoreLimits {
  std::uint64_t memory = 0;  ///< what does not fit goes to files
  std::string folder{};      ///< for files; empty: $TMPDIR or /tmp
  std::atomic<std::uint64_t> in_memory = 0, on_disk = 0, most_on_disk = 0;
  std::atomic<bool> no_files = false;  ///< set when memory ran out where there are no files
};

/// Pieces of bytes by number. Appending is for one thread at a time; reading for any number.
class PieceStore {
 public:
  explicit PieceStore(StoreLimits& limits);
  ~PieceStore();
  PieceStore(const PieceStore&) = delete;
  PieceStore& operator=(const PieceStore&) = delete;

  /// Fails with one clear line when the disk is full.
  Result<void> append(std::span<const std::uint8_t> bytes);
  [[nodiscard]] std::size_t size() const { return pieces_.size(); }
  /// The bytes of a piece: a view into memory, or into `room` where they had to be read.
  [[nodiscard]] Result<std::span<const std::uint8_t>> read(std::size_t number, Bytes& room) const;
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Piece {
    std::unique_ptr<std::uint8_t[]> memory;  // null: in the file
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };
  StoreLimits& limits_;
  std::vector<Piece> pieces_;
  int file_ = -1;
  std::uint64_t file_length_ = 0, memory_length_ = 0, bytes_ = 0;
};

}  // namespace nazo::shisen
