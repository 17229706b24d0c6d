#include "genres/shisen/analyse/patterns.hpp"

#include <algorithm>
#include <numeric>

#include "genres/shisen/solve/solve.hpp"

namespace nazo::shisen {

namespace {

/// The board with only some of its kinds.
Board only(const Board& board, const std::vector<int>& kinds) {
  std::vector<int> cells(index(board.width * board.height), no_tile);
  for (const int kind : kinds)
    for (TileId t = board.first[index(kind)]; t < board.first[index(kind) + 1]; ++t)
      cells[index((board.tiles[t].place.row - 1) * board.width + board.tiles[t].place.column - 1)] =
          board.labels[index(kind)];
  return make_board(board.width, board.height, board.border, cells);
}

TileGroup tiles_of(const Board& board, const std::vector<int>& kinds) {
  TileGroup group;
  for (const int kind : kinds)
    for (TileId t = board.first[index(kind)]; t < board.first[index(kind) + 1]; ++t) group.push_back(t);
  return group;
}

/// Calls visit with every choice of `size` numbers below `count`, until it returns false.
template <class Visit>
bool for_each_choice(int count, int size, Visit&& visit) {
  std::vector<int> chosen(index(size));
  std::iota(chosen.begin(), chosen.end(), 0);
  for (;;) {
    if (!visit(chosen)) return false;
    int at = size - 1;
    while (at >= 0 && chosen[index(at)] == count - size + at) --at;
    if (at < 0) return true;
    ++chosen[index(at)];
    for (int i = at + 1; i < size; ++i) chosen[index(i)] = chosen[index(i - 1)] + 1;
  }
}

double choices(int count, int size) {
  double n = 1;
  for (int i = 0; i < size; ++i) n = n * (count - i) / (i + 1);
  return n;
}

}  // namespace

Patterns deadlock_patterns(const Board& board, const Budget& budget) {
  Patterns patterns;
  Meter meter(budget, 16);
  GroupBytes bytes(budget);
  const auto add = [&](const std::vector<int>& kinds) {
    TileGroup group = tiles_of(board, kinds);
    if (bytes.add(group.size())) {
      patterns.groups.push_back(std::move(group));
    } else {
      patterns.limit = Limit::memory;
    }
  };
  const auto solve = [&](const std::vector<int>& kinds) {
    Decision decision = decide(Field(only(board, kinds)), meter.rest());
    meter.spend(decision.nodes);
    if (decision.outcome == Outcome::undecided)
      patterns.limit = decision.limit == Limit::none ? Limit::nodes : decision.limit;
    return decision;
  };
  std::vector<int> all(index(board.kinds()));
  std::iota(all.begin(), all.end(), 0);
  const Decision whole = solve(all);
  if (whole.outcome != Outcome::impossible) return patterns;

  // Small patterns by trying all of a size; four kinds of thirty-six are 58,905 tiny boards.
  constexpr double most_choices = 60'000;
  for (int size = 1; size <= std::min(4, board.kinds()) && choices(board.kinds(), size) <= most_choices; ++size) {
    const bool finished = for_each_choice(board.kinds(), size, [&](const std::vector<int>& kinds) {
      if (solve(kinds).outcome == Outcome::impossible) add(kinds);
      return patterns.limit == Limit::none && meter.limit() == Limit::none;
    });
    if (!finished) {
      patterns.limit = meter.limit() == Limit::none ? patterns.limit : meter.limit();
      return patterns;
    }
    if (!patterns.groups.empty()) return patterns;
  }
  // A larger one: drop kinds as long as what is left stays unsolvable.
  patterns.all = false;
  std::vector<int> kept = all;
  for (const int kind : all) {
    std::vector<int> fewer = kept;
    std::erase(fewer, kind);
    const Outcome outcome = solve(fewer).outcome;
    if (outcome == Outcome::undecided) return patterns;
    if (outcome == Outcome::impossible) kept = fewer;
  }
  add(kept);
  return patterns;
}

namespace {

/// Pairs of tiles of a kind, put on an empty board and taken off again to see which of them can go.
class TrapSearch {
 public:
  TrapSearch(const Board& board, TrapGroups wanted, const Budget& budget)
      : board_(board),
        wanted_(wanted),
        meter_(budget),
        bytes_(budget),
        o_(empty_grid(board.width, board.height, board.border)) {
    for (int kind = 0; kind < board.kinds(); ++kind)
      for (TileId a = board.first[index(kind)]; a < board.first[index(kind) + 1]; ++a)
        for (TileId b = a + 1; b < board.first[index(kind) + 1]; ++b) pairs_.push_back({a, b});
    traps_.three_known = pairs_.size() <= most_pairs;
    if (traps_.three_known) is_trap_.resize(pairs_.size() * pairs_.size());
  }

  Traps run() {
    find_two();
    if (traps_.three_known && traps_.limit == Limit::none) find_three();
    return std::move(traps_);
  }

 private:
  static constexpr std::size_t most_pairs = 400;  // triples grow with the third power

  void find_two() {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      put(p);
      for (std::size_t q = p + 1; q < pairs_.size(); ++q) {
        if (kind_of(q) == kind_of(p)) continue;
        if (!in_budget()) return;
        put(q);
        const bool stuck = !goes(p) && !goes(q);
        take(q);
        if (!stuck) continue;
        if (traps_.three_known) is_trap_[p * pairs_.size() + q] = true;
        ++traps_.two;
        if (!list({p, q})) return;
      }
      take(p);
    }
  }

  /// Three of which no two are a trap already.
  void find_three() {
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      put(p);
      for (std::size_t q = p + 1; q < pairs_.size(); ++q) {
        if (kind_of(q) == kind_of(p) || trap(p, q)) continue;
        if (!in_budget()) return;
        put(q);
        for (std::size_t r = q + 1; r < pairs_.size(); ++r) {
          if (kind_of(r) == kind_of(p) || kind_of(r) == kind_of(q) || trap(p, r) || trap(q, r)) continue;
          put(r);
          const bool stuck = !goes(p) && !goes(q) && !goes(r);
          take(r);
          if (!stuck) continue;
          ++traps_.three;
          if (!list({p, q, r})) return;
        }
        take(q);
      }
      take(p);
    }
  }

  [[nodiscard]] KindId kind_of(std::size_t pair) const { return board_.tiles[pairs_[pair].a].kind; }
  [[nodiscard]] Place first(std::size_t pair) const { return board_.tiles[pairs_[pair].a].place; }
  [[nodiscard]] Place second(std::size_t pair) const { return board_.tiles[pairs_[pair].b].place; }
  [[nodiscard]] bool trap(std::size_t p, std::size_t q) const { return is_trap_[p * pairs_.size() + q]; }
  [[nodiscard]] bool goes(std::size_t pair) const { return joined(o_, first(pair), second(pair)); }
  void put(std::size_t pair) {
    o_.put(first(pair));
    o_.put(second(pair));
  }
  void take(std::size_t pair) {
    o_.take(first(pair));
    o_.take(second(pair));
  }

  bool in_budget() {
    if (!meter_.spend()) traps_.limit = meter_.limit();
    return traps_.limit == Limit::none;
  }
  /// False: there is no room for it.
  bool list(std::initializer_list<std::size_t> members) {
    if (wanted_ == TrapGroups::count) return true;
    TileGroup tiles;
    for (const std::size_t pair : members) tiles.insert(tiles.end(), {pairs_[pair].a, pairs_[pair].b});
    std::ranges::sort(tiles);
    if (!bytes_.add(tiles.size())) {
      traps_.limit = Limit::memory;
      return false;
    }
    traps_.groups.push_back(std::move(tiles));
    return true;
  }

  const Board& board_;
  TrapGroups wanted_;
  Meter meter_;
  GroupBytes bytes_;
  Occupancy o_;
  std::vector<Pair> pairs_{};
  std::vector<bool> is_trap_{};  // p · pairs + q, p < q
  Traps traps_{};
};

}  // namespace

Traps find_traps(const Board& board, TrapGroups wanted, const Budget& budget) {
  return TrapSearch(board, wanted, budget).run();
}

}  // namespace nazo::shisen
