// Sorting that can be told to stop: for lists so long that nobody should have to wait for their end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace nazo::search {

/// Sorts unless `goes_on()`, which is asked again and again, says no; then false, and the items lie in any order. Takes
/// next to no memory. Items that are equal by `less` may change places.
template <class T, class Less, class GoesOn>
bool sort_while(std::span<T> items, Less less, GoesOn goes_on) {
  constexpr std::size_t at_once = 1 << 16, samples = 31;
  std::vector<std::span<T>> waiting{items};
  while (!waiting.empty()) {
    if (!goes_on()) return false;
    const std::span<T> part = waiting.back();
    waiting.pop_back();
    if (part.size() <= at_once) {
      std::sort(part.begin(), part.end(), less);
      continue;
    }
    std::array<T, samples> sample;
    for (std::size_t i = 0; i < samples; ++i) sample[i] = part[i * (part.size() / samples)];
    std::nth_element(sample.begin(), sample.begin() + samples / 2, sample.end(), less);
    const T pivot = sample[samples / 2];
    const auto middle = std::partition(part.begin(), part.end(), [&](const T& item) { return less(item, pivot); });
    const auto end = std::partition(middle, part.end(), [&](const T& item) { return !less(pivot, item); });
    waiting.push_back(std::span<T>(part.begin(), middle));
    waiting.push_back(std::span<T>(end, part.end()));
  }
  return true;
}

}  // namespace nazo::search
