#include "tiles/space/forward.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "tiles/space/buckets.hpp"
#include "tiles/space/keeper.hpp"
#include "tiles/space/schedule.hpp"

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

class ForwardPass {
 public:
  explicit ForwardPass(SpaceWork& work)
      : work_(work), layout_(work.layout), first_stream_(first_streams(work.layout)), buckets_(work) {
    for (unsigned i = 0; i < work.crew.size(); ++i) workers_.push_back(std::make_unique<ForwardWorker>(work));
  }

  Result<std::vector<std::unique_ptr<Layer>>> run(std::uint64_t kept) {
    std::vector<std::unique_ptr<Layer>> layers;
    std::unique_ptr<Layer> raw;
    // What one rank cannot read back is an error of all, and a limit that this reaches is the limit of all.
    const auto begun = work_.company.agree("begun", begin(kept, layers, raw));
    if (!begun && begun.error().limit == Limit::none) return std::unexpected(begun.error());
    if (!begun) {
      work_.limit = begun.error().limit;
      return layers;
    }
    for (;;) {
      NAZO_TRY(more, groups_of_all(*raw));
      if (more == 0 || !in_budget_of_all()) break;
      layers.push_back(std::make_unique<Layer>(work_.limits));
      auto next = std::make_unique<Layer>(work_.limits);
      auto expanded = expand(*raw, *layers.back(), *next, layers.size());
      // A limit ends the run of all; it is the meter that tells which.
      if (expanded && work_.meter.limit() != Limit::none) expanded = fail_limit(work_.meter.limit());
      expanded = work_.company.agree("expanded", expanded);
      if (!expanded) {
        if (expanded.error().limit == Limit::none) return std::unexpected(expanded.error());
        work_.limit = expanded.error().limit;
        break;
      }
      NAZO_CHECK(work_.keeper.keep_forward(layers.size(), *layers.back(), *next));
      raw = std::move(next);
    }
    return layers;
  }

 private:
  /// The layers that were kept, and the one to go on with.
  Result<void> begin(std::uint64_t kept, std::vector<std::unique_ptr<Layer>>& layers, std::unique_ptr<Layer>& raw) {
    for (std::size_t i = 0; i < kept; ++i) {
      NAZO_TRY(layer, work_.keeper.closed_layer(i, work_.limits));
      layers.push_back(std::move(layer));
      found_ += layers.back()->states;
    }
    if (kept == 0) {
      NAZO_TRY(start, start_layer());
      raw = std::move(start);
    } else {
      NAZO_TRY(layer, work_.keeper.raw_layer(kept, work_.limits));
      raw = std::move(layer);
    }
    return {};
  }

  static constexpr std::size_t most_bucket_children = 16384;  // merged, they fit the cache

  /// The layer of the start alone; on one rank.
  Result<std::unique_ptr<Layer>> start_layer() {
    auto raw = std::make_unique<Layer>(work_.limits);
    raw->owners.ranks = work_.company.size();
    raw->bucket_ends.push_back(0);
    raw->lenders.push_back(0);
    raw->wish_of.assign(work_.company.size(), std::vector<std::size_t>{Layer::no_wish});
    if (!work_.company.alone()) raw->borrowed = std::make_unique<Layer>(work_.limits);
    if (raw->borrowed) raw->borrowed->bucket_ends.push_back(0);
    if (raw->owners.of(0) != work_.company.mine()) return raw;
    GroupBlock& block = workers_.front()->block;
    block.count = 1;
    block.keys[0] = 0;
    block.leaves[0] = Leaf::single(0);
    Bytes bytes;
    encode(block, bytes);
    NAZO_TRY(piece, raw->store.append(bytes));
    raw->pieces.push_back(piece);
    raw->first_keys.push_back(0);
    raw->bucket_ends.front() = 1;
    raw->groups = 1;
    return raw;
  }

  Result<std::uint64_t> groups_of_all(const Layer& raw) {
    if (work_.company.alone()) return raw.groups;
    NAZO_TRY(all, work_.company.gather("groups", ByteWriter().number(raw.groups).take()));
    std::uint64_t groups = 0;
    for (const auto& theirs : all) groups += ByteReader(theirs).number();
    return groups;
  }

  /// A layer is begun by all or by none.
  bool in_budget_of_all() {
    const Result<void> mine = work_.meter.check() ? Result<void>{} : fail_limit(work_.meter.limit());
    const auto all = work_.company.agree("budget", mine);
    if (!all) work_.limit = all.error().limit;
    return all.has_value();
  }

  /// A layer while it is expanded.
  struct Expansion {
    Expansion(const Layer& from, Layer& to, Layer& after, std::size_t layer_number, const ChildBuckets& buckets,
              const SpaceWork& work)
        : raw(from),
          closed(to),
          next(after),
          number(layer_number),
          states(from.blocks(), 0),
          done(buckets.size()),
          borrowed(work.company.alone() ? 0 : buckets.size()),
          schedule(from, buckets, work.layout.least_step, work.crew.size(), work.company.size()) {}
    const Layer& raw;
    Layer &closed, &next;
    std::size_t number;                 // of the next layer
    std::vector<std::uint64_t> states;  // of every block
    struct Closed {
      std::vector<std::size_t> pieces{};
      std::vector<std::uint64_t> first_keys{};
      std::uint64_t groups = 0, states = 0;
    };
    std::vector<Closed> done;      // bucket → its blocks in the next layer
    std::vector<Closed> borrowed;  // bucket → what of it belongs to others
    Schedule schedule;
  };

  /// Closes the leaf sets of a layer and finds the groups of the next.
  Result<void> expand(Layer& raw, Layer& closed, Layer& next, std::size_t number) {
    NAZO_TRY(plan, plan_buckets(raw));
    buckets_.begin(plan.uppers, plan.owners);
    closed.first_keys = raw.first_keys;
    closed.pieces.resize(raw.blocks());
    closed.groups = raw.groups;
    Expansion layer(raw, closed, next, number, buckets_, work_);
    next.owners = plan.owners;
    next.lenders.resize(buckets_.size(), 0);
    next.wish_of.assign(work_.company.size(), std::vector<std::size_t>(buckets_.size(), Layer::no_wish));
    const bool worth_waking_others = raw.blocks() > 2 || !work_.company.alone();
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
    if (stopped_) return {};
    put_together(next, layer.done);
    closed.take_sharing(raw);
    if (work_.company.alone()) return {};
    next.borrowed = std::make_unique<Layer>(work_.limits);
    next.borrowed->store.swap(borrowed_store_);
    put_together(*next.borrowed, layer.borrowed);
    return {};
  }

  static void put_together(Layer& layer, const std::vector<Expansion::Closed>& buckets) {
    for (const auto& bucket : buckets) {
      layer.pieces.insert(layer.pieces.end(), bucket.pieces.begin(), bucket.pieces.end());
      layer.first_keys.insert(layer.first_keys.end(), bucket.first_keys.begin(), bucket.first_keys.end());
      layer.groups += bucket.groups;
      layer.states += bucket.states;
      layer.bucket_ends.push_back(layer.blocks());
    }
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
      auto result = do_task(layer, worker, task);
      if (result) result = listen(layer);
      if (!result) error_.note(result.error());
      if (!result || !in_budget()) {
        if (!stopped_.exchange(true)) work_.company.tell_to_stop();
        layer.schedule.stop();
      }
    }
    guard.done = true;
  }

  Result<void> do_task(Expansion& layer, unsigned worker, const Schedule::Task& task) {
    switch (task.what) {
      case Schedule::Task::expand:
        return expand_block(layer, worker, task.number);
      case Schedule::Task::ship:
        return ship_bucket(layer, worker, task.number);
      case Schedule::Task::close:
        return close_bucket(layer, worker, task.number);
      case Schedule::Task::listen:
        work_.company.rest();
        break;
      case Schedule::Task::end:
        break;
    }
    return {};
  }

  /// Takes what other ranks have sent: children of theirs that belong here.
  Result<void> listen(Expansion& layer) {
    if (work_.company.alone()) return {};
    Result<void> result;
    const auto take = [&](const Company::Letter& letter) {
      if (letter.kind == Company::Kind::stop) {
        stopped_ = true;
        layer.schedule.stop();
      }
      if (letter.kind != Company::Kind::children || letter.layer != layer.number) return;
      if (!letter.bytes.empty()) {
        const auto piece = layer.next.wishes.append(letter.bytes);
        if (!piece) {
          result = std::unexpected(piece.error());
          return;
        }
        layer.next.wish_of[letter.from][letter.bucket] = *piece;
        buckets_.receive(letter.bucket, layer.next.wishes, *piece);
      }
      layer.schedule.arrived(letter.bucket);
    };
    work_.company.listen(take);
    // Who sends faster than the others can take waits, and takes meanwhile.
    while (result && !stopped_ && work_.company.under_way() > work_.most_under_way)
      if (!work_.company.listen(take)) work_.company.rest();
    return result;
  }

  /// Merges what this rank has found of a bucket's groups that belong to others, and sends it to them.
  Result<void> ship_bucket(Expansion& layer, unsigned worker, std::size_t number) {
    NAZO_TRY(merged, buckets_.merge(worker, number, ChildBuckets::Side::others));
    NAZO_CHECK(put_blocks(worker, *merged, borrowed_store_, layer.borrowed[number]));
    const unsigned ranks = work_.company.size();
    std::vector<std::vector<std::size_t>> of_rank(ranks);
    for (std::size_t i = 0; i < merged->order.size(); ++i)
      of_rank[layer.next.owners.of(merged->order[i].first)].push_back(i);
    ForwardWorker& w = *workers_[worker];
    for (unsigned to = 0; to < ranks; ++to) {
      if (to == work_.company.mine()) continue;
      w.encoded.clear();
      const auto& theirs = of_rank[to];
      for (std::size_t at = 0; at < theirs.size(); at += block_groups) {
        w.block.count = static_cast<int>(std::min<std::size_t>(block_groups, theirs.size() - at));
        for (int g = 0; g < w.block.count; ++g) {
          const auto& [key, leaves] = merged->order[theirs[at + static_cast<std::size_t>(g)]];
          w.block.keys[g] = key;
          w.block.leaves[g] = merged->leaves[leaves];
        }
        encode(w.block, w.encoded);
      }
      if (!theirs.empty()) ++layer.next.lenders[number];
      work_.company.send(to, Company::Kind::children, layer.number, number, w.encoded);
    }
    return {};
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

  struct Plan {
    std::vector<std::uint64_t> uppers{};
    Owners owners{};
  };
  /// Children of some of a rank's groups: how many there are in all, and keys, ascending, with how many leaves each
  /// brings.
  struct Sample {
    double children = 0;
    std::vector<SampledChild> some{};
  };

  /// Chooses the buckets of the next layer from the children of a sample of this one; all ranks choose the same.
  Result<Plan> plan_buckets(const Layer& raw) {
    auto sampled = sample_children(raw);
    if (!work_.company.alone())
      NAZO_CHECK(work_.company.agree("sampled", sampled ? Result<void>{} : std::unexpected(sampled.error())));
    NAZO_TRY(mine, std::move(sampled));
    // Half of what can surely be merged: the sample is one.
    const std::size_t in_a_bucket = std::clamp<std::size_t>(buckets_.fitting_children() / 2, 1, most_bucket_children);
    if (work_.company.alone())
      return Plan{.uppers = uppers_of(mine, in_a_bucket, buckets_.most_buckets(), 1), .owners = {}};
    NAZO_TRY(all, work_.company.gather("plan", packed(thinned(std::move(mine)), in_a_bucket)));
    Sample sample;
    std::uint64_t least_in_a_bucket = in_a_bucket, least_buckets = buckets_.most_buckets();
    for (const auto& bytes : all) {
      ByteReader reader(bytes);
      least_in_a_bucket = std::min(least_in_a_bucket, reader.number());
      least_buckets = std::min(least_buckets, reader.number());
      const double children = reader.real();
      const std::uint64_t count = reader.number();
      sample.children += children;
      std::uint64_t key = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        key += reader.number();
        sample.some.push_back({key, static_cast<double>(reader.number())});
      }
    }
    std::ranges::stable_sort(sample.some, {}, &SampledChild::key);
    Plan plan{.uppers = uppers_of(sample, least_in_a_bucket, least_buckets, work_.company.size()), .owners = {}};
    Owners before = raw.owners;
    before.ranks = work_.company.size();
    plan.owners = owners_of(layout_, before, sample.some);
    return plan;
  }

  /// So many of all ranks that every rank can take them in.
  [[nodiscard]] Sample thinned(Sample sample) const {
    constexpr std::size_t most_of_all = std::size_t{1} << 18;
    const std::size_t most = most_of_all / work_.company.size();
    const std::size_t every = 1 + sample.some.size() / most;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sample.some.size(); i += every) sample.some[kept++] = sample.some[i];
    sample.some.resize(kept);
    return sample;
  }

  [[nodiscard]] Ranks::Bytes packed(const Sample& sample, std::size_t in_a_bucket) const {
    ByteWriter writer;
    writer.number(in_a_bucket).number(buckets_.most_buckets()).real(sample.children).number(sample.some.size());
    std::uint64_t last = 0;
    for (const SampledChild& child : sample.some) {
      writer.number(child.key - last).number(static_cast<std::uint64_t>(child.leaves));
      last = child.key;
    }
    return writer.take();
  }

  /// Each rank merges its share of a bucket.
  static std::vector<std::uint64_t> uppers_of(const Sample& sample, std::size_t in_a_bucket, std::size_t most,
                                              unsigned ranks) {
    const double children = sample.children / ranks;
    const std::size_t enough = static_cast<std::size_t>(children / static_cast<double>(in_a_bucket)) + 1;
    const std::size_t wanted = std::min({enough, sample.some.size() / 4 + 1, most});
    std::vector<std::uint64_t> uppers;
    for (std::size_t i = 1; i < wanted; ++i) {
      const std::uint64_t upper = sample.some[i * sample.some.size() / wanted].key;
      if (upper > (uppers.empty() ? 0 : uppers.back())) uppers.push_back(upper);
    }
    return uppers;
  }

  Result<Sample> sample_children(const Layer& raw) {
    ForwardWorker& w = *workers_.front();
    // Every 32nd block; more where there are few, fewer where the sample would outgrow its memory.
    constexpr std::size_t most_children_of_a_block = MoveGenerator::lanes * 64;
    const std::size_t most_blocks = 8 + work_.merging_bytes / (sizeof(std::uint64_t) * most_children_of_a_block);
    const std::size_t sample_every =
        std::max(std::clamp<std::size_t>(raw.blocks() / 64, 1, 32), raw.blocks() / most_blocks);
    Sample sample;
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
          const double leaves = work_.company.alone() ? 1 : w.block.leaves[std::countr_zero(rest)].count();
          sample.some.push_back({key + (static_cast<std::uint64_t>(to - code) << kind.shift), leaves});
        }
      }
    }
    std::ranges::sort(sample.some, {}, &SampledChild::key);
    if (looked_at != 0)
      sample.children =
          static_cast<double>(sample.some.size()) * static_cast<double>(raw.groups) / static_cast<double>(looked_at);
    return sample;
  }

  /// Merges what has come together in a complete bucket, and puts it into the next layer.
  Result<void> close_bucket(Expansion& layer, unsigned worker, std::size_t number) {
    NAZO_TRY(merged, buckets_.merge(worker, number));
    return put_blocks(worker, *merged, layer.next.store, layer.done[number]);
  }

  Result<void> put_blocks(unsigned worker, const ChildBuckets::Merged& merged, PieceStore& store,
                          Expansion::Closed& done) {
    ForwardWorker& w = *workers_[worker];
    done.groups = merged.order.size();
    for (std::size_t at = 0; at < merged.order.size(); at += block_groups) {
      w.block.count = static_cast<int>(std::min<std::size_t>(block_groups, merged.order.size() - at));
      for (int g = 0; g < w.block.count; ++g) {
        const auto& [key, leaves] = merged.order[at + static_cast<std::size_t>(g)];
        w.block.keys[g] = key;
        w.block.leaves[g] = merged.leaves[leaves];
        done.states += merged.leaves[leaves].count();
      }
      w.encoded.clear();
      encode(w.block, w.encoded);
      NAZO_TRY(piece, store.append(w.encoded));
      done.pieces.push_back(piece);
      done.first_keys.push_back(w.block.keys[0]);
    }
    return {};
  }

  SpaceWork& work_;
  const SpaceLayout& layout_;
  std::vector<std::size_t> first_stream_;
  ChildBuckets buckets_;
  std::vector<std::unique_ptr<ForwardWorker>> workers_{};
  PieceStore borrowed_store_{work_.limits};  // of the layer that is being found
  std::atomic<std::uint64_t> found_ = 0;
  std::atomic<bool> stopped_ = false;
  Mutex meter_mutex_{};
  SharedError error_{};
};

}  // namespace

Result<std::vector<std::unique_ptr<Layer>>> explore_forward(SpaceWork& work, std::uint64_t kept) {
  return ForwardPass(work).run(kept);
}

}  // namespace nazo::tiles
