// Which tile lies where: what is on a slot or beside it is looked up instead of searched for.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

/// The upper left corners of tiles that lie within the limits of a board.
class Places {
 public:
  Places() = default;
  explicit Places(const Layout& slots) {
    for (std::size_t i = 0; i < slots.size(); ++i) put(slots[i], i);
  }

  /// The tile that has its corner there, or no_tile. Up to two half tiles outside the limits nothing lies.
  [[nodiscard]] int at(Slot slot) const { return static_cast<int>(corners_[place(slot)]) - 1; }
  void put(Slot slot, std::size_t tile) { corners_[place(slot)] = static_cast<std::uint8_t>(tile + 1); }

  /// Calls `visit` with every tile of a layer that shares ground with a slot.
  template <class Visit>
  void over(Slot slot, int layer, Visit visit) const {
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right)
        if (const int tile = at({layer, slot.row + down, slot.column + right}); tile != no_tile) visit(tile);
  }
  /// The same with the tiles that touch its left side (−2) or its right side (2).
  template <class Visit>
  void beside(Slot slot, int side, Visit visit) const {
    for (int down = -1; down <= 1; ++down)
      if (const int tile = at({slot.layer, slot.row + down, slot.column + side}); tile != no_tile) visit(tile);
  }
  [[nodiscard]] bool shared(Slot slot, int layer) const {
    bool any = false;
    over(slot, layer, [&](int) { any = true; });
    return any;
  }

 private:
  static constexpr std::size_t width = longest_side + 4;
  static_assert(no_tile == -1 && most_tiles < 256);
  /// A layer below the lowest and one above the highest are always empty.
  static constexpr std::size_t place(Slot slot) {
    return (index(slot.layer + 1) * width + index(slot.row + 2)) * width + index(slot.column + 2);
  }
  std::array<std::uint8_t, (most_layers + 2) * width * width> corners_{};
};

/// Up to four tiles, by id.
class FewTiles {
 public:
  void add(int tile) {
    list_[count_++] = static_cast<std::uint8_t>(tile);
    for (std::size_t i = count_ - 1; i > 0 && list_[i] < list_[i - 1]; --i) std::swap(list_[i], list_[i - 1]);
  }
  [[nodiscard]] std::span<const std::uint8_t> tiles() const { return {list_.data(), count_}; }
  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  std::array<std::uint8_t, 4> list_{};
  std::size_t count_ = 0;
};

/// The tiles that are in one tile's way: it is free when none lies on it, and one of its sides is open.
struct Ways {
  FewTiles on{}, left{}, right{};
  [[nodiscard]] bool free() const { return on.empty() && (left.empty() || right.empty()); }
};
/// By tile.
[[nodiscard]] std::vector<Ways> ways_of(const Layout& slots);

}  // namespace nazo::shanghai
