#include "genres/sokoban/solve/check.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/pulse.hpp"

namespace nazo::sokoban {

Replay replay(const Level& level, std::string_view moves, const Budget& budget) {
  constexpr std::uint32_t moves_between_checks = 1 << 16;
  Meter meter(budget);
  Pulse pulse(meter, moves_between_checks);
  Replay result;
  result.end = level;
  result.lurd.reserve(moves.size());
  int keeper_at = level.keeper_square();
  int last_box = -1;  // where the box pushed last stands now
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!pulse.goes_on()) {
      result.limit = meter.limit();
      return result;
    }
    const auto direction = direction_of(moves[i]);
    const int next = direction ? keeper_at + row_step(*direction) * level.width + column_step(*direction) : -1;
    const int beyond = direction ? next + row_step(*direction) * level.width + column_step(*direction) : -1;
    const auto cell = [&](int square) -> std::uint8_t& { return result.end.cells[static_cast<std::size_t>(square)]; };
    const auto exists = [&](int square) { return square >= 0 && square < static_cast<int>(result.end.cells.size()); };
    bool possible = exists(next) && (cell(next) & wall) == 0;
    const bool pushing = possible && (cell(next) & box) != 0;
    if (pushing) possible = exists(beyond) && (cell(beyond) & (wall | box)) == 0;
    if (!possible) {
      result.legal = false;
      result.at = i;
      result.refused = moves[i];
      return result;
    }
    if (pushing) {
      cell(next) = static_cast<std::uint8_t>(cell(next) & ~box);
      cell(beyond) |= box;
      ++result.cost.pushes;
      if (last_box != next) ++result.cost.box_changes;
      last_box = beyond;
    }
    cell(keeper_at) = static_cast<std::uint8_t>(cell(keeper_at) & ~keeper);
    cell(next) |= keeper;
    keeper_at = next;
    ++result.cost.moves;
    result.lurd += pushing ? push_letter(*direction) : letter(*direction);
  }
  result.solves = solved(result.end);
  return result;
}

int manhattan_matching(const Level& level) {
  std::vector<std::pair<int, int>> boxes, goals;
  for (int r = 0; r < level.height; ++r)
    for (int c = 0; c < level.width; ++c) {
      if ((level.at(r, c) & box) != 0) boxes.emplace_back(r, c);
      if ((level.at(r, c) & goal) != 0) goals.emplace_back(r, c);
    }
  // Shortest augmenting paths with potentials (the Hungarian method); row and column 0 are sentinels.
  const std::size_t n = std::min(boxes.size(), goals.size());
  constexpr int far = std::numeric_limits<int>::max() / 2;
  std::vector<int> u(n + 1), v(n + 1);
  std::vector<std::size_t> match(n + 1), way(n + 1);
  const auto distance = [&](std::size_t i, std::size_t j) {
    return std::abs(boxes[i - 1].first - goals[j - 1].first) + std::abs(boxes[i - 1].second - goals[j - 1].second);
  };
  for (std::size_t i = 1; i <= n; ++i) {
    match[0] = i;
    std::size_t column = 0;
    std::vector<int> least(n + 1, far);
    std::vector<bool> used(n + 1, false);
    do {
      used[column] = true;
      const std::size_t row = match[column];
      std::size_t next = 0;
      int delta = far;
      for (std::size_t j = 1; j <= n; ++j) {
        if (used[j]) continue;
        const int reduced = distance(row, j) - u[row] - v[j];
        if (reduced < least[j]) {
          least[j] = reduced;
          way[j] = column;
        }
        if (least[j] < delta) {
          delta = least[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= n; ++j) {
        if (used[j]) {
          u[match[j]] += delta;
          v[j] -= delta;
        } else {
          least[j] -= delta;
        }
      }
      column = next;
    } while (match[column] != 0);
    while (column != 0) {
      match[column] = match[way[column]];
      column = way[column];
    }
  }
  int sum = 0;
  for (std::size_t j = 1; j <= n; ++j) sum += distance(match[j], j);
  return sum;
}

}  // namespace nazo::sokoban
