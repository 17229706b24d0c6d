// Files to lend as scratch room: they have no name and are gone when the program ends, however it ends.
#pragma once

#include <string>

#include "base/scratch.hpp"

namespace nazo {

class ScratchFiles final : public Scratch {
 public:
  /// An empty folder means $TMPDIR or /tmp.
  explicit ScratchFiles(std::string folder = {}) : folder_(std::move(folder)) {}
  /// A folder that cannot be written is one clear line; so is, later, a full disk.
  [[nodiscard]] Result<std::unique_ptr<ScratchArea>> new_area() override;

 private:
  std::string folder_;
};

}  // namespace nazo
