// Keeping to a number of bytes: lists that grow within them, and work whose size is known beforehand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "puzzle/genre.hpp"

namespace nazo {

/// Makes room for some more items; false if that would take more than the free bytes. A list that grows stands there
/// twice for a moment, and what it left behind on its way is not always used again: together that is as much as its new
/// room and its old one.
template <class T>
[[nodiscard]] bool make_room(std::vector<T>& list, std::size_t more, std::uint64_t free_bytes) {
  const std::size_t wanted = list.size() + more;
  if (wanted <= list.capacity()) return true;
  const std::size_t bigger = std::max({wanted, 2 * list.capacity(), std::size_t{16}});
  if ((bigger + list.capacity()) * sizeof(T) > free_bytes) return false;
  list.reserve(bigger);
  return true;
}

/// What is left of some bytes.
[[nodiscard]] constexpr std::uint64_t bytes_left(std::uint64_t all, std::uint64_t used) {
  return all > used ? all - used : 0;
}

/// An error unless work of this size fits into the budget and nobody has asked to stop. Half of what every call may use
/// in any case need not be asked for; the other half is for reading boards.
[[nodiscard]] inline Result<void> fits(const Budget& budget, std::uint64_t bytes) {
  return affordable(budget, bytes_left(bytes, Context::spare_bytes / 2));
}

}  // namespace nazo
