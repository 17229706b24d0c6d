// What the states of a layer are worth, as the backward pass hands it from one layer to the one before.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "tiles/space/work.hpp"

namespace nazo::tiles {

/// The groups of a block with what their states are worth.
struct ValueBlock {
  std::vector<std::uint64_t> keys{};
  std::vector<Leaf> reached{}, won{};      ///< won: leaves that can still be won
  std::vector<std::uint32_t> first_win{};  ///< group → where its values begin
  std::vector<double> win{};               ///< a random player's chance, for the won leaves in ascending order
  std::vector<std::uint32_t> first_lost{};
  std::vector<std::uint8_t> lost{};  ///< longest path to a deadlock, for the other leaves

  [[nodiscard]] std::uint64_t bytes() const;
};
using ValuePtr = std::shared_ptr<const ValueBlock>;

/// A layer whose values are known: in memory, or in a store from which a part of it is held ready.
class ValueLayer {
 public:
  enum class Where { memory, store };
  ValueLayer(std::unique_ptr<Layer> layer, StoreLimits& limits, std::uint64_t cache_bytes, Where where);

  [[nodiscard]] const Layer& layer() const { return *layer_; }
  /// For any thread, each block once and all before any is asked for.
  Result<void> add(std::size_t number, std::shared_ptr<ValueBlock> block);
  /// For any thread.
  Result<ValuePtr> get(std::size_t number);

 private:
  [[nodiscard]] Result<std::shared_ptr<ValueBlock>> load(std::size_t number) const;

  std::unique_ptr<Layer> layer_;
  PieceStore values_;
  std::vector<std::size_t> pieces_;  // block → where its values stand
  Mutex mutex_{};
  std::vector<ValuePtr> resident_;
  std::deque<std::size_t> order_{};
  std::uint64_t held_ = 0, cache_bytes_;
  Where where_;
};

}  // namespace nazo::tiles
