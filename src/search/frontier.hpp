// Which state is expanded next: the one thing in which breadth-, depth-, priority- and best-first search differ.
//
// A frontier is given the new children of one state together, in the order they were generated, and hands out node
// numbers. `child.node` is the number, `child.state` the state, `child.move` the move that led there. `bytes` says what
// it takes, `next_growth` what the children of one more state would add while it grows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace nazo::search {

/// A list that is nearly full grows to twice its size beside the old one.
template <class T>
[[nodiscard]] std::uint64_t growth_of_list(const std::vector<T>& list) {
  constexpr std::size_t most_children = 1024;
  return list.capacity() - list.size() < most_children ? 2 * std::max(list.capacity(), most_children) * sizeof(T) : 0;
}

using NodeNumber = std::uint32_t;

template <class State, class Move>
struct Child {
  NodeNumber node;
  std::uint32_t depth;
  State state;
  Move move;
};

/// Breadth-first: first in, first out. The first solution found has the fewest moves.
struct Queue {
  std::deque<NodeNumber> waiting;
  void push(const auto& children) {
    for (const auto& child : children) waiting.push_back(child.node);
  }
  [[nodiscard]] bool empty() const { return waiting.empty(); }
  NodeNumber pop() {
    const NodeNumber node = waiting.front();
    waiting.pop_front();
    return node;
  }
  [[nodiscard]] std::uint64_t bytes() const { return waiting.size() * sizeof(NodeNumber); }
  [[nodiscard]] std::uint64_t next_growth() const { return 0; }
};

/// Depth-first: the children of the state expanded last come first, among them in ascending order of `rank(child)`
/// and, where that is equal, in the order they were generated.
template <class Rank>
struct Stack {
  Rank rank;
  std::vector<NodeNumber> waiting{};
  void push(const auto& children) {
    std::vector<std::pair<std::int64_t, NodeNumber>> order;
    for (const auto& child : children) order.emplace_back(rank(child), child.node);
    std::ranges::stable_sort(order, {}, &std::pair<std::int64_t, NodeNumber>::first);
    for (auto it = order.rbegin(); it != order.rend(); ++it) waiting.push_back(it->second);
  }
  [[nodiscard]] bool empty() const { return waiting.empty(); }
  NodeNumber pop() {
    const NodeNumber node = waiting.back();
    waiting.pop_back();
    return node;
  }
  [[nodiscard]] std::uint64_t bytes() const { return waiting.capacity() * sizeof(NodeNumber); }
  [[nodiscard]] std::uint64_t next_growth() const { return growth_of_list(waiting); }
};

/// Depth-first in the order of generation.
struct InOrder {
  std::int64_t operator()(const auto&) const { return 0; }
};
inline Stack<InOrder> stack() { return {InOrder{}}; }

/// Priority-first: the largest `priority(child)` first. This is Sedgewick's binary heap to the letter (an equal parent
/// is passed on the way up, the left child is preferred on the way down), because the paper that used it prints state
/// counts, and those depend on how the heap breaks ties.
template <class Priority>
struct SedgewickHeap {
  Priority priority;
  struct Entry {
    std::int64_t key;
    NodeNumber node;
  };
  std::vector<Entry> heap{Entry{0, 0}};  // from 1, as in the book

  void push(const auto& children) {
    for (const auto& child : children) {
      heap.push_back({priority(child), child.node});
      std::size_t k = heap.size() - 1;
      const Entry v = heap[k];
      while (k > 1 && heap[k / 2].key <= v.key) {
        heap[k] = heap[k / 2];
        k /= 2;
      }
      heap[k] = v;
    }
  }
  [[nodiscard]] bool empty() const { return heap.size() == 1; }
  NodeNumber pop() {
    const NodeNumber top = heap[1].node;
    const Entry v = heap.back();
    heap.pop_back();
    const std::size_t n = heap.size() - 1;
    if (n == 0) return top;
    std::size_t k = 1;
    while (k <= n / 2) {
      std::size_t j = 2 * k;
      if (j < n && heap[j].key < heap[j + 1].key) ++j;
      if (v.key >= heap[j].key) break;
      heap[k] = heap[j];
      k = j;
    }
    heap[k] = v;
    return top;
  }
  [[nodiscard]] std::uint64_t bytes() const { return heap.capacity() * sizeof(Entry); }
  [[nodiscard]] std::uint64_t next_growth() const { return growth_of_list(heap); }
};
template <class Priority>
SedgewickHeap(Priority) -> SedgewickHeap<Priority>;

/// Best-first: the smallest `cost(child)` first, the older of two equal ones first.
template <class Cost>
struct BestFirst {
  Cost cost;
  struct Entry {
    std::int64_t cost;
    NodeNumber node;  // numbers grow with age, so that a tie is broken the same way everywhere
    friend bool operator<(const Entry& a, const Entry& b) {
      return std::pair(a.cost, a.node) > std::pair(b.cost, b.node);
    }
  };
  std::vector<Entry> heap{};

  void push(const auto& children) {
    for (const auto& child : children) {
      heap.push_back({cost(child), child.node});
      std::ranges::push_heap(heap, std::less<>{});
    }
  }
  [[nodiscard]] bool empty() const { return heap.empty(); }
  NodeNumber pop() {
    std::ranges::pop_heap(heap, std::less<>{});
    const NodeNumber node = heap.back().node;
    heap.pop_back();
    return node;
  }
  [[nodiscard]] std::uint64_t bytes() const { return heap.capacity() * sizeof(Entry); }
  [[nodiscard]] std::uint64_t next_growth() const { return growth_of_list(heap); }
};
template <class Cost>
BestFirst(Cost) -> BestFirst<Cost>;

}  // namespace nazo::search
