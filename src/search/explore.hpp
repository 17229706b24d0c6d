// The whole space: every state that can be reached, every transition, and which states can still be won.
//
// States are numbered in breadth-first order from the start (number 0), so `depth` never falls as the number grows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "search/chunked.hpp"
#include "search/key_index.hpp"
#include "search/space.hpp"

namespace nazo::search {

template <StateSpace S>
struct Graph : Report {
  using Number = std::uint32_t;
  static constexpr Number unreachable = ~Number{0};

  Chunked<typename S::State> states;
  std::vector<std::uint64_t> first;  ///< children of n: children[first[n]] … children[first[n + 1] − 1]
  std::vector<Number> children;
  std::vector<Number> depth;    ///< fewest moves from the start
  std::vector<Number> to_goal;  ///< fewest moves to a solved state, or `unreachable`
  [[nodiscard]] std::uint64_t transitions() const { return children.size(); }
  [[nodiscard]] bool solvable(Number n) const { return to_goal[n] != unreachable; }
  /// A dead end: not solved, and nothing can be moved.
  [[nodiscard]] bool stuck(Number n) const { return first[n] == first[n + 1] && to_goal[n] != 0; }
};

/// Explores everything. If a limit runs out, `ending` is unknown and the graph must not be used; otherwise `ending` says
/// whether the start can be won. Solved states are expanded like any other (a game may go on).
template <StateSpace S>
[[nodiscard]] Graph<S> explore(const S& space, const typename S::State& start, const Budget& budget) {
  using State = typename S::State;
  using Move = typename S::Move;
  using Number = std::uint32_t;
  Graph<S> graph;
  Meter meter(budget);
  KeyIndex<KeyOf<S>> seen(budget.bytes);

  const auto bytes = [&] {
    return seen.bytes() + graph.states.bytes() + graph.first.capacity() * sizeof(std::uint64_t) +
           (graph.children.capacity() + graph.depth.capacity() + graph.to_goal.capacity()) * sizeof(Number);
  };
  const auto stop = [&](Ending ending) {
    graph.ending = ending;
    graph.limit = ending == Ending::unknown ? meter.limit() : Limit::none;
    graph.nodes = graph.states.size();
    return std::move(graph);
  };

  (void)seen.insert(space.key(start));
  graph.states.push(start);
  graph.depth.push_back(0);
  bool out = !meter.spend();
  for (Number n = 0; n < graph.states.size() && !out; ++n) {
    const State state = graph.states[n];
    graph.first.push_back(graph.children.size());
    ++graph.expanded;
    space.for_each_move(state, [&](const Move& move) {
      if (out) return;
      const State child = space.apply(state, move);
      const auto number = seen.insert(space.key(child));
      if (!number) {
        meter.out_of_memory();
        out = true;
        return;
      }
      graph.children.push_back(number->number);
      if (!number->inserted) {
        ++graph.duplicates;
        return;
      }
      graph.states.push(child);
      graph.depth.push_back(graph.depth[n] + 1);
      if (!meter.spend()) out = true;
    });
    if ((n & 1023) == 0) {
      graph.peak_bytes = std::max<std::uint64_t>(graph.peak_bytes, bytes());
      if (graph.peak_bytes > budget.bytes) {
        meter.out_of_memory();
        out = true;
      }
    }
  }
  if (out) return stop(Ending::unknown);
  graph.first.push_back(graph.children.size());

  // Backwards from the solved states, breadth-first over reversed transitions.
  const auto count = static_cast<Number>(graph.states.size());
  std::vector<std::uint64_t> into(count + 1, 0);
  for (const Number child : graph.children) ++into[child + 1];
  for (Number n = 0; n < count; ++n) into[n + 1] += into[n];
  std::vector<Number> parents(graph.children.size());
  std::vector<std::uint64_t> next(into.begin(), into.end() - 1);
  for (Number n = 0; n < count; ++n)
    for (std::uint64_t e = graph.first[n]; e < graph.first[n + 1]; ++e) parents[next[graph.children[e]]++] = n;
  graph.to_goal.assign(count, Graph<S>::unreachable);
  std::vector<Number> queue;
  for (Number n = 0; n < count; ++n)
    if (space.solved(graph.states[n])) {
      graph.to_goal[n] = 0;
      queue.push_back(n);
    }
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint64_t e = into[queue[i]]; e < into[queue[i] + 1]; ++e)
      if (graph.to_goal[parents[e]] == Graph<S>::unreachable) {
        graph.to_goal[parents[e]] = graph.to_goal[queue[i]] + 1;
        queue.push_back(parents[e]);
      }
  graph.peak_bytes = std::max<std::uint64_t>(graph.peak_bytes, bytes() + parents.capacity() * sizeof(Number) + 2 * into.capacity() * 8);
  return stop(graph.solvable(0) ? Ending::solved : Ending::unsolvable);
}

}  // namespace nazo::search
