// Where long work keeps how far it is, so that a later call goes on from there. The command line makes it of files
// (workshop/checkpoint_files.hpp); the inner rooms know only this interface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace nazo {

/// Bytes that are being kept, one behind the other.
class KeptWriter {
 public:
  KeptWriter() = default;
  virtual ~KeptWriter() = default;  ///< what was not committed is gone
  KeptWriter(const KeptWriter&) = delete;
  KeptWriter& operator=(const KeptWriter&) = delete;
  [[nodiscard]] virtual Result<void> add(std::span<const std::uint8_t> bytes) = 0;
  /// From now on it is there, whole, whatever happens to the process.
  [[nodiscard]] virtual Result<void> commit() = 0;
};

class KeptReader {
 public:
  KeptReader() = default;
  virtual ~KeptReader() = default;
  KeptReader(const KeptReader&) = delete;
  KeptReader& operator=(const KeptReader&) = delete;
  /// The next bytes; an error if there are not so many.
  [[nodiscard]] virtual Result<void> take(std::span<std::uint8_t> bytes) = 0;
  /// What an error about these bytes names.
  [[nodiscard]] virtual std::string name() const = 0;
};

class Checkpoint {
 public:
  Checkpoint() = default;
  virtual ~Checkpoint() = default;
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  /// One at a time under one name; replaces what was there when it is committed.
  [[nodiscard]] virtual Result<std::unique_ptr<KeptWriter>> begin(const std::string& name) = 0;
  /// Null where nothing of that name is kept.
  [[nodiscard]] virtual Result<std::unique_ptr<KeptReader>> open(const std::string& name) = 0;
  [[nodiscard]] virtual Result<void> remove(const std::string& name) = 0;
  /// The work is done and nothing is kept any more: the place is free for any other.
  [[nodiscard]] virtual Result<void> leave() = 0;
};

}  // namespace nazo
