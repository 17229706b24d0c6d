// The algorithms on a puzzle small enough to know everything about: two jugs of 5 and 3 litres, 4 litres wanted.
#include <gtest/gtest.h>

#include <queue>
#include <set>

#include "base/rng.hpp"
#include "search/explore.hpp"
#include "search/first_solution.hpp"

namespace nazo::search {
namespace {

struct Jugs {
  struct State {
    std::uint8_t five = 0, three = 0;
  };
  using Move = std::uint8_t;
  int wanted = 4;
  void for_each_move(const State&, auto&& visit) const {
    for (Move m = 0; m < 6; ++m) visit(m);
  }
  State apply(const State& s, Move m) const {
    const auto pour = [](int from, int into, int room) { return std::min(from, room - into); };
    State t = s;
    switch (m) {
      case 0:
        t.five = 5;
        break;
      case 1:
        t.three = 3;
        break;
      case 2:
        t.five = 0;
        break;
      case 3:
        t.three = 0;
        break;
      case 4: {
        const int p = pour(s.five, s.three, 3);
        t.five = static_cast<std::uint8_t>(t.five - p);
        t.three = static_cast<std::uint8_t>(t.three + p);
        break;
      }
      default: {
        const int p = pour(s.three, s.five, 5);
        t.three = static_cast<std::uint8_t>(t.three - p);
        t.five = static_cast<std::uint8_t>(t.five + p);
      }
    }
    return t;
  }
  bool solved(const State& s) const { return s.five == wanted; }
  std::uint64_t key(const State& s) const { return s.five * 8u + s.three; }
};
static_assert(StateSpace<Jugs>);

bool wins(const Jugs& jugs, const std::vector<Jugs::Move>& path) {
  Jugs::State s;
  for (const auto m : path) s = jugs.apply(s, m);
  return jugs.solved(s);
}

TEST(FirstSolution, BreadthFirstFindsTheShortestWay) {
  const auto found = first_solution(Jugs{}, {}, Queue{}, {});
  EXPECT_EQ(found.ending, Ending::solved);
  EXPECT_EQ(found.path.size(), 6u);
  EXPECT_TRUE(wins(Jugs{}, found.path));
}

TEST(FirstSolution, EveryOrderFindsAWay) {
  const auto level = [](const auto& child) { return std::int64_t{child.state.five}; };
  for (const auto& found :
       {first_solution(Jugs{}, {}, stack(), {}), first_solution(Jugs{}, {}, SedgewickHeap{level}, {}),
        first_solution(Jugs{}, {}, BestFirst{level}, {})}) {
    EXPECT_EQ(found.ending, Ending::solved);
    EXPECT_TRUE(wins(Jugs{}, found.path));
  }
}

TEST(FirstSolution, ExhaustsWhatCannotBeSolved) {
  const auto found = first_solution(Jugs{.wanted = 9}, {}, stack(), {});
  EXPECT_EQ(found.ending, Ending::unsolvable);
  EXPECT_EQ(found.nodes, 16u) << "both jugs full, empty, or one of them anything: 6·4 − 2·4 states";
  EXPECT_EQ(found.expanded, 16u);
  EXPECT_EQ(found.duplicates, 16u * 6 - 15);
}

TEST(FirstSolution, LimitsEndItAsUnknown) {
  const auto few = first_solution(Jugs{}, {}, Queue{}, {.nodes = 3});
  EXPECT_EQ(few.ending, Ending::unknown);
  EXPECT_EQ(few.limit, Limit::nodes);
  const auto small = first_solution(Jugs{}, {}, Queue{}, {.bytes = 100});
  EXPECT_EQ(small.ending, Ending::unknown);
  EXPECT_EQ(small.limit, Limit::memory);
}

TEST(FirstSolution, StackPopsInTheOrderOfRank) {
  std::vector<Child<int, int>> children{{1, 1, 0, 0}, {2, 1, 0, 0}, {3, 1, 0, 0}};
  auto plain = stack();
  plain.push(children);
  EXPECT_EQ(plain.pop(), 1u);
  Stack by_rank{[](const auto& child) { return child.node == 3 ? std::int64_t{0} : std::int64_t{1}; }};
  by_rank.push(children);
  EXPECT_EQ(by_rank.pop(), 3u);
  EXPECT_EQ(by_rank.pop(), 1u);
}

TEST(Frontier, HeapsAgreeWithAPriorityQueue) {
  const auto key = [](const auto& child) { return std::int64_t{child.state}; };
  SedgewickHeap largest{key};
  BestFirst smallest{key};
  std::multiset<std::int64_t> in;
  Rng rng(4);
  NodeNumber next = 0;
  std::vector<std::int64_t> value;
  for (int step = 0; step < 5000; ++step) {
    if (in.empty() || rng.chance(0.6)) {
      const int v = static_cast<int>(rng.below(50));
      std::vector<Child<int, int>> one{{next++, 0, v, 0}};
      largest.push(one);
      in.insert(v);
      value.push_back(v);
    } else {
      const auto got = value[largest.pop()];
      EXPECT_EQ(got, *in.rbegin());
      in.erase(std::prev(in.end()));
    }
  }
  for (const int v : {5, 3, 3, 9}) smallest.push(std::vector<Child<int, int>>{{next++, 0, v, 0}});
  EXPECT_EQ(smallest.pop(), next - 3) << "the older of two equal ones";
  EXPECT_EQ(smallest.pop(), next - 2);
}

TEST(Explore, KnowsDistancesAndDeadEnds) {
  const auto graph = explore(Jugs{}, {}, {});
  EXPECT_EQ(graph.ending, Ending::solved);
  EXPECT_EQ(graph.nodes, 16u);
  EXPECT_EQ(graph.transitions(), 96u);
  EXPECT_EQ(graph.to_goal[0], 6u);
  for (std::uint32_t n = 0; n < graph.nodes; ++n) {
    EXPECT_TRUE(graph.solvable(n)) << "one can always pour everything out";
    EXPECT_FALSE(graph.stuck(n));
    if (graph.to_goal[n] == 0) continue;
    auto best = Graph<Jugs>::unreachable;
    for (auto e = graph.first[n]; e < graph.first[n + 1]; ++e) best = std::min(best, graph.to_goal[graph.children[e]]);
    EXPECT_EQ(graph.to_goal[n], best + 1);
  }
}

TEST(Explore, AnUnsolvableSpaceAndALimit) {
  EXPECT_EQ(explore(Jugs{.wanted = 9}, {}, {}).ending, Ending::unsolvable);
  const auto cut = explore(Jugs{}, {}, {.nodes = 5});
  EXPECT_EQ(cut.ending, Ending::unknown);
  EXPECT_EQ(cut.limit, Limit::nodes);
}

TEST(Explore, ALimitMayEndItButNotChangeIt) {
  int known = 0, unknown = 0;
  for (const int wanted : {4, 9})
    for (std::uint64_t limit = 0; limit < 2'000'000; limit = 2 * limit + 5) {
      const double nanoseconds = 1e-9 * static_cast<double>(limit);
      for (const Budget& budget : {Budget{.bytes = limit}, Budget{.nodes = limit}, Budget{.seconds = nanoseconds}}) {
        const auto graph = explore(Jugs{.wanted = wanted}, {}, budget);
        if (graph.ending == Ending::unknown) {
          ++unknown;
          EXPECT_NE(graph.limit, Limit::none);
          continue;
        }
        ++known;
        EXPECT_EQ(graph.ending, wanted == 4 ? Ending::solved : Ending::unsolvable);
        EXPECT_EQ(graph.nodes, 16u);
        EXPECT_EQ(graph.transitions(), 96u);
        EXPECT_LE(graph.peak_bytes, budget.bytes);
      }
    }
  EXPECT_GT(known, 20);
  EXPECT_GT(unknown, 20);
}

}  // namespace
}  // namespace nazo::search
