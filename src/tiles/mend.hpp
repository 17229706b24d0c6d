// Small changes that make a board of tiles solvable again: two tiles exchanged, or one changed into another kind.
//
// A game says what kind each tile is, how far two tiles are apart, and whether a board with other kinds can be cleared;
// it is asked for the nearest exchanges first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

namespace nazo::tiles {

/// Exchanges of tiles farther apart are not tried: on the largest boards there would be half a million of them.
inline constexpr int farthest_exchange = 12;

struct Exchange {
  std::size_t a = 0, b = 0;  ///< two tiles by their numbers
};

/// Exchanges of two tiles of different kinds, of which at least one is a suspect (none: all are), the nearest first, in
/// the end at most `most`. `apart(a, b)` is a distance. `can_be_cleared(kinds)` says yes, or no, or that there is no
/// more time: then the search ends.
template <class Apart, class CanBeCleared>
[[nodiscard]] std::vector<Exchange> mending_exchanges(const std::vector<int>& kinds, const std::vector<bool>& suspects,
                                                      std::size_t most, Apart apart, CanBeCleared can_be_cleared) {
  const bool all = std::ranges::find(suspects, true) == suspects.end();
  std::vector<std::tuple<int, std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < kinds.size(); ++a)
    for (std::size_t b = a + 1; b < kinds.size(); ++b)
      if (kinds[a] != kinds[b] && (all || suspects[a] || suspects[b]) && apart(a, b) <= farthest_exchange)
        pairs.emplace_back(apart(a, b), a, b);
  std::ranges::sort(pairs);
  std::vector<Exchange> found;
  for (const auto& [distance, a, b] : pairs) {
    std::vector<int> changed = kinds;
    std::swap(changed[a], changed[b]);
    const auto answer = can_be_cleared(changed);
    if (!answer) break;
    if (!*answer) continue;
    found.push_back({a, b});
    if (found.size() == most) break;
  }
  return found;
}

/// Tiles of one odd kind that could be of another odd kind, so that both are even.
struct Change {
  std::size_t tile = 0;
  int kind = 0;
};
template <class CanBeCleared>
[[nodiscard]] std::vector<Change> mending_changes(const std::vector<int>& kinds, const std::vector<int>& odd,
                                                  std::size_t most, CanBeCleared can_be_cleared) {
  std::vector<Change> found;
  for (const int from : odd)
    for (const int to : odd)
      for (std::size_t tile = 0; tile < kinds.size(); ++tile) {
        if (from == to || kinds[tile] != from) continue;
        std::vector<int> changed = kinds;
        changed[tile] = to;
        const auto answer = can_be_cleared(changed);
        if (!answer || found.size() == most) return found;
        if (*answer) found.push_back({tile, to});
      }
  return found;
}

}  // namespace nazo::tiles
