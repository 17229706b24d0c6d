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

#include "base/parallel.hpp"
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

/// Pieces of bytes by number, for any number of threads.
class PieceStore {
 public:
  explicit PieceStore(StoreLimits& limits);
  ~PieceStore();
  PieceStore(const PieceStore&) = delete;
  PieceStore& operator=(const PieceStore&) = delete;

  /// Returns the piece's number: 0, 1, 2, … as they come. Fails with one clear line when the disk is full.
  Result<std::size_t> append(std::span<const std::uint8_t> bytes);
  /// The bytes of a piece: a view into memory, or into `room` where they had to be read.
  [[nodiscard]] Result<std::span<const std::uint8_t>> read(std::size_t number, Bytes& room) const;
  /// Of all pieces, once they are there.
  [[nodiscard]] std::uint64_t bytes() const { return memory_length_ + file_length_; }

 private:
  struct Piece {
    std::unique_ptr<std::uint8_t[]> memory;  // null: in the file
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };
  /// Takes the bytes if they fit.
  bool keep_in_memory(std::span<const std::uint8_t> bytes, std::size_t& number);

  StoreLimits& limits_;
  mutable Mutex mutex_{};  // for what follows
  std::vector<Piece> pieces_;
  int file_ = -1;
  std::uint64_t file_length_ = 0, memory_length_ = 0;
};

}  // namespace nazo::shisen
