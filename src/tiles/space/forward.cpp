#include "tiles/space/forward.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "tiles/space/buckets.hpp"

namespace nazo::tiles {

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

struct ForwardWorker {
  explicit ForwardWorker(const SpaceWork& work)
      : generator(work.game.moves(work.layout, work.lanes)), leaf_moves(work.layout) {}
  std::unique_ptr<MoveGenerator> generator;
  LeafMoves leaf_moves;
  GroupBlock block{};
  Bytes room{}, encoded{};
};

/// Who does what while a layer is expanded. Blocks are expanded in order; a bucket is closed as soon as no block that
/// is not finished can send anything there. So only few buckets are open at a time, and no thread waits for another
/// until the blocks run out.
class Schedule {
 public:
  Schedule(const Layer& raw, const ChildBuckets& buckets, std::uint64_t least_step, unsigned workers)
      : raw_(raw), buckets_(buckets), least_step_(least_step), in_hand_(workers, none) {}

  struct Task {
    enum { expand, close, end } what = end;
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
        return {Task::close, next_bucket_++};
      if (next_block_ < raw_.blocks()) return {Task::expand, in_hand_[worker] = next_block_++};
      if (all) break;
      changed_.wait(mutex_);
    }
    return {};
  }
  void stop() {
    const Locked lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] std::size_t open_bucket() {
    const Locked lock(mutex_);
    return next_bucket_;
  }
  /// Blocks that were expanded: all before this one.
  [[nodiscard]] std::size_t expanded() const { return next_block_; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  const Layer& raw_;
  const ChildBuckets& buckets_;
  std::uint64_t least_step_;
  Mutex mutex_{};
  Signal changed_{};
  std::size_t next_block_ = 0, next_bucket_ = 0;
  std::vector<std::size_t> in_hand_;  // worker → the block it expands
  bool stopped_ = false;
};

class ForwardPass {
 public:
  explicit ForwardPass(const SpaceWork& work)
      : work_(work), layout_(work.layout), first_stream_(first_streams(work.layout)), buckets_(work) {
    for (unsigned i = 0; i < work.crew.size(); ++i) workers_.push_back(std::make_unique<ForwardWorker>(work));
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
    NAZO_TRY(piece, raw->store.append(bytes));
    raw->pieces.push_back(piece);
    raw->first_keys.push_back(0);
    raw->groups = 1;
    while (raw->groups > 0 && work_.meter.check()) {
      layers.push_back(std::make_unique<Layer>(work_.limits));
      auto next = std::make_unique<Layer>(work_.limits);
      if (const auto expanded = expand(*raw, *layers.back(), *next); !expanded) {
        if (expanded.error().limit != Limit::memory) return std::unexpected(expanded.error());
        work_.meter.out_of_memory();
        break;
      }
      raw = std::move(next);
    }
    return layers;
  }

 private:
  static constexpr std::size_t most_bucket_children = 16384;  // merged, they fit the cache

  /// A layer while it is expanded.
  struct Expansion {
    Expansion(const Layer& from, Layer& to, Layer& after, const ChildBuckets& buckets, const SpaceWork& work)
        : raw(from),
          closed(to),
          next(after),
          states(from.blocks(), 0),
          done(buckets.size()),
          schedule(from, buckets, work.layout.least_step, work.crew.size()) {}
    const Layer& raw;
    Layer &closed, &next;
    std::vector<std::uint64_t> states;  // of every block
    struct Closed {
      std::vector<std::size_t> pieces{};
      std::vector<std::uint64_t> first_keys{};
      std::uint64_t groups = 0;
    };
    std::vector<Closed> done;  // bucket → its blocks in the next layer
    Schedule schedule;
  };

  /// Closes the leaf sets of a layer and finds the groups of the next.
  Result<void> expand(const Layer& raw, Layer& closed, Layer& next) {
    NAZO_TRY(uppers, plan_buckets(raw));
    buckets_.begin(uppers);
    closed.first_keys = raw.first_keys;
    closed.pieces.resize(raw.blocks());
    closed.groups = raw.groups;
    Expansion layer(raw, closed, next, buckets_, work_);
    const bool worth_waking_others = raw.blocks() > 2;
    if (worth_waking_others) {
      work_.crew.run([&](unsigned worker) { work_on(layer, worker); });
    } else {
      work_on(layer, 0);
    }
    NAZO_CHECK(error_.get());
    // Spent in the order of the blocks, so that with a limit of nodes, too, the count does not depend on the threads.
    for (std::size_t i = 0; i < layer.schedule.expanded(); ++i) {
      closed.states += layer.states[i];
      if (!work_.meter.spend(layer.states[i])) return {};
    }
    for (const auto& bucket : layer.done) {
      next.pieces.insert(next.pieces.end(), bucket.pieces.begin(), bucket.pieces.end());
      next.first_keys.insert(next.first_keys.end(), bucket.first_keys.begin(), bucket.first_keys.end());
      next.groups += bucket.groups;
    }
    return {};
  }

  /// Who leaves by a throw stops the others: they would wait for what it never finishes.
  struct StopOthersUnlessDone {
    Schedule& schedule;
    bool done = false;
    ~StopOthersUnlessDone() {
      if (!done) schedule.stop();
    }
  };

  void work_on(Expansion& layer, unsigned worker) {
    StopOthersUnlessDone guard{layer.schedule};
    for (;;) {
      const Schedule::Task task = layer.schedule.next(worker);
      if (task.what == Schedule::Task::end) break;
      const auto result = task.what == Schedule::Task::close ? close_bucket(layer, worker, task.number)
                                                             : expand_block(layer, worker, task.number);
      if (!result) error_.note(result.error());
      if (!result || !in_budget()) layer.schedule.stop();
    }
    guard.done = true;
  }

  bool in_budget() {
    const Locked lock(meter_mutex_);
    if (work_.progress) work_.progress({"states found", found_, 0, {}});
    return found_ <= work_.meter.budget().nodes && work_.meter.check();
  }

  /// Closes the leaves of one block and sends its children to their buckets.
  Result<void> expand_block(Expansion& layer, unsigned worker, std::size_t number) {
    ForwardWorker& w = *workers_[worker];
    NAZO_CHECK(layer.raw.read(number, w.block, w.room));
    std::uint64_t states = 0;
    for (int begin = 0; begin < w.block.count; begin += MoveGenerator::lanes) {
      const int count = std::min(MoveGenerator::lanes, w.block.count - begin);
      const std::uint64_t* keys = w.block.keys + begin;
      Leaf* leaves = w.block.leaves + begin;
      w.generator->generate({keys, static_cast<std::size_t>(count)}, leaves, MoveGenerator::Sets::open);
      for (int lane = 0; lane < count; ++lane) {
        w.leaf_moves.take(*w.generator, lane);
        leaves[lane] = w.leaf_moves.closed(leaves[lane]);
        states += leaves[lane].count();
      }
      send_children(worker, keys, leaves);
    }
    w.encoded.clear();
    encode(w.block, w.encoded);
    NAZO_TRY(piece, layer.closed.store.append(w.encoded));
    layer.closed.pieces[number] = piece;
    layer.states[number] = states;
    found_ += states;
    if (buckets_.too_many()) return buckets_.spill(worker, layer.schedule.open_bucket());
    return {};
  }

  void send_children(unsigned worker, const std::uint64_t* keys, const Leaf* leaves) {
    const MoveGenerator& generator = *workers_[worker]->generator;
    for (int p = 0; p < layout_.high_pairs; ++p) {
      const SpacePair& pair = layout_.pairs[static_cast<std::size_t>(p)];
      const SpaceKind& kind = layout_.kinds[static_cast<std::size_t>(pair.kind)];
      const CodeTable& table = layout_.codes(kind);
      const std::size_t row = static_cast<std::size_t>(pair.in_kind) * table.codes();
      const std::size_t stream = first_stream_[static_cast<std::size_t>(pair.kind)] + row;
      const std::uint32_t sure = generator.sure(p);
      for (std::uint32_t rest = generator.can(p); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        Leaf moving = leaves[lane];
        if ((sure >> lane & 1) == 0) {
          moving &= generator.leaves(lane, p);
          if (!moving.any()) continue;
        }
        const unsigned code = layout_.code_of(keys[lane], kind);
        const std::uint64_t step = static_cast<std::uint64_t>(table.next[row + code] - code) << kind.shift;
        buckets_.send(worker, stream + code, keys[lane] + step, moving);
      }
    }
  }

  /// Chooses the buckets of the next layer from the children of a sample of this one.
  Result<std::vector<std::uint64_t>> plan_buckets(const Layer& raw) {
    ForwardWorker& w = *workers_.front();
    // Every 32nd block; more where there are few, fewer where the sample would outgrow its memory.
    constexpr std::size_t most_children_of_a_block = MoveGenerator::lanes * 64;
    const std::size_t most_blocks = 8 + work_.merging_bytes / (sizeof(std::uint64_t) * most_children_of_a_block);
    const std::size_t sample_every =
        std::max(std::clamp<std::size_t>(raw.blocks() / 64, 1, 32), raw.blocks() / most_blocks);
    std::vector<std::uint64_t> sample;
    std::uint64_t looked_at = 0;
    for (std::size_t b = 0; b < raw.blocks() && work_.meter.overdue() == Limit::none; b += sample_every) {
      NAZO_CHECK(raw.read(b, w.block, w.room));
      // Groups from all over the block.
      const int count = std::min(MoveGenerator::lanes, w.block.count);
      for (int i = 0; i < count; ++i) {
        w.block.keys[i] = w.block.keys[i * w.block.count / count];
        w.block.leaves[i] = w.block.leaves[i * w.block.count / count];
      }
      looked_at += static_cast<std::uint64_t>(count);
      w.generator->generate({w.block.keys, static_cast<std::size_t>(count)}, w.block.leaves, MoveGenerator::Sets::open);
      for (int p = 0; p < layout_.high_pairs; ++p) {
        const SpacePair& pair = layout_.pairs[static_cast<std::size_t>(p)];
        const SpaceKind& kind = layout_.kinds[static_cast<std::size_t>(pair.kind)];
        const CodeTable& table = layout_.codes(kind);
        for (std::uint32_t rest = w.generator->can(p); rest != 0; rest &= rest - 1) {
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
    // Half of what can surely be merged: the sample is one.
    const std::size_t in_a_bucket = std::clamp<std::size_t>(buckets_.fitting_children() / 2, 1, most_bucket_children);
    const std::size_t enough = static_cast<std::size_t>(children / static_cast<double>(in_a_bucket)) + 1;
    const std::size_t wanted = std::min({enough, sample.size() / 4 + 1, buckets_.most_buckets()});
    std::vector<std::uint64_t> uppers;
    for (std::size_t i = 1; i < wanted; ++i) {
      const std::uint64_t upper = sample[i * sample.size() / wanted];
      if (upper > (uppers.empty() ? 0 : uppers.back())) uppers.push_back(upper);
    }
    return uppers;
  }

  /// Merges what has come together in a complete bucket, and puts it into the next layer.
  Result<void> close_bucket(Expansion& layer, unsigned worker, std::size_t number) {
    NAZO_TRY(merged, buckets_.merge(worker, number));
    ForwardWorker& w = *workers_[worker];
    auto& done = layer.done[number];
    done.groups = merged->order.size();
    for (std::size_t at = 0; at < merged->order.size(); at += block_groups) {
      w.block.count = static_cast<int>(std::min<std::size_t>(block_groups, merged->order.size() - at));
      for (int g = 0; g < w.block.count; ++g) {
        const auto& [key, leaves] = merged->order[at + static_cast<std::size_t>(g)];
        w.block.keys[g] = key;
        w.block.leaves[g] = merged->leaves[leaves];
      }
      w.encoded.clear();
      encode(w.block, w.encoded);
      NAZO_TRY(piece, layer.next.store.append(w.encoded));
      done.pieces.push_back(piece);
      done.first_keys.push_back(w.block.keys[0]);
    }
    return {};
  }

  const SpaceWork& work_;
  const SpaceLayout& layout_;
  std::vector<std::size_t> first_stream_;
  ChildBuckets buckets_;
  std::vector<std::unique_ptr<ForwardWorker>> workers_{};
  std::atomic<std::uint64_t> found_ = 0;
  Mutex meter_mutex_{};
  SharedError error_{};
};

}  // namespace

Result<std::vector<std::unique_ptr<Layer>>> explore_forward(const SpaceWork& work) { return ForwardPass(work).run(); }

}  // namespace nazo::tiles
