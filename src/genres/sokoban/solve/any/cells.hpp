// Feature space: every node lies in the cell of its features; cells take turns, and each hands out its lightest node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace nazo::sokoban::any {

class Cells {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// The cell of these features, new or old. A new cell is served next.
  std::uint32_t at(std::uint64_t features) {
    const auto [found, is_new] = index_.try_emplace(features, static_cast<std::uint32_t>(heaps_.size()));
    if (is_new) {
      heaps_.emplace_back();
      fresh_.push_back(found->second);
    }
    return found->second;
  }

  /// Lower priorities come out first; equal ones in order of node numbers.
  void add(std::uint32_t cell, std::uint64_t priority, std::uint32_t node) {
    auto& heap = heaps_[cell];
    room_ -= heap.capacity();
    heap.push_back({priority, node});
    room_ += heap.capacity();
    std::ranges::push_heap(heap, later);
  }

  /// The next cell in turn that holds something, or none.
  std::uint32_t next() {
    while (!fresh_.empty()) {
      const std::uint32_t cell = fresh_.back();
      fresh_.pop_back();
      if (!heaps_[cell].empty()) return cell;
    }
    for (std::size_t tried = 0; tried < heaps_.size(); ++tried) {
      turn_ = turn_ + 1 < heaps_.size() ? turn_ + 1 : 0;
      if (!heaps_[turn_].empty()) return static_cast<std::uint32_t>(turn_);
    }
    return none;
  }

  [[nodiscard]] bool empty(std::uint32_t cell) const { return heaps_[cell].empty(); }

  /// Takes the lightest node out of a cell.
  std::uint32_t pop(std::uint32_t cell) {
    auto& heap = heaps_[cell];
    std::ranges::pop_heap(heap, later);
    const std::uint32_t node = heap.back().node;
    heap.pop_back();
    return node;
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return room_ * sizeof(Entry) + heaps_.capacity() * sizeof(heaps_[0]) + heaps_.size() * bytes_of_index_entry;
  }

 private:
  static constexpr std::uint64_t bytes_of_index_entry = 64;  ///< a node and a bucket of the map, as they are allocated

  struct Entry {
    std::uint64_t priority;
    std::uint32_t node;
  };
  static bool later(const Entry& a, const Entry& b) {
    return a.priority != b.priority ? a.priority > b.priority : a.node > b.node;
  }

  std::unordered_map<std::uint64_t, std::uint32_t> index_;
  std::vector<std::vector<Entry>> heaps_;
  std::vector<std::uint32_t> fresh_;
  std::size_t turn_ = 0;
  std::uint64_t room_ = 0;  ///< entries that all heaps together have room for
};

}  // namespace nazo::sokoban::any
