// How far an analysis is, kept layer by layer, so that the same call goes on after it was killed.
//
// Forward, a step is a layer whose leaves are closed, with the groups of the next one; backward, a layer whose values
// are known. Each rank keeps its own part; a step counts once every rank has kept it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/checkpoint.hpp"
#include "tiles/space/space.hpp"
#include "tiles/space/values.hpp"
#include "tiles/space/work.hpp"

namespace nazo::tiles {

/// What one rank has counted on its way back.
struct BackwardSums {
  std::vector<LayerCount> layers{};
  std::uint64_t solvable_transitions = 0;
};

class SpaceKeeper {
 public:
  /// `place` null: nothing is kept.
  SpaceKeeper(Checkpoint* place, Company& company, const SpaceLayout& layout)
      : place_(place), company_(company), layout_(layout) {}
  [[nodiscard]] bool keeps() const { return place_ != nullptr; }

  struct Progress {
    std::uint64_t forward = 0;   ///< layers closed
    std::uint64_t all = 0;       ///< how many there are, once that is known
    std::uint64_t backward = 0;  ///< layers valued
  };
  /// How far all ranks have come. An error if the checkpoint is that of another board.
  [[nodiscard]] Result<Progress> find();

  /// `number` layers are closed; the last of them, and what follows it.
  Result<void> keep_forward(std::size_t number, const Layer& closed, const Layer& raw);
  /// `number` layers are valued, of `all`; the last of them.
  Result<void> keep_backward(std::size_t number, std::size_t all, ValueLayer& values, const BackwardSums& sums);
  /// The analysis is done: nothing is needed any more.
  Result<void> forget(std::size_t layers);

  [[nodiscard]] Result<std::unique_ptr<Layer>> closed_layer(std::size_t layer, StoreLimits& limits);
  [[nodiscard]] Result<std::unique_ptr<Layer>> raw_layer(std::size_t layer, StoreLimits& limits);
  /// Fills in the values of a layer, and what was counted until then.
  Result<void> read_values(std::size_t layer, ValueLayer& values, BackwardSums& sums);

 private:
  /// A file of another name, board or rank is not taken for this one.
  [[nodiscard]] std::uint64_t seed_of(const std::string& name) const;
  Result<void> note(const Progress& progress);

  Checkpoint* place_;
  Company& company_;
  const SpaceLayout& layout_;
};

}  // namespace nazo::tiles
