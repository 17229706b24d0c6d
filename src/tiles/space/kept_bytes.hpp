// Numbers and bytes in a kept file, so that none that was damaged is ever taken for what was written.
//
// A file is a chain of parts of at most a quarter of a megabyte. Each has a checksum that begins with the one before,
// the first with what the file is; a part is looked at before anything is read out of it.
#pragma once

#include <cstdint>
#include <span>

#include "base/checkpoint.hpp"
#include "tiles/space/store.hpp"

namespace nazo::tiles {

class KeptOut {
 public:
  /// `seed`: what the file is. A file that was written with another is taken for a damaged one.
  KeptOut(KeptWriter& writer, std::uint64_t seed) : writer_(writer), chain_(seed) {}
  Result<void> number(std::uint64_t value);
  Result<void> bytes(std::span<const std::uint8_t> bytes);
  /// Nothing follows. Commits.
  Result<void> end();

 private:
  Result<void> raw(std::span<const std::uint8_t> bytes);
  Result<void> write_part(std::uint64_t flag);
  KeptWriter& writer_;
  std::uint64_t chain_;
  Bytes held_{};
};

class KeptIn {
 public:
  KeptIn(KeptReader& reader, std::uint64_t seed) : reader_(reader), chain_(seed) {}
  Result<std::uint64_t> number();
  /// With the slack for decoding behind them; they stand until the next call.
  Result<std::span<const std::uint8_t>> bytes();
  /// An error if anything follows.
  Result<void> end();

 private:
  Result<void> raw(std::span<std::uint8_t> bytes);
  Result<void> read_part();
  KeptReader& reader_;
  std::uint64_t chain_;
  Bytes part_{}, held_{};
  std::size_t at_ = 0;  // in the part
  bool last_ = false;
};

}  // namespace nazo::tiles
