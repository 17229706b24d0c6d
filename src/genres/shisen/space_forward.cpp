#include "genres/shisen/space_forward.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "base/rng.hpp"

namespace nazo::shisen {

void LeafMoves::take(const MoveGenerator& generator, int lane) {
  size_ = 0;
  const int high = layout_.high_pairs, all = static_cast<int>(layout_.pairs.size());
  for (int p = high; p < all; ++p) {
    if ((generator.can(p) >> lane & 1) == 0) continue;
    const auto leaf_pair = static_cast<std::size_t>(p - high);
    Leaf playable = layout_.both_there[leaf_pair];
    if ((generator.sure(p) >> lane & 1) == 0) playable &= generator.leaves(lane, p);
    if (!playable.any()) continue;
    pairs_[size_] = p - high;
    playable_[size_++] = playable;
  }
}

Leaf LeafMoves::closed(Leaf leaves) const {
  for (bool grew = size_ > 0; grew;) {
    grew = false;
    for (int i = 0; i < size_; ++i) {
      const Leaf from = leaves & playable_[i];
      if (!from.any()) continue;
      for (const LeafStep& step : layout_.leaf_steps[static_cast<std::size_t>(pairs_[i])]) {
        const Leaf some = from & step.from;
        if (!some.any()) continue;
        const Leaf fresh = step.moved(some) - leaves;
        if (!fresh.any()) continue;
        leaves |= fresh;
        grew = true;
      }
    }
  }
  return leaves;
}

namespace {

/// Children on the way to their layer. 63 of them and the head fill a little more than a page.
struct Chunk {
  static constexpr int room = 63;
  int count = 0;
  std::uint64_t keys[room];
  Leaf leaves[room];
};

/// Children with keys below `upper` (and not below the bucket before).
struct Bucket {
  std::uint64_t upper = 0;
  Mutex mutex{};
  std::vector<std::unique_ptr<Chunk>> full{};
  std::vector<std::size_t> spilled{};  // numbers in the spill store
};

struct Worker {
  explicit Worker(const SpaceWork& work)
      : generator(work.layout, work.lanes), leaf_moves(work.layout), stream_bucket(0) {
    std::size_t streams = 0;
    for (int k = 0; k < work.layout.high_kinds; ++k) {
      first_stream.push_back(streams);
      streams += work.layout.codes(work.layout.kinds[static_cast<std::size_t>(k)]).next.size();
    }
    stream_bucket.assign(streams, 0);
  }
  MoveGenerator generator;
  LeafMoves leaf_moves;
  GroupBlock block{};
  Bytes room{};
  std::vector<std::size_t> first_stream{};     // high kind → its first stream; a stream is (pair, old code)
  std::vector<std::uint32_t> stream_bucket;    // where the stream's last child went: the next goes there or further on
  std::vector<std::unique_ptr<Chunk>> open{};  // bucket → the chunk this worker fills
  std::vector<std::unique_ptr<Chunk>> spare{};
  // for closing buckets
  std::vector<std::uint32_t> table{};
  std::vector<std::uint64_t> keys{};
  std::vector<Leaf> leaves{};
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order{};
};

class ForwardPass {
 public:
  explicit ForwardPass(const SpaceWork& work) : work_(work), layout_(work.layout) {
    for (unsigned i = 0; i < work.threads; ++i) workers_.push_back(std::make_unique<Worker>(work));
  }

  Result<std::vector<std::unique_ptr<Layer>>> run() {
    std::vector<std::unique_ptr<Layer>> layers;
    auto raw = std::make_unique<Layer>(work_.limits);
    GroupBlock& block = workers_.front()->block;
    block.count = 1;
    block.keys[0] = 0;
    block.leaves[0] = Leaf::single(0);
    Bytes bytes;
    encode(block, bytes);
    NAZO_CHECK(raw->blocks.append(bytes));
    raw->first_keys.push_back(0);
    raw->groups = 1;
    while (raw->groups > 0 && work_.meter.check()) {
      layers.push_back(std::make_unique<Layer>(work_.limits));
      auto next = std::make_unique<Layer>(work_.limits);
      NAZO_CHECK(expand(*raw, *layers.back(), *next));
      raw = std::move(next);
    }
    return layers;
  }

 private:
  static constexpr std::size_t bucket_children = 16384;
  static constexpr std::uint64_t round_blocks = 64;  // a thread

  /// Closes the leaf sets of a layer and finds the groups of the next.
  Result<void> expand(const Layer& raw, Layer& closed, Layer& next) {
    NAZO_CHECK(plan_buckets(raw));
    PieceStore spill(work_.limits);
    std::size_t open_bucket = 0;
    const std::uint64_t blocks = raw.first_keys.size(), per_round = round_blocks * work_.threads;
    for (std::uint64_t begin = 0; begin < blocks; begin += per_round) {
      const std::uint64_t count = std::min(per_round, blocks - begin);
      std::vector<Bytes> encoded(count);
      std::vector<std::uint64_t> states(count, 0);
      parallel_for(count, work_.threads, [&](unsigned worker, std::uint64_t i) {
        Worker& w = *workers_[worker];
        const auto bytes = raw.blocks.read(begin + i, w.room);
        if (!bytes) return note(bytes.error());
        decode(*bytes, w.block);
        states[i] = expand_block(w);
        encode(w.block, encoded[i]);
      });
      NAZO_CHECK(first_error());
      for (std::uint64_t i = 0; i < count; ++i) {
        NAZO_CHECK(closed.blocks.append(encoded[i]));
        closed.first_keys.push_back(raw.first_keys[begin + i]);
        closed.states += states[i];
        found_ += states[i];
        if (!work_.meter.spend(states[i])) return {};
      }
      if (!work_.meter.check()) return {};
      // Every child still to come lies beyond the next parent by one step at least: what is below that is complete.
      const bool last = begin + count == blocks;
      const std::uint64_t complete = last ? ~std::uint64_t{0} : raw.first_keys[begin + count] + layout_.least_step;
      std::size_t end = open_bucket;
      while (end < buckets_.size() && (last || buckets_[end]->upper <= complete)) ++end;
      NAZO_CHECK(close_buckets(open_bucket, end, spill, next));
      open_bucket = end;
      NAZO_CHECK(spill_if_needed(open_bucket, spill));
      if (work_.progress) work_.progress({"states found", found_, 0, {}});
    }
    closed.groups = raw.groups;
    return {};
  }

  /// Closes the leaves of one block and sends its children to their buckets. Returns the states in it.
  std::uint64_t expand_block(Worker& w) {
    std::uint64_t states = 0;
    for (int begin = 0; begin < w.block.count; begin += MoveGenerator::lanes) {
      const int count = std::min(MoveGenerator::lanes, w.block.count - begin);
      const std::uint64_t* keys = w.block.keys + begin;
      Leaf* leaves = w.block.leaves + begin;
      w.generator.generate({keys, static_cast<std::size_t>(count)}, leaves, MoveGenerator::Sets::open);
      for (int lane = 0; lane < count; ++lane) {
        w.leaf_moves.take(w.generator, lane);
        leaves[lane] = w.leaf_moves.closed(leaves[lane]);
        states += leaves[lane].count();
      }
      for (int p = 0; p < layout_.high_pairs; ++p) {
        const SpacePair& pair = layout_.pairs[static_cast<std::size_t>(p)];
        const SpaceKind& kind = layout_.kinds[static_cast<std::size_t>(pair.kind)];
        const CodeTable& table = layout_.codes(kind);
        const std::size_t row = static_cast<std::size_t>(pair.in_kind) * table.codes();
        const std::size_t stream = w.first_stream[static_cast<std::size_t>(pair.kind)] + row;
        const std::uint32_t sure = w.generator.sure(p);
        for (std::uint32_t rest = w.generator.can(p); rest != 0; rest &= rest - 1) {
          const int lane = std::countr_zero(rest);
          Leaf moving = leaves[lane];
          if ((sure >> lane & 1) == 0) {
            moving &= w.generator.leaves(lane, p);
            if (!moving.any()) continue;
          }
          const unsigned code = layout_.code_of(keys[lane], kind);
          const std::uint64_t step = static_cast<std::uint64_t>(table.next[row + code] - code) << kind.shift;
          send(w, stream + code, keys[lane] + step, moving);
        }
      }
    }
    return states;
  }

  void send(Worker& w, std::size_t stream, std::uint64_t key, const Leaf& leaves) {
    std::uint32_t& bucket = w.stream_bucket[stream];
    while (key >= buckets_[bucket]->upper) ++bucket;  // streams ascend
    std::unique_ptr<Chunk>& chunk = w.open[bucket];
    if (!chunk) {
      if (!w.spare.empty()) {
        chunk = std::move(w.spare.back());
        w.spare.pop_back();
      } else {
        chunk = std::make_unique_for_overwrite<Chunk>();
      }
      chunk->count = 0;
    }
    chunk->keys[chunk->count] = key;
    chunk->leaves[chunk->count] = leaves;
    if (++chunk->count == Chunk::room) {
      pending_ += sizeof(Chunk);
      const Locked lock(buckets_[bucket]->mutex);
      buckets_[bucket]->full.push_back(std::move(chunk));
    }
  }

  /// Chooses the buckets of the next layer from the children of a sample of this one.
  Result<void> plan_buckets(const Layer& raw) {
    Worker& w = *workers_.front();
    constexpr std::uint64_t sample_every = 32;
    std::vector<std::uint64_t> sample;
    std::uint64_t looked_at = 0;
    for (std::size_t b = 0; b < raw.first_keys.size(); b += sample_every) {
      NAZO_TRY(bytes, raw.blocks.read(b, w.room));
      decode(bytes, w.block);
      const int count = std::min(MoveGenerator::lanes, w.block.count);
      looked_at += static_cast<std::uint64_t>(count);
      w.generator.generate({w.block.keys, static_cast<std::size_t>(count)}, w.block.leaves, MoveGenerator::Sets::open);
      for (int p = 0; p < layout_.high_pairs; ++p) {
        const SpacePair& pair = layout_.pairs[static_cast<std::size_t>(p)];
        const SpaceKind& kind = layout_.kinds[static_cast<std::size_t>(pair.kind)];
        const CodeTable& table = layout_.codes(kind);
        for (std::uint32_t rest = w.generator.can(p); rest != 0; rest &= rest - 1) {
          const std::uint64_t key = w.block.keys[std::countr_zero(rest)];
          const unsigned code = layout_.code_of(key, kind);
          const unsigned to = table.next[static_cast<std::size_t>(pair.in_kind) * table.codes() + code];
          sample.push_back(key + (static_cast<std::uint64_t>(to - code) << kind.shift));
        }
      }
    }
    std::ranges::sort(sample);
    const double children =
        static_cast<double>(sample.size()) * static_cast<double>(raw.groups) / static_cast<double>(looked_at);
    const auto wanted =
        std::min<std::size_t>(static_cast<std::size_t>(children / bucket_children) + 1, sample.size() / 4 + 1);
    buckets_.clear();
    std::uint64_t last = 0;
    for (std::size_t i = 1; i < wanted; ++i) {
      const std::uint64_t upper = sample[i * sample.size() / wanted];
      if (upper <= last) continue;
      buckets_.push_back(std::make_unique<Bucket>());
      buckets_.back()->upper = last = upper;
    }
    buckets_.push_back(std::make_unique<Bucket>());
    buckets_.back()->upper = ~std::uint64_t{0};
    for (const auto& worker : workers_) {
      std::ranges::fill(worker->stream_bucket, 0);
      worker->open.clear();
      worker->open.resize(buckets_.size());
    }
    return {};
  }

  /// Merges what has come together in complete buckets, and appends it to the next layer.
  Result<void> close_buckets(std::size_t begin, std::size_t end, const PieceStore& spill, Layer& next) {
    struct Closed {
      std::vector<Bytes> blocks;
      std::vector<std::uint64_t> first_keys;
      std::uint64_t groups = 0;
    };
    std::vector<Closed> done(end - begin);
    parallel_for(end - begin, work_.threads, [&](unsigned worker, std::uint64_t i) {
      Worker& w = *workers_[worker];
      merge(w, begin + i, spill);
      GroupBlock& block = w.block;
      done[i].groups = w.order.size();
      for (std::size_t at = 0; at < w.order.size(); at += block_groups) {
        block.count = static_cast<int>(std::min<std::size_t>(block_groups, w.order.size() - at));
        for (int g = 0; g < block.count; ++g) {
          block.keys[g] = w.order[at + static_cast<std::size_t>(g)].first;
          block.leaves[g] = w.leaves[w.order[at + static_cast<std::size_t>(g)].second];
        }
        done[i].first_keys.push_back(block.keys[0]);
        encode(block, done[i].blocks.emplace_back());
      }
    });
    NAZO_CHECK(first_error());
    for (Closed& bucket : done) {
      for (std::size_t b = 0; b < bucket.blocks.size(); ++b) {
        NAZO_CHECK(next.blocks.append(bucket.blocks[b]));
        next.first_keys.push_back(bucket.first_keys[b]);
      }
      next.groups += bucket.groups;
    }
    return {};
  }

  /// All children of a bucket, each key once with its leaves united: keys in w.order (ascending), leaves in w.leaves.
  void merge(Worker& w, std::size_t number, const PieceStore& spill) {
    Bucket& bucket = *buckets_[number];
    w.keys.clear();
    w.leaves.clear();
    w.table.assign(4096, 0);
    const auto take = [&](const std::uint64_t* keys, const Leaf* leaves, int count) {
      for (int i = 0; i < count; ++i) {
        std::size_t mask = w.table.size() - 1;
        std::size_t at = mix(keys[i]) & mask;
        while (w.table[at] != 0 && w.keys[w.table[at] - 1] != keys[i]) at = (at + 1) & mask;
        if (w.table[at] != 0) {
          w.leaves[w.table[at] - 1] |= leaves[i];
          continue;
        }
        w.keys.push_back(keys[i]);
        w.leaves.push_back(leaves[i]);
        w.table[at] = static_cast<std::uint32_t>(w.keys.size());
        if (2 * w.keys.size() > w.table.size()) grow(w);
      }
    };
    for (const auto& worker : workers_)
      if (std::unique_ptr<Chunk> chunk = std::move(worker->open[number])) {
        take(chunk->keys, chunk->leaves, chunk->count);
        w.spare.push_back(std::move(chunk));
      }
    for (; !bucket.full.empty(); bucket.full.pop_back()) {
      std::unique_ptr<Chunk>& chunk = bucket.full.back();
      take(chunk->keys, chunk->leaves, chunk->count);
      pending_ -= sizeof(Chunk);
      w.spare.push_back(std::move(chunk));
    }
    GroupBlock& block = w.block;
    for (const std::size_t piece : bucket.spilled) {
      const auto bytes = spill.read(piece, w.room);
      if (!bytes) return note(bytes.error());
      decode(*bytes, block);
      take(block.keys, block.leaves, block.count);
    }
    w.order.clear();
    for (std::size_t i = 0; i < w.keys.size(); ++i) w.order.emplace_back(w.keys[i], static_cast<std::uint32_t>(i));
    std::ranges::sort(w.order);
  }

  static std::size_t mix(std::uint64_t key) { return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ULL) >> 20); }

  static void grow(Worker& w) {
    w.table.assign(2 * w.table.size(), 0);
    const std::size_t mask = w.table.size() - 1;
    for (std::size_t i = 0; i < w.keys.size(); ++i) {
      std::size_t at = mix(w.keys[i]) & mask;
      while (w.table[at] != 0) at = (at + 1) & mask;
      w.table[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  /// Children that wait for buckets far ahead go to the store when there are too many of them.
  Result<void> spill_if_needed(std::size_t open_bucket, PieceStore& spill) {
    Bytes bytes;
    GroupBlock& block = workers_.front()->block;
    for (std::size_t b = buckets_.size(); b-- > open_bucket && pending_ > work_.pending_bytes;)
      for (; !buckets_[b]->full.empty(); buckets_[b]->full.pop_back()) {
        const std::unique_ptr<Chunk>& chunk = buckets_[b]->full.back();
        block.count = chunk->count;
        std::copy_n(chunk->keys, chunk->count, block.keys);
        std::copy_n(chunk->leaves, chunk->count, block.leaves);
        bytes.clear();
        encode(block, bytes);
        buckets_[b]->spilled.push_back(spill.size());
        NAZO_CHECK(spill.append(bytes));
        pending_ -= sizeof(Chunk);
      }
    return {};
  }

  void note(const Error& error) {
    const Locked lock(error_mutex_);
    if (!error_) error_ = error;
  }
  Result<void> first_error() const {
    if (error_) return std::unexpected(*error_);
    return {};
  }

  const SpaceWork& work_;
  const SpaceLayout& layout_;
  std::vector<std::unique_ptr<Worker>> workers_{};
  std::vector<std::unique_ptr<Bucket>> buckets_{};
  std::atomic<std::uint64_t> pending_ = 0;
  std::uint64_t found_ = 0;
  Mutex error_mutex_{};
  std::optional<Error> error_{};
};

}  // namespace

Result<std::vector<std::unique_ptr<Layer>>> explore_forward(const SpaceWork& work) { return ForwardPass(work).run(); }

}  // namespace nazo::shisen
