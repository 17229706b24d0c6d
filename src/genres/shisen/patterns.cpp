#include "genres/shisen/patterns.hpp"

#include <algorithm>
#include <numeric>

#include "genres/shisen/solve.hpp"

namespace nazo::shisen {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

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
      if (solve(kinds).outcome == Outcome::impossible) patterns.groups.push_back(tiles_of(board, kinds));
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
  patterns.groups.push_back(tiles_of(board, kept));
  return patterns;
}

Traps find_traps(const Board& board) {
  std::vector<Pair> pairs;
  for (int kind = 0; kind < board.kinds(); ++kind)
    for (TileId a = board.first[index(kind)]; a < board.first[index(kind) + 1]; ++a)
      for (TileId b = a + 1; b < board.first[index(kind) + 1]; ++b) pairs.push_back({a, b});
  const auto kind_of = [&](std::size_t pair) { return board.tiles[pairs[pair].a].kind; };

  Occupancy o = empty_grid(board.width, board.height, board.border);
  const auto put = [&](std::size_t pair) {
    o.put(board.tiles[pairs[pair].a].place);
    o.put(board.tiles[pairs[pair].b].place);
  };
  const auto take = [&](std::size_t pair) {
    o.take(board.tiles[pairs[pair].a].place);
    o.take(board.tiles[pairs[pair].b].place);
  };
  const auto goes = [&](std::size_t pair) {
    return joined(o, board.tiles[pairs[pair].a].place, board.tiles[pairs[pair].b].place);
  };
  const auto group = [&](std::initializer_list<std::size_t> members) {
    TileGroup tiles;
    for (const std::size_t pair : members) tiles.insert(tiles.end(), {pairs[pair].a, pairs[pair].b});
    std::ranges::sort(tiles);
    return tiles;
  };

  Traps traps;
  const std::size_t count = pairs.size();
  traps.three_known = count <= 400;  // triples grow with the third power
  for (std::size_t p = 0; p < count; ++p) {
    put(p);
    for (std::size_t q = p + 1; q < count; ++q) {
      if (kind_of(q) == kind_of(p)) continue;
      put(q);
      const bool two = !goes(p) && !goes(q);
      if (two) traps.of_two.push_back(group({p, q}));
      for (std::size_t r = q + 1; r < count && traps.three_known && !two; ++r) {
        if (kind_of(r) == kind_of(p) || kind_of(r) == kind_of(q)) continue;
        put(r);
        const bool stuck = !goes(p) && !goes(q) && !goes(r);
        take(r);
        if (stuck) traps.of_three.push_back(group({p, q, r}));
      }
      take(q);
    }
    take(p);
  }
  // A trap of two inside makes a trap of three superfluous; those with p, q were left out above, the others go now.
  std::erase_if(traps.of_three, [&](const TileGroup& three) {
    return std::ranges::any_of(traps.of_two,
                               [&](const TileGroup& inside) { return std::ranges::includes(three, inside); });
  });
  return traps;
}

}  // namespace nazo::shisen
