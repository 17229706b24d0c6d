// A checkpoint as files of a folder, for one rank. A file is there whole or not at all, whenever the process is killed.
#pragma once

#include <string>

#include "base/checkpoint.hpp"
#include "base/value.hpp"

namespace nazo {

class CheckpointFiles final : public Checkpoint {
 public:
  /// Makes the folder where it is missing. `about` says what is kept: a folder that holds anything else is refused.
  [[nodiscard]] static Result<std::unique_ptr<CheckpointFiles>> open(const std::string& folder, const Value& about);

  [[nodiscard]] Result<std::unique_ptr<KeptWriter>> begin(const std::string& name) override;
  [[nodiscard]] Result<std::unique_ptr<KeptReader>> open(const std::string& name) override;
  [[nodiscard]] Result<void> remove(const std::string& name) override;

 private:
  explicit CheckpointFiles(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

}  // namespace nazo
