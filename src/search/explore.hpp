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
  [[nodiscard]] std::uint64_t bytes() const {
    return states.bytes() + first.capacity() * sizeof(std::uint64_t) +
           (children.capacity() + depth.capacity() + to_goal.capacity()) * sizeof(Number);
  }
};

namespace detail {

constexpr std::uint32_t nodes_between_checks = 1 << 16;

/// Bytes that one more item of a list would take: a list that is full grows to twice its size beside the old one.
template <class T>
[[nodiscard]] std::uint64_t growth_of(const std::vector<T>& list) {
  return list.size() == list.capacity() ? std::max<std::uint64_t>(1, 2 * list.capacity()) * sizeof(T) : 0;
}

/// Finds the way back to a solved state for every state, breadth-first over reversed transitions; false if a limit ran
/// out.
template <StateSpace S>
bool look_back(const S& space, Graph<S>& graph, Meter& meter) {
  using Number = typename Graph<S>::Number;
  const auto count = static_cast<Number>(graph.states.size());
  const std::uint64_t wanted = (graph.children.size() + 2 * std::uint64_t{count}) * sizeof(Number) +
                               2 * (std::uint64_t{count} + 1) * sizeof(std::uint64_t);
  graph.peak_bytes = std::max(graph.peak_bytes, graph.bytes() + wanted);
  if (graph.bytes() + wanted > meter.budget().bytes) {
    meter.out_of_memory();
    return false;
  }
  const auto goes_on = [&](std::size_t n) { return n % nodes_between_checks != 0 || meter.check(); };

  std::vector<std::uint64_t> into(std::size_t{count} + 1, 0);
  for (const Number child : graph.children) ++into[child + 1];
  for (Number n = 0; n < count; ++n) into[n + 1] += into[n];
  std::vector<Number> parents(graph.children.size());
  std::vector<std::uint64_t> next(into.begin(), into.end() - 1);
  for (Number n = 0; n < count; ++n) {
    if (!goes_on(n)) return false;
    for (std::uint64_t e = graph.first[n]; e < graph.first[n + 1]; ++e) parents[next[graph.children[e]]++] = n;
  }
  graph.to_goal.assign(count, Graph<S>::unreachable);
  std::vector<Number> queue;
  queue.reserve(count);
  for (Number n = 0; n < count; ++n) {
    if (!goes_on(n)) return false;
    if (!space.solved(graph.states[n])) continue;
    graph.to_goal[n] = 0;
    queue.push_back(n);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (!goes_on(i)) return false;
    for (std::uint64_t e = into[queue[i]]; e < into[queue[i] + 1]; ++e) {
      if (graph.to_goal[parents[e]] != Graph<S>::unreachable) continue;
      graph.to_goal[parents[e]] = graph.to_goal[queue[i]] + 1;
      queue.push_back(parents[e]);
    }
  }
  return true;
}

}  // namespace detail

/// Explores everything. If a limit runs out, `ending` is unknown and the graph must not be used; otherwise `ending`
/// says whether the start can be won. Solved states are expanded like any other (a game may go on).
template <StateSpace S>
[[nodiscard]] Graph<S> explore(const S& space, const typename S::State& start, const Budget& budget) {
  using State = typename S::State;
  using Move = typename S::Move;
  using Number = std::uint32_t;
  constexpr Number states_between_checks = 64;
  constexpr std::uint64_t share_of_keys = 3;  // what has been seen gets one part in so many of the bytes
  Graph<S> graph;
  Meter meter(budget);
  KeyIndex<KeyOf<S>> seen(budget.bytes / share_of_keys);

  const auto stop = [&](Ending ending) {
    graph.ending = ending;
    graph.limit = ending == Ending::unknown ? meter.limit() : Limit::none;
    graph.nodes = graph.states.size();
    return std::move(graph);
  };
  // A transition adds to all of these lists but one; each may have to grow.
  const auto has_room = [&] {
    const std::uint64_t more = detail::growth_of(graph.children) + detail::growth_of(graph.depth) +
                               detail::growth_of(graph.first) + graph.states.next_growth();
    if (more == 0) return true;
    graph.peak_bytes = std::max(graph.peak_bytes, seen.bytes() + graph.bytes());
    if (seen.bytes() + graph.bytes() + more <= budget.bytes) return true;
    meter.out_of_memory();
    return false;
  };
  // The state's number, if it is counted from now on; nothing if there is no room for it.
  const auto number_of = [&](const State& state) {
    const auto number = has_room() ? seen.insert(space.key(state)) : std::nullopt;
    if (!number) meter.out_of_memory();
    return number;
  };

  bool out = !number_of(start) || !meter.spend();
  graph.states.push(start);
  graph.depth.push_back(0);
  for (Number n = 0; n < graph.states.size() && !out; ++n) {
    const State state = graph.states[n];
    graph.first.push_back(graph.children.size());
    ++graph.expanded;
    if (n % states_between_checks == 0 && !meter.check()) break;
    space.for_each_move(state, [&](const Move& move) {
      if (out) return;
      const State child = space.apply(state, move);
      const auto number = number_of(child);
      if (!number) {
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
  }
  if (meter.limit() != Limit::none) return stop(Ending::unknown);
  graph.first.push_back(graph.children.size());
  graph.peak_bytes = std::max(graph.peak_bytes, seen.bytes() + graph.bytes());
  seen = KeyIndex<KeyOf<S>>(0);  // its room is needed now
  if (!detail::look_back(space, graph, meter)) return stop(Ending::unknown);
  return stop(graph.solvable(0) ? Ending::solved : Ending::unsolvable);
}

}  // namespace nazo::search
