#include "tiles/space/buckets.hpp"

#include <algorithm>
#include <bit>

namespace nazo::tiles {

namespace {

std::size_t mix(std::uint64_t key) { return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ULL) >> 20); }

}  // namespace

ChildBuckets::ChildBuckets(const SpaceWork& work)
    : limits_(work.limits),
      most_pending_(work.pending_bytes),
      merging_bytes_(work.merging_bytes),
      mine_(work.company.mine()),
      sides_(work.company.alone() ? 1 : 2) {
  const std::size_t streams = first_streams(work.layout).back();
  for (unsigned i = 0; i < work.crew.size(); ++i) {
    senders_.push_back(std::make_unique<Sender>());
    senders_.back()->stream_bucket.resize(streams);
    // So that the lists never grow: room that is never used is never taken.
    const std::size_t most = fitting_children() + block_groups;
    senders_.back()->keys.reserve(most);
    senders_.back()->merged.leaves.reserve(most);
    senders_.back()->merged.order.reserve(most);
  }
}

std::size_t ChildBuckets::most_buckets() const {
  return 1 + most_pending_ / 2 / (sizeof(Chunk) * senders_.size() * sides_);
}

void ChildBuckets::begin(const std::vector<std::uint64_t>& uppers, const Owners& owners) {
  owners_ = owners;
  buckets_.clear();
  const auto add = [&](std::uint64_t upper) {
    for (std::size_t side = 0; side < sides_; ++side) {
      buckets_.push_back(std::make_unique<Bucket>());
      buckets_.back()->upper = upper;
    }
  };
  std::ranges::for_each(uppers, add);
  add(~std::uint64_t{0});
  for (const auto& sender : senders_) {
    std::ranges::fill(sender->stream_bucket, 0);
    sender->uppers = uppers;
    sender->uppers.push_back(~std::uint64_t{0});
    sender->open.clear();
    sender->open.resize(buckets_.size());
  }
  spilled_ = std::make_unique<PieceStore>(limits_);
}

std::unique_ptr<ChildBuckets::Chunk> ChildBuckets::empty_chunk() {
  std::unique_ptr<Chunk> chunk;
  {
    const Locked lock(spare_mutex_);
    if (!spare_.empty()) {
      chunk = std::move(spare_.back());
      spare_.pop_back();
    }
  }
  if (!chunk) chunk = std::make_unique_for_overwrite<Chunk>();
  chunk->count = 0;
  pending_ += sizeof(Chunk);
  return chunk;
}

void ChildBuckets::give_back(std::unique_ptr<Chunk> chunk) {
  pending_ -= sizeof(Chunk);
  const Locked lock(spare_mutex_);
  spare_.push_back(std::move(chunk));
}

void ChildBuckets::put_away(std::size_t bucket, std::unique_ptr<Chunk> chunk) {
  const Locked lock(buckets_[bucket]->mutex);
  buckets_[bucket]->full.push_back(std::move(chunk));
}

void ChildBuckets::Sender::clear_table(std::size_t size) {
  table.assign(size, 0);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::size_t at = mix(keys[i]) & (size - 1);
    while (table[at] != 0) at = (at + 1) & (size - 1);
    table[at] = static_cast<std::uint32_t>(i + 1);
  }
}

void ChildBuckets::Sender::take(const std::uint64_t* more_keys, const Leaf* more_leaves, int count) {
  if (2 * (keys.size() + static_cast<std::size_t>(count)) > table.size()) clear_table(2 * table.size());
  const std::size_t mask = table.size() - 1;
  for (int i = 0; i < count; ++i) {
    std::size_t at = mix(more_keys[i]) & mask;
    while (table[at] != 0 && keys[table[at] - 1] != more_keys[i]) at = (at + 1) & mask;
    if (table[at] != 0) {
      merged.leaves[table[at] - 1] |= more_leaves[i];
      continue;
    }
    keys.push_back(more_keys[i]);
    merged.leaves.push_back(more_leaves[i]);
    table[at] = static_cast<std::uint32_t>(keys.size());
  }
}

void ChildBuckets::receive(std::size_t number, const PieceStore& store, std::size_t piece) {
  Bucket& bucket = *buckets_[number * sides_];
  const Locked lock(bucket.mutex);
  bucket.spilled.emplace_back(&store, piece);
}

Result<const ChildBuckets::Merged*> ChildBuckets::merge(unsigned worker, std::size_t bucket_number, Side side) {
  Sender& s = *senders_[worker];
  const std::size_t number = bucket_number * sides_ + static_cast<std::size_t>(side);
  Bucket& bucket = *buckets_[number];
  const std::size_t as_before = std::bit_ceil(2 * (s.keys.size() + block_groups));
  s.keys.clear();
  s.merged.leaves.clear();
  s.clear_table(std::max<std::size_t>(4096, as_before));
  const auto fits = [&] { return s.keys.size() <= fitting_children(); };
  const auto empty = [&](std::unique_ptr<Chunk> chunk) {
    s.take(chunk->keys, chunk->leaves, chunk->count);
    give_back(std::move(chunk));
  };
  for (const auto& sender : senders_)
    if (sender->open[number]) empty(std::move(sender->open[number]));
  const Locked lock(bucket.mutex);  // it may just be on its way to the store
  for (; !bucket.full.empty(); bucket.full.pop_back()) {
    empty(std::move(bucket.full.back()));
    if (!fits()) return fail_limit(Limit::memory);
  }
  for (const auto& [store, piece] : bucket.spilled) {
    NAZO_TRY(bytes, store->read(piece, s.room));
    while (!bytes.empty()) {
      bytes = decode(bytes, s.block);
      s.take(s.block.keys, s.block.leaves, s.block.count);
      if (!fits()) return fail_limit(Limit::memory);
    }
  }
  s.merged.order.clear();
  for (std::size_t i = 0; i < s.keys.size(); ++i) s.merged.order.emplace_back(s.keys[i], static_cast<std::uint32_t>(i));
  std::ranges::sort(s.merged.order);
  return &s.merged;
}

Result<void> ChildBuckets::spill(unsigned worker, std::size_t first) {
  const Locked only_one(spilling_);
  GroupBlock& block = senders_[worker]->block;
  constexpr std::size_t enough_for_a_piece = std::size_t{1} << 18;
  Bytes bytes;
  for (std::size_t b = buckets_.size(); b-- > first * sides_ && too_many();) {
    Bucket& bucket = *buckets_[b];
    const Locked lock(bucket.mutex);
    while (!bucket.full.empty()) {
      bytes.clear();
      for (; !bucket.full.empty() && bytes.size() < enough_for_a_piece; bucket.full.pop_back()) {
        const Chunk& chunk = *bucket.full.back();
        block.count = chunk.count;
        std::copy_n(chunk.keys, chunk.count, block.keys);
        std::copy_n(chunk.leaves, chunk.count, block.leaves);
        encode(block, bytes);
        give_back(std::move(bucket.full.back()));
      }
      NAZO_TRY(piece, spilled_->append(bytes));
      bucket.spilled.emplace_back(spilled_.get(), piece);
    }
  }
  return {};
}

}  // namespace nazo::tiles
