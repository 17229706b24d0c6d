#include "tiles/space/backward.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "tiles/space/backward_worker.hpp"
#include "tiles/space/keeper.hpp"
#include "tiles/space/value_letters.hpp"
#include "tiles/space/values.hpp"

namespace nazo::tiles {

namespace {

class BackwardPass {
 public:
  BackwardPass(SpaceWork& work, SpaceCounts& counts) : work_(work), layout_(work.layout), counts_(counts) {
    for (unsigned i = 0; i < work.crew.size(); ++i) workers_.push_back(std::make_unique<BackwardWorker>(work));
    kept_.layers.resize(static_cast<std::size_t>(layout_.layers));
  }

  /// The last `valued` layers have their values kept.
  Result<void> run(std::vector<std::unique_ptr<Layer>> layers, std::size_t valued) {
    const std::size_t all = layers.size();
    std::vector<std::uint64_t> needed(all + 1, 0);
    for (std::size_t i = 0; i < all; ++i) {
      needed[i] = bytes_of(*layers[i]) + (layers[i]->borrowed ? bytes_of(*layers[i]->borrowed) : 0);
      total_ += layers[i]->states;
    }
    bool next_in_memory = true;
    const std::size_t first = valued == 0 ? all : all - valued + 1;
    for (std::size_t i = first; i-- > 0;) {
      const bool known = valued != 0 && i + 1 == first;
      const std::uint64_t cache = work_.cache_bytes / 3;
      active_ = workers_.size();
      if (!next_in_memory)
        while (active_ > 0 && held_by_cursors() > work_.cache_bytes) --active_;
      const Result<void> room = active_ > 0 ? Result<void>{} : fail_limit(Limit::memory);
      NAZO_CHECK(work_.company.agree("room", room));
      const std::uint64_t of_next = next_in_memory ? needed[i + 1] : std::max(cache, held_by_cursors());
      const bool fits = needed[i] + of_next <= work_.cache_bytes;
      const auto where = fits ? ValueLayer::Where::memory : ValueLayer::Where::store;
      const std::uint64_t part = work_.company.alone() ? cache : cache / 2;
      auto borrowed = std::move(layers[i]->borrowed);
      auto values = std::make_unique<ValueLayer>(std::move(layers[i]), work_.limits, part, where);
      std::unique_ptr<ValueLayer> lent;
      if (borrowed) lent = std::make_unique<ValueLayer>(std::move(borrowed), work_.limits, part, where);
      // Who could not read them back would be waited for in what follows.
      if (known) NAZO_CHECK(work_.company.agree("values read", work_.keeper.read_values(i, *values, kept_)));
      auto done = evaluate_layer(*values, lent.get(), i, known);
      if (done && work_.meter.limit() != Limit::none) done = fail_limit(work_.meter.limit());
      NAZO_CHECK(work_.company.agree("valued", done));
      if (!known) NAZO_CHECK(work_.keeper.keep_backward(all - i, all, *values, sums()));
      for (const auto& worker : workers_)
        for (auto& side : worker->cursors) std::ranges::fill(side, Cursor{});
      next_ = std::move(values);
      next_lent_ = std::move(lent);
      next_in_memory = fits;
    }
    if (next_->layer().groups != 0) {
      NAZO_TRY(start, next_->get(0));
      counts_.random_walk_win = start->won(0).has(0) ? *start->wins(0) : 0.0;
    }
    return sum_up();
  }

 private:
  static std::uint64_t bytes_of(const Layer& layer) {
    return layer.groups * (2 * sizeof(Leaf) + 24) + layer.states * (sizeof(double) + 1);
  }

  /// Every stream of every active thread holds the block it stands in, of a next layer that is not in memory.
  [[nodiscard]] std::uint64_t held_by_cursors() const {
    const std::uint64_t cursors = active_ * workers_.front()->cursors.front().size();
    const auto held = [&](const ValueLayer* values) -> std::uint64_t {
      if (values == nullptr || values->layer().blocks() == 0) return 0;
      const std::uint64_t blocks = values->layer().blocks();
      return bytes_of(values->layer()) / blocks * std::min(blocks, cursors);
    };
    return held(next_.get()) + held(next_lent_.get());
  }

  /// Values of the borrowed groups of a layer, on their way.
  struct Lending {
    explicit Lending(StoreLimits& limits, const ValueLayer* to, std::size_t buckets, unsigned ranks)
        : lent(to),
          letters(limits),
          piece_of(ranks, std::vector<std::size_t>(buckets, Layer::no_wish)),
          come(buckets) {}
    const ValueLayer* lent;
    PieceStore letters;
    std::vector<std::vector<std::size_t>> piece_of;  // rank → bucket → its letter
    std::vector<std::atomic<std::uint32_t>> come;    // bucket → letters that have come
    std::atomic<std::size_t> whole = 0;              // buckets that are here
  };

  /// Works out the values of a layer, unless they are `known`, and gives others what they borrow of it.
  Result<void> evaluate_layer(ValueLayer& values, ValueLayer* lent, std::size_t number, bool known) {
    stop_ = false;
    if (!lent) return known ? Result<void>{} : evaluate_alone(values, number);
    const Layer& layer = values.layer();
    const std::size_t buckets = layer.bucket_ends.size();
    Lending lending(work_.limits, lent, buckets, work_.company.size());
    std::size_t expected = 0;
    for (const std::uint32_t lenders : layer.lenders) expected += lenders != 0 ? 1 : 0;
    std::atomic<std::size_t> next_bucket = 0;
    const auto listen = [&](BackwardWorker& w) { return take_letters(w, lending, layer, *lent, number); };
    const auto guarded = [&](const Result<void>& result) {
      if (!result) error_.note(result.error());
      if ((!result || !in_budget()) && !stop_.exchange(true)) work_.company.tell_to_stop();
    };
    work_.crew.run([&](unsigned worker) {
      BackwardWorker& w = *workers_[worker];
      if (worker < active_)
        for (std::size_t b = next_bucket++; b < buckets && !stop_; b = next_bucket++) {
          guarded(evaluate_bucket(w, values, b, number, known));
          guarded(listen(w));
          while (!stop_ && work_.company.under_way() > work_.most_under_way) guarded(listen(w));
        }
      while (!stop_ && lending.whole < expected) {
        guarded(listen(w));
        work_.company.rest();
      }
    });
    return error_.get();
  }

  Result<void> evaluate_alone(ValueLayer& values, std::size_t number) {
    // Every thread has its own cursors. With runs of blocks they go over different parts of the next layer; one block
    // by turns would send them all over all of it.
    const std::uint64_t blocks = values.layer().blocks();
    const std::uint64_t run = std::clamp<std::uint64_t>(blocks / (16 * work_.crew.size()), 1, 32);
    std::atomic<std::uint64_t> next_run = 0;
    work_.crew.run([&](unsigned worker) {
      if (worker >= active_) return;
      for (std::uint64_t first = run * next_run++; first < blocks && !stop_; first = run * next_run++)
        for (std::uint64_t i = first; i < std::min(first + run, blocks) && !stop_; ++i) {
          const auto result = evaluate(*workers_[worker], values, i, number);
          if (!result) error_.note(result.error());
          if (!result || !in_budget()) stop_ = true;
        }
    });
    return error_.get();
  }

  /// Works out the values of one block and keeps them.
  Result<void> evaluate(BackwardWorker& w, ValueLayer& values, std::size_t block, std::size_t number) {
    NAZO_CHECK(values.layer().read(block, w.block, w.room));
    evaluate_block(w, static_cast<int>(number));
    valued_ += w.draft.win.size() + w.draft.lost.size();
    return values.add(block, w.block, w.draft);
  }

  /// The blocks of a bucket, and at once what others borrow of them.
  Result<void> evaluate_bucket(BackwardWorker& w, ValueLayer& values, std::size_t bucket, std::size_t number,
                               bool known) {
    const Layer& layer = values.layer();
    for (unsigned rank = 0; rank < work_.company.size(); ++rank) {
      Wishing& wishing = w.wishes[rank];
      wishing.answer.clear();
      wishing.rest = {};
      wishing.at = wishing.block->count = 0;
      if (const std::size_t wish = layer.wish_of[rank][bucket]; wish != Layer::no_wish) {
        NAZO_TRY(bytes, layer.wishes.read(wish, wishing.room));
        wishing.rest = bytes;
      }
    }
    const std::size_t first = bucket == 0 ? 0 : layer.bucket_ends[bucket - 1];
    for (std::size_t block = first; block < layer.bucket_ends[bucket] && !stop_; ++block) {
      if (known) {
        NAZO_CHECK(values.read(block, w.block, w.draft));
      } else {
        NAZO_CHECK(evaluate(w, values, block, number));
        if (!in_budget()) return {};
      }
      for (Wishing& wishing : w.wishes) grant(w, wishing);
    }
    if (stop_) return {};
    for (unsigned rank = 0; rank < work_.company.size(); ++rank)
      if (layer.wish_of[rank][bucket] != Layer::no_wish)
        work_.company.send(rank, Company::Kind::values, number, bucket, w.wishes[rank].answer);
    return {};
  }

  /// Adds the values of the worker's block that another rank wants to the answer it gets.
  static void grant(BackwardWorker& w, Wishing& wishing) {
    wishing.draft.clear();
    wishing.wanted->count = 0;
    const std::uint64_t* own = w.block.keys;
    int group = 0;
    for (const std::uint64_t* key = wishing.key(); key != nullptr; key = wishing.key()) {
      while (group < w.block.count && own[group] < *key) ++group;
      if (group == w.block.count) break;
      const Leaf leaves = wishing.block->leaves[wishing.at++];
      const auto g = static_cast<std::size_t>(group);
      const Leaf won = leaves & w.draft.won[g];
      const double* win = w.draft.win.data() + w.draft.first_win[g];
      w.draft.won[g].for_each([&](unsigned leaf) {
        if (won.has(leaf)) wishing.draft.win.push_back(*win);
        ++win;
      });
      const std::uint8_t* lost = w.draft.lost.data() + w.draft.first_lost[g];
      (w.block.leaves[group] - w.draft.won[g]).for_each([&](unsigned leaf) {
        if (leaves.has(leaf)) wishing.draft.lost.push_back(*lost);
        ++lost;
      });
      wishing.draft.won.push_back(won);
      wishing.wanted->leaves[wishing.wanted->count++] = leaves;
    }
    send_values(*wishing.wanted, wishing.draft, wishing.answer);
  }

  /// Takes the values that have come; a bucket of which all are here becomes part of what is lent.
  Result<void> take_letters(BackwardWorker& w, Lending& lending, const Layer& layer, ValueLayer& lent,
                            std::size_t number) {
    Result<void> result;
    work_.company.listen([&](const Company::Letter& letter) {
      if (letter.kind == Company::Kind::stop) stop_ = true;
      if (letter.kind != Company::Kind::values || letter.layer != number || !result) return;
      const auto piece = lending.letters.append(letter.bytes);
      if (!piece) {
        result = std::unexpected(piece.error());
        return;
      }
      lending.piece_of[letter.from][letter.bucket] = *piece;
      if (++lending.come[letter.bucket] == layer.lenders[letter.bucket])
        result = take_bucket(w, lending, layer, lent, letter.bucket);
    });
    return result;
  }

  /// Puts together what the others have sent of a bucket.
  Result<void> take_bucket(BackwardWorker& w, Lending& lending, const Layer& layer, ValueLayer& lent,
                           std::size_t bucket) {
    const unsigned ranks = work_.company.size();
    std::vector<ValueReader> from(ranks);
    for (unsigned rank = 0; rank < ranks; ++rank)
      if (const std::size_t piece = lending.piece_of[rank][bucket]; piece != Layer::no_wish) {
        NAZO_TRY(bytes, lending.letters.read(piece, from[rank].room));
        from[rank].rest = bytes;
      }
    const Layer& groups = lent.layer();
    const std::size_t first = bucket == 0 ? 0 : groups.bucket_ends[bucket - 1];
    auto block = std::make_unique<GroupBlock>();
    for (std::size_t b = first; b < groups.bucket_ends[bucket]; ++b) {
      NAZO_CHECK(groups.read(b, *block, w.reply_room));
      ValueDraft draft;
      for (int g = 0; g < block->count; ++g) from[layer.owners.of(block->keys[g])].next(block->leaves[g], draft);
      NAZO_CHECK(lent.add(b, *block, draft));
    }
    ++lending.whole;
    return {};
  }

  bool in_budget() {
    const Locked lock(meter_mutex_);
    if (work_.progress) work_.progress({"states valued", valued_, total_, {}});
    return work_.meter.check();
  }

  /// Works out the draft of the worker's block.
  void evaluate_block(BackwardWorker& w, int number) {
    const GroupBlock& block = w.block;
    w.draft.clear();
    for (int begin = 0; begin < block.count; begin += MoveGenerator::lanes) {
      const int count = std::min(MoveGenerator::lanes, block.count - begin);
      w.generator->generate({block.keys + begin, static_cast<std::size_t>(count)}, block.leaves + begin,
                            MoveGenerator::Sets::closed);
      std::size_t children[MoveGenerator::lanes]{};
      find_children(w, begin, children);
      for (int lane = 0; lane < count; ++lane) {
        w.leaf_moves.take(*w.generator, lane);
        evaluate_group(w, begin + lane, children_of(w, lane, children[lane]), number);
      }
      w.retired.clear();
    }
  }

  [[nodiscard]] std::span<const Child> children_of(const BackwardWorker& w, int lane, std::size_t count) const {
    return {w.children.data() + static_cast<std::size_t>(lane * layout_.high_pairs), count};
  }

  /// Finds the children of all groups the generator has looked at. Their values lie all over the next layer, so they
  /// are fetched ahead: by the time the last child is found the first one's are there.
  void find_children(BackwardWorker& w, int begin, std::size_t* found) {
    for (int p = 0; p < layout_.high_pairs; ++p) {
      const SpacePair& pair = layout_.pairs[static_cast<std::size_t>(p)];
      const SpaceKind& kind = layout_.kinds[static_cast<std::size_t>(pair.kind)];
      const CodeTable& table = layout_.codes(kind);
      const std::size_t row = static_cast<std::size_t>(pair.in_kind) * table.codes();
      const std::size_t stream = w.first_stream[static_cast<std::size_t>(pair.kind)] + row;
      for (std::uint32_t rest = w.generator->can(p); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        Leaf moving = w.block.leaves[begin + lane];
        if ((w.generator->sure(p) >> lane & 1) == 0) {
          moving &= w.generator->leaves(lane, p);
          if (!moving.any()) continue;
        }
        const std::uint64_t key = w.block.keys[begin + lane];
        const unsigned code = layout_.code_of(key, kind);
        const std::uint64_t child_key = key + (static_cast<std::uint64_t>(table.next[row + code] - code) << kind.shift);
        const bool lent = next_lent_ && next_->layer().owners.of(child_key) != work_.company.mine();
        Cursor& cursor = w.cursors[lent ? 1 : 0][stream + code];
        if (!move_to(w, cursor, lent ? *next_lent_ : *next_, child_key)) return;
        Child& child = w.children[static_cast<std::size_t>(lane * layout_.high_pairs) + found[lane]++];
        child = {cursor.held.get(), cursor.at, moving};
        __builtin_prefetch(&child.won());
        __builtin_prefetch(child.block->where_wins_begin(child.at));
      }
    }
    for (int lane = 0; lane < MoveGenerator::lanes; ++lane)
      for (const Child& child : children_of(w, lane, found[lane])) {
        __builtin_prefetch(child.wins());
        __builtin_prefetch(child.wins() + 8);
      }
  }

  /// Moves a cursor on to a key that is in the next layer; false if that could not be read.
  bool move_to(BackwardWorker& w, Cursor& cursor, ValueLayer& next, std::uint64_t key) {
    if (!cursor.held || key > cursor.held->last_key()) {
      const auto& firsts = next.layer().first_keys;
      const auto after =
          std::upper_bound(firsts.begin() + static_cast<std::ptrdiff_t>(cursor.block), firsts.end(), key);
      cursor.block = static_cast<std::size_t>(after - firsts.begin()) - 1;
      cursor.at = 0;
      auto block = next.get(cursor.block);
      if (!block) {
        error_.note(block.error());
        return false;
      }
      w.retired.push_back(std::move(cursor.held));
      cursor.held = std::move(*block);
    }
    cursor.at = first_not_below(cursor.held->keys(), cursor.at, key);
    return true;
  }

  void evaluate_group(BackwardWorker& w, int group, std::span<const Child> children, int number) {
    ValueDraft& out = w.draft;
    const Leaf reached = w.block.leaves[group];
    reached.for_each([&](unsigned leaf) {
      w.sum[leaf] = 0;
      w.moves[leaf] = 0;
      w.leaf_pairs[leaf] = 0;
    });
    for (const Child& child : children) {
#if defined(NAZO_EIGHT_LEAVES)
      if (work_.lanes != Lanes::scalar) {
        add_wins_by_eight(w, child);
        continue;
      }
#endif
      add_wins(w, child);
    }
    for (int i = 0; i < w.leaf_moves.size(); ++i) {
      const std::uint64_t bit = std::uint64_t{1} << w.leaf_moves.pair(i);
      (w.leaf_moves.playable(i) & reached).for_each([&](unsigned leaf) { w.leaf_pairs[leaf] |= bit; });
    }
    // Leaf moves lead to higher leaves, so from the top down every child is known.
    const bool at_the_end = layout_.can_be_cleared && w.block.keys[group] == layout_.last_key;
    Leaf won;
    reached.for_each_down([&](unsigned leaf) {
      double sum = w.sum[leaf];
      std::uint32_t moves = w.moves[leaf];
      for (std::uint64_t pairs = w.leaf_pairs[leaf]; pairs != 0; pairs &= pairs - 1, ++moves)
        sum += w.win[layout_.leaf_child[static_cast<std::size_t>(std::countr_zero(pairs))][leaf]];
      const double at_rest = at_the_end && leaf == layout_.last_leaf ? 1.0 : 0.0;
      const double win = moves != 0 ? sum / moves : at_rest;
      w.win[leaf] = win;
      w.moves[leaf] = moves;
      if (win > 0) won.set(leaf);
      LayerCount& count = layer_of(w, number, leaf);
      ++count.states;
      count.transitions += moves;
      if (win > 0) {
        ++count.solvable;
        w.solvable_transitions += moves;
      } else if (moves == 0) {
        ++count.deadlocks;
      }
    });
    const Leaf lost = reached - won;
    // A solvable state may still have a losing move, here or to a child with lost leaves.
    for (const Child& child : children)
      if (const Leaf losing = (child.moving & won) - child.won(); losing.any())
        losing.for_each([&](unsigned leaf) { ++layer_of(w, number, leaf).losing; });
    out.first_win.push_back(static_cast<std::uint32_t>(out.win.size()));
    out.first_lost.push_back(static_cast<std::uint32_t>(out.lost.size()));
    out.won.push_back(won);
    won.for_each([&](unsigned leaf) { out.win.push_back(w.win[leaf]); });
    if (lost.any()) evaluate_lost(w, children, won, lost, number);
  }

  LayerCount& layer_of(BackwardWorker& w, int number, unsigned leaf) const {
    return w.layers[static_cast<std::size_t>(number) + layout_.leaf_pairs_gone[leaf]];
  }

  /// Adds the values of a child's leaves to those of the leaves that move there.
  static void add_wins(BackwardWorker& w, const Child& child) {
    const Leaf& won = child.won();
    const double* win = child.wins();
    for (unsigned used = won.used_words(); used != 0; used &= used - 1) {
      const int i = std::countr_zero(used);
      const std::uint64_t winning = won.word(i);
      for (std::uint64_t word = child.moving.word(i) & winning; word != 0; word &= word - 1) {
        const std::uint64_t below = (word & (0 - word)) - 1;
        const int leaf = 64 * i + std::countr_zero(word);
        w.sum[leaf] += win[std::popcount(winning & below)];
        ++w.moves[leaf];
      }
      win += std::popcount(winning);
    }
    (child.moving - won).for_each([&](unsigned leaf) { ++w.moves[leaf]; });
  }

#if defined(NAZO_EIGHT_LEAVES)
  /// The same for eight leaves at a time: a leaf gets the same sums in the same order.
  static void add_wins_by_eight(BackwardWorker& w, const Child& child) {
    const Leaf& won = child.won();
    const double* win = child.wins();
    for (unsigned used = (won | child.moving).used_words(); used != 0; used &= used - 1) {
      const int i = std::countr_zero(used);
      const std::uint64_t winning = won.word(i), moving = child.moving.word(i);
      const __m128i bytes = _mm_cvtsi64_si128(static_cast<long long>(moving));
      for (unsigned rest = _mm_test_epi8_mask(bytes, bytes); rest != 0; rest &= rest - 1) {
        const int shift = 8 * std::countr_zero(rest), leaf = 64 * i + shift;
        const auto go = static_cast<__mmask8>(moving >> shift), good = static_cast<__mmask8>(winning >> shift);
        const __m256i moves = _mm256_load_si256(reinterpret_cast<const __m256i*>(w.moves + leaf));
        _mm256_store_si256(reinterpret_cast<__m256i*>(w.moves + leaf),
                           _mm256_mask_add_epi32(moves, go, moves, _mm256_set1_epi32(1)));
        if ((go & good) == 0) continue;
        const int before = std::popcount(winning & ((std::uint64_t{1} << shift) - 1));
        const __m512d values = _mm512_maskz_expand_pd(good, _mm512_loadu_pd(win + before));
        const __m512d sum = _mm512_load_pd(w.sum + leaf);
        _mm512_store_pd(w.sum + leaf, _mm512_mask_add_pd(sum, static_cast<__mmask8>(go & good), sum, values));
      }
      win += std::popcount(winning);
    }
  }
#endif

  /// The longest way to a deadlock for the lost leaves, and the leaf moves that lose.
  void evaluate_lost(BackwardWorker& w, std::span<const Child> children, const Leaf& won, const Leaf& lost,
                     int number) {
    lost.for_each([&](unsigned leaf) { w.longest[leaf] = 0; });
    for (const Child& child : children) {
      const Leaf child_lost = child.block->reached(child.at) - child.won();
      const std::uint8_t* values = child.block->lost(child.at);
      for (int i = 0; i < leaf_words; ++i) {
        for (std::uint64_t word = child.moving.word(i) & lost.word(i); word != 0; word &= word - 1) {
          const std::uint64_t below = (word & (0 - word)) - 1;
          const int leaf = 64 * i + std::countr_zero(word);
          const int length = 1 + values[std::popcount(child_lost.word(i) & below)];
          w.longest[leaf] = static_cast<std::uint8_t>(std::max<int>(w.longest[leaf], length));
        }
        values += std::popcount(child_lost.word(i));
      }
    }
    const auto leaf_children = [&](unsigned leaf, auto&& visit) {
      for (std::uint64_t pairs = w.leaf_pairs[leaf]; pairs != 0; pairs &= pairs - 1)
        visit(layout_.leaf_child[static_cast<std::size_t>(std::countr_zero(pairs))][leaf]);
    };
    lost.for_each_down([&](unsigned leaf) {
      leaf_children(leaf, [&](unsigned child) {
        w.longest[leaf] = static_cast<std::uint8_t>(std::max<int>(w.longest[leaf], 1 + w.longest[child]));
      });
      LayerCount& count = layer_of(w, number, leaf);
      count.longest = std::max<int>(count.longest, w.longest[leaf]);
    });
    won.for_each([&](unsigned leaf) {
      leaf_children(leaf, [&](unsigned child) { layer_of(w, number, leaf).losing += lost.has(child) ? 1 : 0; });
    });
    lost.for_each([&](unsigned leaf) { w.draft.lost.push_back(w.longest[leaf]); });
  }

  static void add(LayerCount& to, const LayerCount& more) {
    to.states += more.states;
    to.transitions += more.transitions;
    to.solvable += more.solvable;
    to.deadlocks += more.deadlocks;
    to.losing += more.losing;
    to.longest = std::max(to.longest, more.longest);
  }

  /// What this rank has counted so far.
  [[nodiscard]] BackwardSums sums() const {
    BackwardSums all = kept_;
    for (const auto& worker : workers_) {
      for (std::size_t i = 0; i < all.layers.size(); ++i) add(all.layers[i], worker->layers[i]);
      all.solvable_transitions += worker->solvable_transitions;
    }
    return all;
  }

  Result<void> sum_up() {
    const BackwardSums mine = sums();
    ByteWriter writer;
    writer.real(counts_.random_walk_win).number(mine.solvable_transitions);
    for (const LayerCount& count : mine.layers)
      writer.number(count.states)
          .number(count.transitions)
          .number(count.solvable)
          .number(count.deadlocks)
          .number(count.losing)
          .number(static_cast<std::uint64_t>(count.longest + 1));
    NAZO_TRY(all, work_.company.gather("counts", writer.take()));
    counts_.random_walk_win = 0;
    for (const auto& bytes : all) {
      ByteReader reader(bytes);
      counts_.random_walk_win += reader.real();  // only the rank of the start has any
      counts_.solvable_transitions += reader.number();
      for (LayerCount& count : counts_.layers) {
        LayerCount theirs{.states = reader.number(), .transitions = reader.number(), .solvable = reader.number()};
        theirs.deadlocks = reader.number();
        theirs.losing = reader.number();
        theirs.longest = static_cast<int>(reader.number()) - 1;
        add(count, theirs);
      }
    }
    counts_.states = 0;
    while (!counts_.layers.empty() && counts_.layers.back().states == 0) counts_.layers.pop_back();
    for (std::size_t i = 0; i < counts_.layers.size(); ++i) {
      const LayerCount& count = counts_.layers[i];
      counts_.states += count.states;
      counts_.transitions += count.transitions;
      counts_.solvable += count.solvable;
      counts_.deadlocks += count.deadlocks;
      counts_.losing_transitions += count.losing;
      counts_.unsolvable_longest = std::max(counts_.unsolvable_longest, count.longest);
      if (count.deadlocks != 0 && counts_.first_deadlock < 0) counts_.first_deadlock = static_cast<int>(i);
    }
    return {};
  }

  SpaceWork& work_;
  const SpaceLayout& layout_;
  SpaceCounts& counts_;
  std::vector<std::unique_ptr<BackwardWorker>> workers_{};
  std::size_t active_ = 0;  // so many of them work on this layer
  std::unique_ptr<ValueLayer> next_{}, next_lent_{};
  BackwardSums kept_{};  // by an earlier run that was cut off
  std::atomic<bool> stop_ = false;
  std::atomic<std::uint64_t> valued_ = 0;
  std::uint64_t total_ = 0;
  Mutex meter_mutex_{};
  SharedError error_{};
};

}  // namespace

Result<void> evaluate_backward(SpaceWork& work, std::vector<std::unique_ptr<Layer>> layers, std::size_t valued,
                               SpaceCounts& counts) {
  return BackwardPass(work, counts).run(std::move(layers), valued);
}

}  // namespace nazo::tiles
