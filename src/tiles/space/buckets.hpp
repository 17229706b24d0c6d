// Children on the way to the next layer of the exact analysis, sorted roughly by key as they come.
//
// A bucket takes a range of keys that, merged, fits the cache. Every thread sends its children to chunks of its own, so
// that nobody waits for anybody; when no more can come for a bucket one thread merges it. What waits for buckets far
// ahead goes to the store when there is too much of it. The merged bucket does not depend on who sent what when.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tiles/space/work.hpp"

namespace nazo::tiles {

class ChildBuckets {
 public:
  explicit ChildBuckets(const SpaceWork& work);

  /// So many buckets can be open at once: every thread has a chunk of its own in each.
  [[nodiscard]] std::size_t most_buckets() const;
  /// So many children in a bucket can surely be merged.
  [[nodiscard]] std::size_t fitting_children() const { return merging_bytes_ / bytes_of_merging; }
  /// Empties all and begins anew with buckets up to (and without) these keys, ascending; the last takes the rest. Each
  /// has two sides where there are several ranks: children of this rank, and those of others.
  void begin(const std::vector<std::uint64_t>& uppers, const Owners& owners);
  [[nodiscard]] std::size_t size() const { return buckets_.size() / sides_; }
  [[nodiscard]] std::uint64_t upper(std::size_t bucket) const { return buckets_[bucket * sides_]->upper; }
  enum class Side : std::size_t { mine, others };

  /// Children of one stream must ascend, for each worker.
  void send(unsigned worker, std::size_t stream, std::uint64_t key, const Leaf& leaves) {
    Sender& s = *senders_[worker];
    std::uint32_t& bucket = s.stream_bucket[stream];
    while (key >= s.uppers[bucket]) ++bucket;
    std::size_t slot = bucket;
    if (sides_ != 1) slot = 2 * slot + (owners_.of(key) != mine_ ? 1 : 0);
    std::unique_ptr<Chunk>& chunk = s.open[slot];
    if (!chunk) chunk = empty_chunk();
    chunk->keys[chunk->count] = key;
    chunk->leaves[chunk->count] = leaves;
    if (++chunk->count == Chunk::room) put_away(slot, std::move(chunk));
  }

  /// The children of a bucket, each key once with its leaves united.
  struct Merged {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order{};  ///< keys, ascending, and where their leaves stand
    std::vector<Leaf> leaves{};
  };
  /// For a bucket to which nothing will be sent any more. The answer stands until the worker's next call. Fails with
  /// Limit::memory where the bucket is too large.
  Result<const Merged*> merge(unsigned worker, std::size_t bucket, Side side = Side::mine);
  /// Children that another rank has sent, as blocks in a piece of a store that outlives the layer's buckets.
  void receive(std::size_t bucket, const PieceStore& store, std::size_t piece);

  /// Sends what waits in the last buckets, but none before `first`, to the store until the rest fits.
  Result<void> spill(unsigned worker, std::size_t first);
  [[nodiscard]] bool too_many() const { return pending_ > most_pending_; }

 private:
  /// 63 children and the head fill a little more than a page.
  struct Chunk {
    static constexpr int room = 63;
    int count = 0;
    std::uint64_t keys[room];
    Leaf leaves[room];
  };
  struct Bucket {
    std::uint64_t upper = 0;
    Mutex mutex{};
    std::vector<std::unique_ptr<Chunk>> full{};
    std::vector<std::pair<const PieceStore*, std::size_t>> spilled{};  // pieces of a store
  };
  struct Sender {
    std::vector<std::uint64_t> uppers{};
    std::vector<std::uint32_t> stream_bucket{};  // where the stream's last child went
    std::vector<std::unique_ptr<Chunk>> open{};  // bucket → the chunk that is being filled
    // for merging
    GroupBlock block{};
    Bytes room{};
    std::vector<std::uint32_t> table{};
    std::vector<std::uint64_t> keys{};
    Merged merged{};

    void clear_table(std::size_t size);
    void take(const std::uint64_t* keys, const Leaf* leaves, int count);
  };

  /// A merged child with its place in the order and in the table, which may just be growing.
  static constexpr std::uint64_t bytes_of_merging = sizeof(std::uint64_t) + sizeof(Leaf) +
                                                    sizeof(std::pair<std::uint64_t, std::uint32_t>) +
                                                    6 * sizeof(std::uint32_t);

  [[nodiscard]] std::unique_ptr<Chunk> empty_chunk();
  void put_away(std::size_t bucket, std::unique_ptr<Chunk> chunk);
  /// An emptied chunk is kept for the next who needs one: freed, it would lie around in pieces.
  void give_back(std::unique_ptr<Chunk> chunk);

  StoreLimits& limits_;
  std::uint64_t most_pending_, merging_bytes_;
  unsigned mine_ = 0;
  std::size_t sides_ = 1;
  Owners owners_{};
  std::vector<std::unique_ptr<Sender>> senders_{};
  std::vector<std::unique_ptr<Bucket>> buckets_{};
  std::unique_ptr<PieceStore> spilled_{};
  Mutex spilling_{}, spare_mutex_{};
  std::vector<std::unique_ptr<Chunk>> spare_{};
  std::atomic<std::uint64_t> pending_ = 0;  // bytes of chunks that are open or full
};

}  // namespace nazo::tiles
