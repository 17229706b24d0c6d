// Searches a space, each state once, until the first solution.
//
//   auto found = search::first_solution(space, start, search::Queue{}, budget);                        // breadth-first
//   auto found = search::first_solution(space, start, search::stack(), budget);                        // depth-first
//   auto found = search::first_solution(space, start, search::SedgewickHeap{priority}, budget);        //
//   priority-first auto found = search::first_solution(space, start, search::BestFirst{cost}, budget); // best-first
//
// Duplicates and success are tested when a state is generated. `found.path` holds the moves from the start.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "search/chunked.hpp"
#include "search/frontier.hpp"
#include "search/key_index.hpp"
#include "search/space.hpp"

namespace nazo::search {

template <StateSpace S>
struct Found : Report {
  std::vector<typename S::Move> path{};
};

template <StateSpace S, class Frontier>
[[nodiscard]] Found<S> first_solution(const S& space, const typename S::State& start, Frontier frontier,
                                      const Budget& budget) {
  using State = typename S::State;
  using Move = typename S::Move;
  struct Node {
    State state;
    NodeNumber parent;
    std::uint32_t depth;
    Move move;
  };

  Found<S> found;
  Meter meter(budget);
  Chunked<Node> nodes;
  KeyIndex<KeyOf<S>> seen(budget.bytes, &meter);
  std::vector<Child<State, Move>> children;

  const auto finish = [&](Ending ending) {
    found.ending = ending;
    found.limit = ending == Ending::unknown ? meter.limit() : Limit::none;
    found.nodes = nodes.size();
    return found;
  };
  const auto solved_at = [&](NodeNumber last) {
    for (NodeNumber n = last; n != 0; n = nodes[n].parent) found.path.push_back(nodes[n].move);
    std::ranges::reverse(found.path);
    return finish(Ending::solved);
  };
  /// Adds a state; false if it is a duplicate or there is no room.
  const auto add = [&](const Node& node) {
    const auto fresh = seen.insert(space.key(node.state));
    const std::uint64_t bytes = seen.bytes() + nodes.bytes() + frontier.bytes();
    found.peak_bytes = std::max(found.peak_bytes, bytes);
    if (!fresh || bytes + nodes.next_growth() + frontier.next_growth() > budget.bytes) {
      if (meter.limit() == Limit::none) meter.out_of_memory();
      return false;
    }
    if (!fresh->inserted) {
      ++found.duplicates;
      return false;
    }
    nodes.push(node);
    return true;
  };

  if (!meter.spend() || !add({start, 0, 0, Move{}})) return finish(Ending::unknown);
  if (space.solved(start)) return solved_at(0);
  children.push_back({0, 0, start, Move{}});
  frontier.push(children);

  while (!frontier.empty()) {
    const NodeNumber number = frontier.pop();
    const Node parent = nodes[number];
    ++found.expanded;
    children.clear();
    bool done = false, out = false;
    space.for_each_move(parent.state, [&](const Move& move) {
      if (done || out) return;
      const State state = space.apply(parent.state, move);
      if (!add({state, number, parent.depth + 1, move})) {
        out = meter.limit() != Limit::none;
        return;
      }
      if (!meter.spend()) out = true;
      done = space.solved(state);
      children.push_back({static_cast<NodeNumber>(nodes.size() - 1), parent.depth + 1, state, move});
    });
    if (done) return solved_at(static_cast<NodeNumber>(nodes.size() - 1));
    if (out) return finish(Ending::unknown);
    frontier.push(children);
  }
  return finish(Ending::unsolvable);
}

}  // namespace nazo::search
