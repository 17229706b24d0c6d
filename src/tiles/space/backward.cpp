#include "tiles/space/backward.hpp"

#include <algorithm>
#include <bit>

#include "tiles/space/values.hpp"

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__)
#define NAZO_EIGHT_LEAVES
#include <immintrin.h>
#endif

namespace nazo::tiles {

namespace {

/// Where a stream of children stands in the next layer. It only moves forward.
struct Cursor {
  std::size_t block = 0;
  std::size_t at = 0;
  ValuePtr held{};
};

/// A group one move of a high kind away, and the leaves that make the move.
struct Child {
  const ValueBlock* block;
  std::size_t at;
  Leaf moving;

  [[nodiscard]] const Leaf& won() const { return block->won(at); }
  [[nodiscard]] const double* wins() const { return block->wins(at); }
};

/// The first place from `at` on where a key is not below this one. There is one, and eight keys may be read from there.
std::size_t first_not_below(const std::uint64_t* keys, std::size_t at, std::uint64_t key) {
#if defined(NAZO_EIGHT_LEAVES)
  const __m512i wanted = _mm512_set1_epi64(static_cast<long long>(key));
  for (;;) {
    const __mmask8 below = _mm512_cmplt_epu64_mask(_mm512_loadu_si512(keys + at), wanted);
    at += static_cast<std::size_t>(std::popcount(below));
    if (below != 0xff) return at;
  }
#else
  while (keys[at] < key) ++at;
  return at;
#endif
}

struct BackwardWorker {
  explicit BackwardWorker(const SpaceWork& work)
      : generator(work.game.moves(work.layout, work.lanes)),
        leaf_moves(work.layout),
        first_stream(first_streams(work.layout)),
        layers(static_cast<std::size_t>(work.layout.layers)) {
    cursors.resize(first_stream.back());
    children.resize(MoveGenerator::lanes * static_cast<std::size_t>(work.layout.high_pairs));
  }
  std::unique_ptr<MoveGenerator> generator;
  LeafMoves leaf_moves;
  GroupBlock block{};
  ValueDraft draft{};  // of the block
  Bytes room{};
  std::vector<std::size_t> first_stream;
  std::vector<Cursor> cursors{};
  std::vector<Child> children{};    // lane · high pairs + i → the i-th child
  std::vector<ValuePtr> retired{};  // blocks that cursors have left while children still point to them

  // One group's states, by leaf.
  alignas(64) double sum[1 << leaf_bits]{};
  alignas(64) std::uint32_t moves[1 << leaf_bits]{};
  double win[1 << leaf_bits]{};
  std::uint64_t leaf_pairs[1 << leaf_bits]{};
  std::uint8_t longest[1 << leaf_bits]{};

  std::vector<LayerCount> layers;
  std::uint64_t solvable_transitions = 0;
};

class BackwardPass {
 public:
  BackwardPass(const SpaceWork& work, SpaceCounts& counts) : work_(work), layout_(work.layout), counts_(counts) {
    for (unsigned i = 0; i < work.crew.size(); ++i) workers_.push_back(std::make_unique<BackwardWorker>(work));
  }

  Result<void> run(std::vector<std::unique_ptr<Layer>> layers) {
    std::vector<std::uint64_t> needed(layers.size() + 1, 0);
    for (std::size_t i = 0; i < layers.size(); ++i) {
      needed[i] = layers[i]->groups * (2 * sizeof(Leaf) + 24) + layers[i]->states * (sizeof(double) + 1);
      total_ += layers[i]->states;
    }
    bool next_in_memory = true;
    for (std::size_t i = layers.size(); i-- > 0;) {
      const std::uint64_t cache = work_.cache_bytes / 3;
      active_ = workers_.size();
      if (!next_in_memory)
        while (active_ > 0 && held_by_cursors(needed[i + 1]) > work_.cache_bytes) --active_;
      if (active_ == 0) return fail_limit(Limit::memory);
      const std::uint64_t of_next = next_in_memory ? needed[i + 1] : std::max(cache, held_by_cursors(needed[i + 1]));
      const bool fits = needed[i] + of_next <= work_.cache_bytes;
      auto values = std::make_unique<ValueLayer>(std::move(layers[i]), work_.limits, cache,
                                                 fits ? ValueLayer::Where::memory : ValueLayer::Where::store);
      NAZO_CHECK(evaluate_layer(*values, static_cast<int>(i)));
      if (work_.meter.limit() != Limit::none) return {};
      for (const auto& worker : workers_) std::ranges::fill(worker->cursors, Cursor{});
      next_ = std::move(values);
      next_in_memory = fits;
    }
    NAZO_TRY(start, next_->get(0));
    counts_.random_walk_win = start->won(0).has(0) ? *start->wins(0) : 0.0;
    sum_up();
    return {};
  }

 private:
  /// Every stream of every active thread holds the block it stands in, of a next layer that is not in memory.
  [[nodiscard]] std::uint64_t held_by_cursors(std::uint64_t needed_by_next) const {
    const std::uint64_t blocks = next_->layer().blocks();
    const std::uint64_t cursors = active_ * workers_.front()->cursors.size();
    return needed_by_next / blocks * std::min(blocks, cursors);
  }

  Result<void> evaluate_layer(ValueLayer& values, int number) {
    std::atomic<bool> stop = false;
    const auto evaluate = [&](BackwardWorker& w, std::uint64_t i) {
      auto result = values.layer().read(i, w.block, w.room);
      if (result) {
        evaluate_block(w, number);
        valued_ += w.draft.win.size() + w.draft.lost.size();
        result = values.add(i, w.block, w.draft);
      }
      if (!result) error_.note(result.error());
      if (!result || !in_budget()) stop = true;
    };
    // Every thread has its own cursors. With runs of blocks they go over different parts of the next layer; one block
    // by turns would send them all over all of it.
    const std::uint64_t blocks = values.layer().blocks();
    const std::uint64_t run = std::clamp<std::uint64_t>(blocks / (16 * work_.crew.size()), 1, 32);
    std::atomic<std::uint64_t> next_run = 0;
    work_.crew.run([&](unsigned worker) {
      if (worker >= active_) return;
      for (std::uint64_t first = run * next_run++; first < blocks && !stop; first = run * next_run++)
        for (std::uint64_t i = first; i < std::min(first + run, blocks) && !stop; ++i) evaluate(*workers_[worker], i);
    });
    return error_.get();
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
      Cursor* cursors = w.cursors.data() + w.first_stream[static_cast<std::size_t>(pair.kind)] + row;
      for (std::uint32_t rest = w.generator->can(p); rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        Leaf moving = w.block.leaves[begin + lane];
        if ((w.generator->sure(p) >> lane & 1) == 0) {
          moving &= w.generator->leaves(lane, p);
          if (!moving.any()) continue;
        }
        const std::uint64_t key = w.block.keys[begin + lane];
        const unsigned code = layout_.code_of(key, kind);
        Cursor& cursor = cursors[code];
        if (!move_to(w, cursor, key + (static_cast<std::uint64_t>(table.next[row + code] - code) << kind.shift)))
          return;
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
  bool move_to(BackwardWorker& w, Cursor& cursor, std::uint64_t key) {
    if (!cursor.held || key > cursor.held->last_key()) {
      const auto& firsts = next_->layer().first_keys;
      const auto after =
          std::upper_bound(firsts.begin() + static_cast<std::ptrdiff_t>(cursor.block), firsts.end(), key);
      cursor.block = static_cast<std::size_t>(after - firsts.begin()) - 1;
      cursor.at = 0;
      auto block = next_->get(cursor.block);
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

  void sum_up() {
    counts_.states = 0;
    for (const auto& worker : workers_) {
      for (std::size_t i = 0; i < counts_.layers.size(); ++i) {
        LayerCount& count = counts_.layers[i];
        count.states += worker->layers[i].states;
        count.transitions += worker->layers[i].transitions;
        count.solvable += worker->layers[i].solvable;
        count.deadlocks += worker->layers[i].deadlocks;
        count.losing += worker->layers[i].losing;
        count.longest = std::max(count.longest, worker->layers[i].longest);
      }
      counts_.solvable_transitions += worker->solvable_transitions;
    }
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
  }

  const SpaceWork& work_;
  const SpaceLayout& layout_;
  SpaceCounts& counts_;
  std::vector<std::unique_ptr<BackwardWorker>> workers_{};
  std::size_t active_ = 0;  // so many of them work on this layer
  std::unique_ptr<ValueLayer> next_{};
  std::atomic<std::uint64_t> valued_ = 0;
  std::uint64_t total_ = 0;
  Mutex meter_mutex_{};
  SharedError error_{};
};

}  // namespace

Result<void> evaluate_backward(const SpaceWork& work, std::vector<std::unique_ptr<Layer>> layers, SpaceCounts& counts) {
  return BackwardPass(work, counts).run(std::move(layers));
}

}  // namespace nazo::tiles
