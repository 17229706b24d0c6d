// Which cell to guess next: the one that conflicts met most, of late above all.
#pragma once

#include <cstdint>
#include <vector>

namespace nazo::nonogram {

/// A heap of numbered cells by activity. Equal activities go by number, so that the order never depends on history.
class ActivityOrder {
 public:
  explicit ActivityOrder(std::size_t cells) : activity_(cells), place_(cells, absent) { heap_.reserve(cells); }

  void set_activity(std::uint16_t cell, double activity) { activity_[cell] = activity; }

  /// Recent bumps weigh more: each step makes the bumps after it worth a twentieth more.
  void step() { bump_ *= 1 / decay; }
  void bump(std::uint16_t cell) {
    activity_[cell] += bump_;
    if (activity_[cell] > 1e100) rescale();
    if (place_[cell] != absent) up(place_[cell]);
  }
  void insert(std::uint16_t cell) {
    if (place_[cell] != absent) return;
    place_[cell] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(cell);
    up(place_[cell]);
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  std::uint16_t take_first() {
    const std::uint16_t first = heap_.front(), last = heap_.back();
    heap_.pop_back();
    place_[first] = absent;
    if (first == last) return first;
    put(0, last);
    down(0);
    return first;
  }

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  [[nodiscard]] bool before(std::uint16_t a, std::uint16_t b) const {
    return activity_[a] > activity_[b] || (activity_[a] == activity_[b] && a < b);
  }
  void put(std::uint32_t place, std::uint16_t cell) {
    heap_[place] = cell;
    place_[cell] = place;
  }
  void up(std::uint32_t place) {
    const std::uint16_t cell = heap_[place];
    while (place > 0 && before(cell, heap_[(place - 1) / 2])) {
      put(place, heap_[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    put(place, cell);
  }
  void down(std::uint32_t place) {
    const std::uint16_t cell = heap_[place];
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (std::uint32_t child = 2 * place + 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], cell)) break;
      put(place, heap_[child]);
      place = child;
    }
    put(place, cell);
  }
  void rescale() {
    for (double& activity : activity_) activity *= 1e-100;
    bump_ *= 1e-100;
  }

  std::vector<double> activity_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint16_t> heap_;
  static constexpr double decay = 0.95;
  double bump_ = 1;
};

}  // namespace nazo::nonogram
