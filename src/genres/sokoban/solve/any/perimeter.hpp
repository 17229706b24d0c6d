// Positions that a search from one end has made, so that the search from the other end can tell when they meet.
//
// A table that grows up to a size: what finds no room near its place pushes an older position out. So that a position
// is not found here proves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rng.hpp"

namespace nazo::sokoban::any {

class Perimeter {
 public:
  /// How a position came about: by an option of a node, or as a node without parent.
  struct Way {
    std::uint64_t key = 0;
    std::uint32_t node = 0;
    std::uint32_t option = 0;
    static constexpr std::uint32_t no_option = ~std::uint32_t{0};
  };

  explicit Perimeter(std::uint64_t most_bytes) : most_bytes_(most_bytes), ways_(least_slots) {}

  void add(const Way& way) {
    if (2 * count_ >= ways_.size() && ways_.size() < most_slots && 3 * bytes() <= most_bytes_) grow();
    count_ += put(way) ? 1 : 0;
  }
  [[nodiscard]] const Way* find(std::uint64_t key) const {
    const std::size_t home = mix64(key) & (ways_.size() - 1);
    for (std::size_t i = 0; i < reach; ++i)
      if (ways_[home ^ i].key == key) return &ways_[home ^ i];
    return nullptr;
  }
  void clear() {
    ways_.assign(ways_.size(), Way{});
    count_ = 0;
  }
  [[nodiscard]] std::uint64_t bytes() const { return ways_.size() * sizeof(Way); }

 private:
  static constexpr std::size_t least_slots = 1 << 10, most_slots = 1 << 22, reach = 4;

  /// Was a free place taken?
  bool put(const Way& way) {
    const std::size_t home = mix64(way.key) & (ways_.size() - 1);
    for (std::size_t i = 0; i < reach; ++i) {
      Way& at = ways_[home ^ i];
      if (at.key == way.key) return false;
      if (at.key != 0) continue;
      at = way;
      return true;
    }
    ways_[home ^ (way.node % reach)] = way;
    return false;
  }
  void grow() {
    std::vector<Way> old(2 * ways_.size());
    old.swap(ways_);
    count_ = 0;
    for (const Way& way : old)
      if (way.key != 0) count_ += put(way) ? 1 : 0;
  }

  std::uint64_t most_bytes_;
  std::vector<Way> ways_;
  std::size_t count_ = 0;
};

}  // namespace nazo::sokoban::any
