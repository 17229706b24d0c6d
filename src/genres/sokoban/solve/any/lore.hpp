// Sets of boxes that are lost wherever the others stand, learnt while searching and kept.
//
// A set is lost if, alone on the board, it cannot be brought onto goals from where the keeper is. More boxes on the
// board only take moves away: so every position that holds the set, with the keeper in the set's region, is lost too.
#pragma once

#include <cstdint>
#include <vector>

#include "genres/sokoban/solve/any/bits.hpp"

namespace nazo::sokoban::any {

template <int W>
class Lore {
 public:
  struct Lost {
    Bits<W> boxes{}, region{};  ///< the keeper is somewhere in the region
    friend bool operator==(const Lost&, const Lost&) = default;
  };

  explicit Lore(std::size_t squares) : with_(squares) {}

  /// Is the position lost by a set that holds the box on this square?
  [[nodiscard]] bool knows(const Bits<W>& boxes, Square moved, Square keeper) const {
    for (const std::uint32_t number : with_[moved]) {
      const Lost& lost = sets_[number];
      if (lost.region.has(keeper) && lost.boxes.within(boxes)) return true;
    }
    return false;
  }

  void add(const Lost& lost) {
    if (sets_.size() >= most_sets || holds(lost)) return;
    const auto number = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(lost);
    lost.boxes.for_each([&](Square s) { with_[s].push_back(number); });
  }

  [[nodiscard]] const std::vector<Lost>& sets() const { return sets_; }
  [[nodiscard]] std::uint64_t bytes() const {
    return sets_.capacity() * sizeof(Lost) + numbers() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t most_sets = 8000;

  /// Is it among the known ones, or wider than one of them?
  [[nodiscard]] bool holds(const Lost& lost) const {
    bool known = false;
    lost.boxes.for_each([&](Square s) {
      for (const std::uint32_t number : with_[s]) {
        const Lost& other = sets_[number];
        known = known || (other.boxes.within(lost.boxes) && lost.region.within(other.region));
      }
    });
    return known;
  }
  [[nodiscard]] std::size_t numbers() const {
    std::size_t sum = 0;
    for (const auto& list : with_) sum += list.capacity();
    return sum;
  }

  std::vector<Lost> sets_;
  std::vector<std::vector<std::uint32_t>> with_;  ///< of each square: the sets that have a box there
};

}  // namespace nazo::sokoban::any
