// Room beyond memory that whoever calls may lend to long work.
//
// The command line lends files that vanish by themselves (workshop/scratch_files.hpp); a page has none to lend. The
// inner rooms know only this interface: they open no files.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.hpp"

namespace nazo {

/// Bytes by their place. Any number of threads may write and read at once; what is read must have been written before.
class ScratchArea {
 public:
  ScratchArea() = default;
  virtual ~ScratchArea() = default;  ///< gives the room back
  ScratchArea(const ScratchArea&) = delete;
  ScratchArea& operator=(const ScratchArea&) = delete;

  [[nodiscard]] virtual Result<void> write(std::uint64_t at, std::span<const std::uint8_t> bytes) = 0;
  [[nodiscard]] virtual Result<void> read(std::uint64_t at, std::span<std::uint8_t> bytes) const = 0;
};

class Scratch {
 public:
  Scratch() = default;
  virtual ~Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// An empty area; for any thread.
  [[nodiscard]] virtual Result<std::unique_ptr<ScratchArea>> new_area() = 0;
};

}  // namespace nazo
