// A checkpoint as files of a folder, for one rank. A file is there whole or not at all, whenever the process is killed.
#pragma once

#include <string>

#include "base/checkpoint.hpp"
#include "base/value.hpp"

namespace nazo {

class CheckpointFiles final : public Checkpoint {
 public:
  /// Looks at the folder and writes nothing, so that several ranks can look before any of them writes. `about` says
  /// what is kept: a folder that holds anything else is refused.
  [[nodiscard]] static Result<std::unique_ptr<CheckpointFiles>> look(const std::string& folder, const Value& about);
  /// Makes the folder where it is missing, and notes what it is for. Before anything else is called.
  [[nodiscard]] Result<void> begin();

  [[nodiscard]] Result<std::unique_ptr<KeptWriter>> begin(const std::string& name) override;
  [[nodiscard]] Result<std::unique_ptr<KeptReader>> open(const std::string& name) override;
  [[nodiscard]] Result<void> remove(const std::string& name) override;
  /// Removes the folder too, unless somebody has put something of his own there.
  [[nodiscard]] Result<void> leave() override;

 private:
  CheckpointFiles(std::string folder, std::string about) : folder_(std::move(folder)), about_(std::move(about)) {}
  std::string folder_, about_;
};

}  // namespace nazo
