#include "genres/shanghai/analyse/space.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace nazo::shanghai {

namespace {

using State = std::uint64_t;  ///< the tiles left

/// Finds the moves of a state.
class Moves {
 public:
  explicit Moves(const Board& board) {
    const Ways ways = ways_of(layout_of(board));
    const auto mark = [&](const std::vector<std::vector<TileId>>& in_the_way, State Blocks::* part) {
      for (std::size_t t = 0; t < in_the_way.size(); ++t)
        for (const TileId other : in_the_way[t])
          for (unsigned byte = 0; byte < 256; ++byte)
            if ((byte >> (other % 8) & 1) != 0) blocks_[other / 8u][byte].*part |= State{1} << t;
    };
    mark(ways.on, &Blocks::covered);
    mark(ways.left, &Blocks::left);
    mark(ways.right, &Blocks::right);
    for (int kind = 0; kind < board.kinds(); ++kind) {
      const int first = board.first[index(kind)], copies = board.copies(kind);
      const State low = copies == 64 ? ~State{0} : (State{1} << copies) - 1;
      kinds_.push_back(low << first);
    }
  }

  [[nodiscard]] State free(State state) const {
    Blocks blocks;
    for (std::size_t i = 0; i < 8; ++i) {
      const Blocks& part = blocks_[i][state >> (8 * i) & 255];
      blocks.covered |= part.covered;
      blocks.left |= part.left;
      blocks.right |= part.right;
    }
    return state & ~blocks.covered & ~(blocks.left & blocks.right);
  }

  /// Writes the states after each move; how many there are.
  int children(State state, State* out) const {
    const State free_now = free(state);
    State* const begin = out;
    for (const State kind : kinds_)
      for (State first = free_now & kind; (first & (first - 1)) != 0;) {
        const State without_first = state & ~(first & (0 - first));
        first &= first - 1;
        for (State second = first; second != 0; second &= second - 1) *out++ = without_first & ~(second & (0 - second));
      }
    return static_cast<int>(out - begin);
  }

  static constexpr int most_children = 64 * 63 / 2;

 private:
  /// What the tiles of one byte of a state are in the way of.
  struct Blocks {
    State covered = 0, left = 0, right = 0;
  };
  std::array<std::array<Blocks, 256>, 8> blocks_{};
  std::vector<State> kinds_{};
};

/// The states of a layer: open addressing, and beside each key what the state is worth.
class LayerTable {
 public:
  struct Entry {
    State key = none;
    double worth = 0;  ///< a random player's chance if it can be won; else −1 − the longest play from here
  };
  static constexpr State none = ~State{0};  // all 64 tiles there: only ever the start, which needs no look-up

  explicit LayerTable(std::size_t capacity = 64) : entries_(capacity) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return entries_.size() * sizeof(Entry); }
  [[nodiscard]] std::vector<Entry>& entries() { return entries_; }
  void prefetch(State key) const { __builtin_prefetch(&entries_[home(key)]); }
  [[nodiscard]] bool full() const { return 8 * (size_ + 1) > 5 * entries_.size(); }

  void insert(State key) {
    std::size_t at = home(key);
    for (; entries_[at].key != none; at = (at + 1) & (entries_.size() - 1))
      if (entries_[at].key == key) return;
    entries_[at].key = key;
    ++size_;
  }

  void grow() {
    LayerTable bigger(2 * entries_.size());
    for (const Entry& entry : entries_)
      if (entry.key != none) bigger.insert(entry.key);
    entries_.swap(bigger.entries_);
  }

  [[nodiscard]] double worth(State key) const {
    std::size_t at = home(key);
    while (entries_[at].key != key) at = (at + 1) & (entries_.size() - 1);
    return entries_[at].worth;
  }

 private:
  [[nodiscard]] std::size_t home(State key) const {
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15ULL >> 20 ^ key * 0x9e3779b97f4a7c15ULL >> 44) &
           (entries_.size() - 1);
  }
  std::vector<Entry> entries_;
  std::size_t size_ = 0;
};

class Explorer {
 public:
  Explorer(const Board& board, const Budget& budget)
      : moves_(board), meter_(budget, 4096), pairs_(static_cast<int>(board.tiles.size() / 2)) {
    start_ = board.tiles.size() == 64 ? ~State{0} : (State{1} << board.tiles.size()) - 1;
  }

  SpaceCounts run() {
    counts_.layers.resize(index(pairs_) + 1);
    if (meter_.check() && forward()) backward();
    counts_.limit = meter_.limit();
    return std::move(counts_);
  }

 private:
  static constexpr std::uint64_t free_bytes = std::uint64_t{2} << 20;  ///< that every call may use besides
  static constexpr std::size_t batch = 32;                             ///< states whose children are fetched together

  /// Hands every state of a layer to `work` with its children, some states at a time, so that `fetch` can be asked for
  /// the children of all of them before any is needed. False if a limit ran out.
  template <class Fetch, class Work>
  bool for_each_state(int layer, Fetch fetch, Work work) {
    const auto one_by_one = [&](auto visit) {
      if (layer == 0) return visit(start_, start_worth_);
      for (LayerTable::Entry& entry : tables_[index(layer)].entries())
        if (entry.key != LayerTable::none && !visit(entry.key, entry.worth)) return false;
      return true;
    };
    struct Waiting {
      double* worth;
      int children;
    };
    std::array<Waiting, batch> waiting{};
    std::size_t count = 0;
    room_.resize(batch * Moves::most_children);
    State* end = room_.data();
    const auto flush = [&] {
      const State* at = room_.data();
      for (std::size_t i = 0; i < count; ++i) {
        if (!work(*waiting[i].worth, at, waiting[i].children)) return false;
        at += waiting[i].children;
      }
      count = 0;
      end = room_.data();
      return true;
    };
    const bool whole = one_by_one([&](State state, double& worth) {
      if (!meter_.spend()) return false;
      const int children = moves_.children(state, end);
      for (int i = 0; i < children; ++i) fetch(end[i]);
      waiting[count++] = {&worth, children};
      end += children;
      return count < batch || flush();
    });
    return whole && flush();
  }

  bool forward() {
    counts_.states = 1;
    counts_.layers[0].states = 1;
    tables_.emplace_back();
    for (int layer = 0; layer < pairs_; ++layer) {
      tables_.emplace_back(capacity_for(layer + 1));
      LayerTable& next = tables_[index(layer) + 1];
      const bool whole = for_each_state(
          layer, [&](State child) { next.prefetch(child); },
          [&](double&, const State* children, int count) {
            for (int i = 0; i < count; ++i) {
              if (next.full() && !grow(next)) return false;
              next.insert(children[i]);
            }
            counts_.layers[index(layer)].transitions += static_cast<std::uint64_t>(count);
            return true;
          });
      counts_.states += next.size();
      counts_.layers[index(layer) + 1].states = next.size();
      bytes_ += next.bytes();
      if (!whole) return false;
      if (next.size() == 0) break;
    }
    return true;
  }

  /// Room for a layer that grows as the one before it did: a table that need not grow is filled faster.
  [[nodiscard]] std::size_t capacity_for(int layer) const {
    constexpr std::size_t least = 64;
    if (layer < 2) return least;
    const auto before = static_cast<double>(counts_.layers[index(layer) - 2].states);
    const auto last = static_cast<double>(counts_.layers[index(layer) - 1].states);
    const double expected = last * std::clamp(last / before, 0.1, 8.0);
    const std::uint64_t left = allowed() - std::min(allowed(), bytes_);
    const double most = static_cast<double>(left) / (8 * sizeof(LayerTable::Entry));
    const double wanted = std::min(1.6 * expected, most);
    return std::max(least, std::bit_floor(static_cast<std::size_t>(2 * wanted)));
  }

  [[nodiscard]] std::uint64_t allowed() const {
    return std::max(meter_.budget().bytes, meter_.budget().bytes + free_bytes);
  }

  bool grow(LayerTable& table) {
    // The old table and the one of twice its size stand side by side for a moment.
    const std::uint64_t needed = bytes_ + 3 * table.bytes();
    if (needed > allowed()) {
      meter_.out_of_memory();
      return false;
    }
    if (!meter_.check()) return false;
    table.grow();
    return true;
  }

  void backward() {
    for (int layer = static_cast<int>(tables_.size()) - 1; layer >= 0; --layer) {
      LayerCount& here = counts_.layers[index(layer)];
      const LayerTable* next = index(layer) + 1 < tables_.size() ? &tables_[index(layer) + 1] : nullptr;
      const bool whole = for_each_state(
          layer, [&](State child) { next->prefetch(child); },
          [&](double& worth, const State* children, int count) {
            evaluate(layer, next, worth, children, count);
            here.solvable += worth > 0 ? 1u : 0u;
            return true;
          });
      if (!whole) return;
      counts_.transitions += here.transitions;
      counts_.solvable += here.solvable;
      if (next != nullptr) tables_.pop_back();
    }
    counts_.random_walk_win = std::max(0.0, start_worth_);
  }

  void evaluate(int layer, const LayerTable* next, double& worth, const State* children, int count) {
    if (count == 0) {
      if (layer == pairs_) {
        worth = 1;
        return;
      }
      worth = -1;
      ++counts_.deadlocks;
      counts_.first_deadlock = counts_.first_deadlock < 0 ? layer : std::min(counts_.first_deadlock, layer);
      counts_.unsolvable_longest = std::max(counts_.unsolvable_longest, 0);
      return;
    }
    double chance = 0, longest = 0;
    std::uint64_t lost = 0;
    for (int i = 0; i < count; ++i) {
      const double child = next->worth(children[i]);
      if (child > 0) {
        chance += child;
      } else {
        ++lost;
        longest = std::min(longest, child);
      }
    }
    if (chance > 0) {
      worth = chance / count;
      counts_.solvable_transitions += static_cast<std::uint64_t>(count);
      counts_.losing_transitions += lost;
    } else {
      worth = longest - 1;
      counts_.unsolvable_longest = std::max(counts_.unsolvable_longest, static_cast<int>(-worth) - 1);
    }
  }

  Moves moves_;
  Meter meter_;
  int pairs_;
  State start_ = 0;
  double start_worth_ = 0;
  std::vector<LayerTable> tables_{};  ///< by pairs gone; the start is not kept in one
  std::vector<State> room_{};
  std::uint64_t bytes_ = 0;
  SpaceCounts counts_{};
};

}  // namespace

SpaceCounts explore_space(const Board& board, const Budget& budget) {
  if (board.tiles.size() > most_explored_tiles) {
    SpaceCounts counts;
    counts.limit = Limit::memory;
    return counts;
  }
  return Explorer(board, budget).run();
}

}  // namespace nazo::shanghai
