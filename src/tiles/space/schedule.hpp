// The order of work while a layer of a space is expanded by several threads and ranks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/parallel.hpp"
#include "tiles/space/buckets.hpp"
#include "tiles/space/store.hpp"

namespace nazo::tiles {

/// Who does what while a layer is expanded. Blocks are expanded in order; a bucket is closed as soon as no block that
/// is not finished can send anything there. So only few buckets are open at a time, and no thread waits for another
/// until the blocks run out. With several ranks what belongs to others is shipped first, and a bucket is closed when
/// all of them have shipped theirs.
class Schedule {
 public:
  Schedule(const Layer& raw, const ChildBuckets& buckets, std::uint64_t least_step, unsigned workers, unsigned ranks)
      : raw_(raw),
        buckets_(buckets),
        least_step_(least_step),
        others_(ranks - 1),
        in_hand_(workers, none),
        arrived_(buckets.size(), 0) {}

  struct Task {
    enum { expand, ship, close, listen, end } what = end;
    std::size_t number = 0;
  };
  /// What the worker is to do next. What it did before is finished.
  Task next(unsigned worker) {
    const Locked lock(mutex_);
    if (in_hand_[worker] != none) {
      in_hand_[worker] = none;
      changed_.notify_all();
    }
    while (!stopped_) {
      std::size_t first = next_block_;  // that is not finished
      for (const std::size_t block : in_hand_) first = std::min(first, block);
      const bool all = first >= raw_.blocks();
      // Every child lies beyond its parent by one step at least.
      if (next_bucket_ < buckets_.size() &&
          (all || buckets_.upper(next_bucket_) <= raw_.first_keys[first] + least_step_))
        return {others_ == 0 ? Task::close : Task::ship, next_bucket_++};
      if (next_closed_ < next_bucket_ && others_ != 0 && arrived_[next_closed_] == others_)
        return {Task::close, next_closed_++};
      if (next_block_ < raw_.blocks()) return {Task::expand, in_hand_[worker] = next_block_++};
      if (others_ != 0 && next_closed_ < buckets_.size()) return {Task::listen, 0};
      if (all) break;
      changed_.wait(mutex_);
    }
    return {};
  }
  /// Another rank has shipped what it has for this bucket.
  void arrived(std::size_t bucket) {
    const Locked lock(mutex_);
    ++arrived_[bucket];
  }
  void stop() {
    const Locked lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] std::size_t open_bucket() {
    const Locked lock(mutex_);
    return others_ == 0 ? next_bucket_ : next_closed_;
  }
  /// Blocks that were expanded: all before this one.
  [[nodiscard]] std::size_t expanded() const { return next_block_; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  const Layer& raw_;
  const ChildBuckets& buckets_;
  std::uint64_t least_step_;
  unsigned others_;
  Mutex mutex_{};
  Signal changed_{};
  std::size_t next_block_ = 0, next_bucket_ = 0, next_closed_ = 0;
  std::vector<std::size_t> in_hand_;  // worker → the block it expands
  std::vector<unsigned> arrived_;     // bucket → ranks whose children are here
  bool stopped_ = false;
};

}  // namespace nazo::tiles
