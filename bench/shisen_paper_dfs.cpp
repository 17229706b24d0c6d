// The state space of figure 1's Shisen-sho board in the manner of the paper: depth-first, every state looked up in a
// hash table. It is the yardstick for `nazo analyze shisen` and shares no code with it. There are two versions:
//   plain   as one would write it down: the board is an array, paths are walked cell by cell, std::unordered_map
//   bits    with care: a state is a 60-bit set, paths by masks of rows and columns, an open-addressed table
//
//   cmake --build build --target nazo_bench_shisen_paper_dfs
//   build/nazo_bench_shisen_paper_dfs plain inside         paths inside the board (5 million states)
//   build/nazo_bench_shisen_paper_dfs bits outside         paths round the outside (133 million states, 6.5 GB)
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

constexpr int width = 10, height = 6, cells = width * height;
constexpr int figure_one[cells] = {12, 10, 2,  7,  8, 4,  1,  12, 15, 6, 7, 4,  5,  6,  3,  4,  6,  1, 2, 7,
                                   3,  2,  7,  1,  8, 9,  10, 10, 11, 3, 9, 11, 12, 13, 11, 13, 13, 1, 5, 9,
                                   13, 5,  14, 11, 4, 12, 14, 14, 14, 9, 5, 15, 2,  10, 8,  15, 15, 3, 6, 8};

// ── two ways to find paths ─────────────────────────────────────────────────────────────────────────────────────────

/// The board with its margin as an array; paths are walked cell by cell.
class WalkedPaths {
 public:
  WalkedPaths(std::uint64_t state, bool outside) {
    for (auto& row : taken_) row.fill(!outside);
    for (int cell = 0; cell < cells; ++cell) at(cell % width + 1, cell / width + 1) = (state >> cell & 1) != 0;
  }
  bool joined(int a, int b) {
    const int ax = a % width + 1, ay = a / width + 1, bx = b % width + 1, by = b / width + 1;
    at(ax, ay) = at(bx, by) = false;
    bool found = false;
    for (int x = 0; x < width + 2 && !found; ++x)
      found = free(ax, ay, x, ay) && free(x, ay, x, by) && free(x, by, bx, by);
    for (int y = 0; y < height + 2 && !found; ++y)
      found = free(ax, ay, ax, y) && free(ax, y, bx, y) && free(bx, y, bx, by);
    at(ax, ay) = at(bx, by) = true;
    return found;
  }

 private:
  bool& at(int x, int y) { return taken_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]; }
  /// Every cell of the straight line, both ends included.
  bool free(int x, int y, int to_x, int to_y) {
    const int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    for (;; x += dx, y += dy) {
      if (at(x, y)) return false;
      if (x == to_x && y == to_y) return true;
    }
  }
  std::array<std::array<bool, width + 2>, height + 2> taken_{};
};

/// Rows and columns of the board with its margin, a bit a cell.
class MaskedPaths {
 public:
  MaskedPaths(std::uint64_t state, bool outside) {
    row_.fill(outside ? ~0u << (width + 2) : ~0u << (width + 1) | 1u);
    column_.fill(outside ? ~0u << (height + 2) : ~0u << (height + 1) | 1u);
    if (!outside) row_[0] = row_[height + 1] = column_[0] = column_[width + 1] = ~0u;
    for (; state != 0; state &= state - 1) {
      const int cell = std::countr_zero(state), x = cell % width + 1, y = cell / width + 1;
      row_[static_cast<std::size_t>(y)] |= 1u << x;
      column_[static_cast<std::size_t>(x)] |= 1u << y;
    }
  }
  bool joined(int a, int b) const {
    const int ax = a % width + 1, ay = a / width + 1, bx = b % width + 1, by = b / width + 1;
    if ((ax == bx && by - ay == 1) || (ay == by && bx - ax == 1)) return true;
    return crossing(row_, ay, ax, by, bx) || crossing(column_, ax, ay, bx, by);
  }

 private:
  static std::uint32_t run(std::uint32_t line, int at) {
    const std::uint32_t above = line & (~1u << at), below = line & ((1u << at) - 1);
    const std::uint32_t up = (above & (0u - above)) - 1;
    return below == 0 ? up : up & (~1u << (31 - std::countl_zero(below)));
  }
  template <class Words>
  static bool crossing(const Words& words, int line_a, int at_a, int line_b, int at_b) {
    std::uint32_t open = run(words[static_cast<std::size_t>(line_a)], at_a);
    open &= run(words[static_cast<std::size_t>(line_b)], at_b);
    for (int line = std::min(line_a, line_b) + 1; line < std::max(line_a, line_b) && open != 0; ++line)
      open &= ~words[static_cast<std::size_t>(line)];
    return open != 0;
  }
  std::array<std::uint32_t, height + 2> row_;
  std::array<std::uint32_t, width + 2> column_;
};

// ── two hash tables ────────────────────────────────────────────────────────────────────────────────────────────────

struct Value {
  std::uint64_t key = 0;  // tiles left, plus one so that 0 means empty
  double win = 0;
  std::int8_t longest = -1;  // −1: solvable
};

class StandardTable {
 public:
  const Value* find(std::uint64_t key) {
    const auto at = map_.find(key);
    return at == map_.end() ? nullptr : &at->second;
  }
  void add(std::uint64_t key, double win, int longest) {
    map_[key] = {key + 1, win, static_cast<std::int8_t>(longest)};
  }

 private:
  std::unordered_map<std::uint64_t, Value> map_;
};

class OpenTable {
 public:
  OpenTable() : slots_(std::size_t{1} << 16) {}
  const Value* find(std::uint64_t key) {
    for (std::size_t at = hash(key);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].key == key + 1) return &slots_[at];
      if (slots_[at].key == 0) return nullptr;
    }
  }
  void add(std::uint64_t key, double win, int longest) {
    if (4 * ++used_ > 3 * slots_.size()) grow();
    place({key + 1, win, static_cast<std::int8_t>(longest)});
  }

 private:
  std::size_t hash(std::uint64_t key) const { return (key * 0x9e3779b97f4a7c15ULL >> 24) & (slots_.size() - 1); }
  void place(const Value& value) {
    std::size_t at = hash(value.key - 1);
    while (slots_[at].key != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = value;
  }
  void grow() {
    std::vector<Value> old(2 * slots_.size());
    old.swap(slots_);
    for (const Value& value : old)
      if (value.key != 0) place(value);
  }
  std::vector<Value> slots_;
  std::size_t used_ = 0;
};

// ── the search ─────────────────────────────────────────────────────────────────────────────────────────────────────

template <class Paths, class Table>
struct Search {
  bool outside;
  Table table{};
  std::uint64_t states = 0, transitions = 0, solvable = 0, losing = 0, deadlocks = 0;
  int longest = -1;
  std::vector<std::pair<int, int>> pairs{};

  explicit Search(bool outside_) : outside(outside_) {
    for (int a = 0; a < cells; ++a)
      for (int b = a + 1; b < cells; ++b)
        if (figure_one[a] == figure_one[b]) pairs.emplace_back(a, b);
  }

  struct Result {
    double win;
    int longest;
  };
  Result visit(std::uint64_t state) {
    if (const Value* known = table.find(state)) return {known->win, known->longest};
    Paths paths(state, outside);
    int moves = 0, lost = 0, deepest = -1;
    double win = 0;
    for (const auto& [a, b] : pairs) {
      if ((state >> a & 1) == 0 || (state >> b & 1) == 0 || !paths.joined(a, b)) continue;
      ++moves;
      const Result child = visit(state & ~(std::uint64_t{1} << a) & ~(std::uint64_t{1} << b));
      win += child.win;
      if (child.longest >= 0) {
        ++lost;
        deepest = std::max(deepest, child.longest);
      }
    }
    Result result{moves == 0 ? (state == 0 ? 1.0 : 0.0) : win / moves, -1};
    ++states;
    transitions += static_cast<std::uint64_t>(moves);
    if (moves == lost && state != 0) {
      result.longest = deepest + 1;
      longest = std::max(longest, result.longest);
      deadlocks += moves == 0;
    } else {
      ++solvable;
      losing += static_cast<std::uint64_t>(lost);
    }
    table.add(state, result.win, result.longest);
    return result;
  }
};

template <class Paths, class Table>
void run(bool outside) {
  Search<Paths, Table> search(outside);
  const auto start = search.visit((std::uint64_t{1} << cells) - 1);
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  std::printf("states %llu transitions %llu solvable %llu losing %llu deadlocks %llu longest %d win %.6f\n",
              static_cast<unsigned long long>(search.states), static_cast<unsigned long long>(search.transitions),
              static_cast<unsigned long long>(search.solvable), static_cast<unsigned long long>(search.losing),
              static_cast<unsigned long long>(search.deadlocks), search.longest, start.win);
  std::printf("%.2f CPU s, %.0f states/s, %.0f MB\n", seconds, static_cast<double>(search.states) / seconds,
              static_cast<double>(used.ru_maxrss) / 1024);
}

}  // namespace

int main(int count, char** words) {
  const auto said = [&](std::string_view word) {
    return (count > 1 && words[1] == word) || (count > 2 && words[2] == word);
  };
  if (said("bits")) {
    run<MaskedPaths, OpenTable>(said("outside"));
  } else {
    run<WalkedPaths, StandardTable>(said("outside"));
  }
}
