// An independent, naive solver to compare with: plain boards, sets and maps, no pruning, no normalised keeper.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>

#include "genres/sokoban/rules/rules.hpp"
#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban::oracle {

struct Best {
  int pushes = 0, box_changes = 0, moves = 0;
  friend bool operator==(const Best&, const Best&) = default;
};

/// Fewest pushes, then box changes, then moves, by Dijkstra over (board with the keeper's own square, box pushed last).
inline std::optional<Best> solve(const Level& start) {
  struct Node {
    std::string board;
    int last_box;
    auto operator<=>(const Node&) const = default;
  };
  using Cost = std::tuple<int, int, int>;
  std::map<Node, Cost> best;
  std::set<std::pair<Cost, Node>> queue;
  const auto text = [](const Level& level) { return std::string(level.cells.begin(), level.cells.end()); };
  const auto offer = [&](const Node& node, const Cost& cost) {
    const auto found = best.find(node);
    if (found != best.end() && found->second <= cost) return;
    if (found != best.end()) queue.erase({found->second, node});
    best[node] = cost;
    queue.insert({cost, node});
  };
  offer({text(start), -1}, {0, 0, 0});
  while (!queue.empty()) {
    const auto [cost, node] = *queue.begin();
    queue.erase(queue.begin());
    Level level = start;
    level.cells.assign(node.board.begin(), node.board.end());
    if (solved(level)) return Best{std::get<0>(cost), std::get<1>(cost), std::get<2>(cost)};
    for (const Direction d : directions) {
      Level next = level;
      const Stepped stepped = step(next, d);
      if (stepped == Stepped::blocked) continue;
      auto [pushes, changes, moves] = cost;
      int last = node.last_box;
      if (stepped == Stepped::pushed) {
        const int from = next.keeper_square();
        const int to = from + row_step(d) * next.width + column_step(d);
        ++pushes;
        changes += last == from ? 0 : 1;
        last = to;
      }
      offer({text(next), last}, {pushes, changes, moves + 1});
    }
  }
  return std::nullopt;
}

/// Fewest pushes, −1 if there is no solution: breadth-first by pushes over box squares and the keeper's own square, at
/// most seven boxes on at most 256 cells.
inline int fewest_pushes(const Level& level) {
  const auto at = [](std::uint64_t state, int i) { return static_cast<int>(state >> (8 * i) & 255); };
  std::vector<int> boxes;
  for (std::size_t i = 0; i < level.cells.size(); ++i)
    if ((level.cells[i] & box) != 0) boxes.push_back(static_cast<int>(i));
  const auto count = static_cast<int>(boxes.size());
  const auto pack = [&](std::vector<int> sorted, int keeper_at) {
    std::sort(sorted.begin(), sorted.end());
    std::uint64_t state = static_cast<std::uint64_t>(keeper_at);
    for (const int b : sorted) state = state << 8 | static_cast<std::uint64_t>(b);
    return state;  // keeper in the highest byte, then the boxes
  };
  std::deque<std::pair<std::uint64_t, int>> queue{{pack(boxes, level.keeper_square()), 0}};
  std::unordered_set<std::uint64_t> done;
  while (!queue.empty()) {
    const auto [state, pushes] = queue.front();
    queue.pop_front();
    if (!done.insert(state).second) continue;
    const int keeper_at = at(state, count);
    std::vector<int> now;
    bool finished = true;
    for (int i = 0; i < count; ++i) {
      now.push_back(at(state, i));
      finished = finished && (level.cells[static_cast<std::size_t>(now.back())] & goal) != 0;
    }
    if (finished) return pushes;
    for (const int delta : {-1, 1, -level.width, level.width}) {
      const int next = keeper_at + delta, beyond = next + delta;
      if ((level.cells[static_cast<std::size_t>(next)] & wall) != 0) continue;
      const auto hit = std::find(now.begin(), now.end(), next);
      if (hit == now.end()) {
        queue.emplace_front(pack(now, next), pushes);  // walking is free
        continue;
      }
      if ((level.cells[static_cast<std::size_t>(beyond)] & wall) != 0 ||
          std::find(now.begin(), now.end(), beyond) != now.end())
        continue;
      std::vector<int> moved = now;
      moved[static_cast<std::size_t>(hit - now.begin())] = beyond;
      queue.emplace_back(pack(moved, next), pushes + 1);
    }
  }
  return -1;
}

/// Fewest moves, whatever the pushes.
inline std::optional<int> fewest_moves(const Level& start) {
  std::set<std::string> seen;
  std::deque<std::pair<Level, int>> queue{{start, 0}};
  seen.insert(std::string(start.cells.begin(), start.cells.end()));
  while (!queue.empty()) {
    auto [level, moves] = queue.front();
    queue.pop_front();
    if (solved(level)) return moves;
    for (const Direction d : directions) {
      Level next = level;
      if (step(next, d) == Stepped::blocked || !seen.insert(std::string(next.cells.begin(), next.cells.end())).second)
        continue;
      queue.emplace_back(std::move(next), moves + 1);
    }
  }
  return std::nullopt;
}

}  // namespace nazo::sokoban::oracle
