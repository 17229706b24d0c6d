// What the states of a layer are worth, as the backward pass hands it from one layer to the one before.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "tiles/space/work.hpp"

namespace nazo::tiles {

/// What the groups of a block are worth while it is worked out, group by group.
struct ValueDraft {
  std::vector<Leaf> won{};                 ///< leaves that can still be won
  std::vector<std::uint32_t> first_win{};  ///< group → where its values begin
  std::vector<double> win{};               ///< a random player's chance, for the won leaves in ascending order
  std::vector<std::uint32_t> first_lost{};
  std::vector<std::uint8_t> lost{};  ///< longest path to a deadlock, for the other leaves

  void clear();
};

/// Values as bytes; keys and reached leaves stand in the layer already. Most groups can be won in all their leaves: a
/// byte says so, and only the others write which.
void encode_values(const GroupBlock& groups, const ValueDraft& draft, Bytes& out);
/// The reverse; returns where the bytes end.
const std::uint8_t* decode_values(const GroupBlock& groups, const std::uint8_t* at, ValueDraft& draft);

/// The same for looking things up, with keys and reached leaves, in one stretch of memory.
class ValueBlock {
 public:
  ValueBlock(const GroupBlock& groups, const ValueDraft& draft);

  /// Keys ascend; behind the last come eight that are larger than any.
  [[nodiscard]] const std::uint64_t* keys() const { return keys_; }
  [[nodiscard]] std::uint64_t last_key() const { return keys_[groups_ - 1]; }
  [[nodiscard]] const Leaf& reached(std::size_t group) const { return reached_[group]; }
  [[nodiscard]] const Leaf& won(std::size_t group) const { return won_[group]; }
  /// Eight values may be read from any of them on.
  [[nodiscard]] const double* wins(std::size_t group) const { return win_ + first_win_[group]; }
  [[nodiscard]] const std::uint32_t* where_wins_begin(std::size_t group) const { return first_win_ + group; }
  [[nodiscard]] const std::uint8_t* lost(std::size_t group) const { return lost_ + first_lost_[group]; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  /// A line of the cache, so that a set of leaves lies in one.
  struct alignas(sizeof(Leaf)) Line {
    std::byte bytes[sizeof(Leaf)];
  };
  std::size_t groups_, bytes_ = 0;
  std::unique_ptr<Line[]> memory_;
  const Leaf *reached_ = nullptr, *won_ = nullptr;
  const std::uint64_t* keys_ = nullptr;
  const double* win_ = nullptr;
  const std::uint32_t *first_win_ = nullptr, *first_lost_ = nullptr;
  const std::uint8_t* lost_ = nullptr;
};
using ValuePtr = std::shared_ptr<const ValueBlock>;

/// A layer whose values are known: in memory, or in a store from which a part of it is held ready.
class ValueLayer {
 public:
  enum class Where { memory, store };
  ValueLayer(std::unique_ptr<Layer> layer, StoreLimits& limits, std::uint64_t cache_bytes, Where where);

  [[nodiscard]] const Layer& layer() const { return *layer_; }
  /// For any thread, each block once and all before any is asked for.
  Result<void> add(std::size_t number, const GroupBlock& groups, const ValueDraft& draft);
  /// For any thread. What stays in memory is lent: it must not outlive the layer.
  Result<ValuePtr> get(std::size_t number);
  /// Once more as it was added.
  Result<void> read(std::size_t number, GroupBlock& groups, ValueDraft& draft) const;

 private:
  [[nodiscard]] Result<std::shared_ptr<ValueBlock>> load(std::size_t number) const;

  std::unique_ptr<Layer> layer_;
  PieceStore values_;
  std::vector<std::size_t> stored_;  // block → where its values stand
  Mutex mutex_{};
  std::vector<ValuePtr> resident_;
  std::deque<std::size_t> order_{};
  std::uint64_t held_ = 0, cache_bytes_;
  Where where_;
};

}  // namespace nazo::tiles
