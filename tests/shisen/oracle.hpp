// The state space of a small board in the plainest way: depth-first with a map, paths found step by step.
// It shares no code with the genre: boards come as text, features go out as numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace oracle {

struct LayerNumbers {
  std::uint64_t states = 0, transitions = 0, solvable = 0, deadlocks = 0, losing = 0;
  int longest = -1;
};

struct Numbers {
  std::uint64_t states = 0, transitions = 0, solvable = 0, solvable_transitions = 0, losing = 0, deadlocks = 0;
  int first_deadlock = -1, longest = -1;
  double random_walk_win = 0;
  std::map<int, LayerNumbers> layers{};
};

class Space {
 public:
  Space(const std::string& text, bool outside) : outside_(outside) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("border:")) continue;  // told by `outside`
      std::istringstream words(line);
      std::vector<int> row;
      for (std::string word; words >> word;) row.push_back(word == "." ? 0 : std::stoi(word));
      if (!row.empty()) rows_.push_back(row);
    }
    height_ = static_cast<int>(rows_.size());
    width_ = static_cast<int>(rows_.front().size());
    for (const auto& row : rows_)
      for (const int tile : row) start_ += static_cast<char>(tile);
  }

  Numbers explore() {
    visit(start_, 0);
    numbers_.random_walk_win = seen_.at(start_).win;
    return numbers_;
  }
  bool solvable() {
    visit(start_, 0);
    return seen_.at(start_).solvable;
  }

  /// Breadth-first over (cell, direction) with the number of turns so far.
  bool connected(const std::string& state, int from, int to) const {
    const int w = width_ + 2, h = height_ + 2;
    const auto blocked = [&](int x, int y) {
      if (x < 0 || y < 0 || x >= w || y >= h) return true;
      if (x == 0 || y == 0 || x == w - 1 || y == h - 1) return !outside_;
      return state[static_cast<std::size_t>((y - 1) * width_ + x - 1)] != 0;
    };
    const int fx = from % width_ + 1, fy = from / width_ + 1, tx = to % width_ + 1, ty = to / width_ + 1;
    constexpr int dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
    std::vector<int> best(static_cast<std::size_t>(w * h * 4), 99);
    std::vector<std::array<int, 4>> queue;  // x, y, direction, turns
    for (int d = 0; d < 4; ++d) queue.push_back({fx, fy, d, 0});
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const auto [x, y, d, turns] = queue[at];
      const int nx = x + dx[d], ny = y + dy[d];
      if (nx == tx && ny == ty) return true;
      if (blocked(nx, ny)) continue;
      for (int nd = 0; nd < 4; ++nd) {
        const int nt = turns + (nd == d ? 0 : 1);
        int& known = best[static_cast<std::size_t>((ny * w + nx) * 4 + nd)];
        if (nt > 2 || known <= nt) continue;
        known = nt;
        queue.push_back({nx, ny, nd, nt});
      }
    }
    return false;
  }

 private:
  struct Seen {
    bool solvable = false;
    int longest = 0;
    double win = 0;
  };

  Seen visit(const std::string& state, int depth) {
    if (const auto known = seen_.find(state); known != seen_.end()) return known->second;
    std::vector<std::string> children;
    const int cells = width_ * height_;
    for (int a = 0; a < cells; ++a)
      for (int b = a + 1; b < cells; ++b)
        if (state[static_cast<std::size_t>(a)] != 0 &&
            state[static_cast<std::size_t>(a)] == state[static_cast<std::size_t>(b)] && connected(state, a, b)) {
          std::string child = state;
          child[static_cast<std::size_t>(a)] = child[static_cast<std::size_t>(b)] = 0;
          children.push_back(child);
        }
    Seen result;
    std::uint64_t lost = 0;
    int longest = -1;
    for (const std::string& child : children) {
      const Seen value = visit(child, depth + 1);
      result.solvable |= value.solvable;
      lost += !value.solvable;
      if (!value.solvable) longest = std::max(longest, value.longest);
      result.win += value.win;
    }
    const bool empty = std::ranges::all_of(state, [](char c) { return c == 0; });
    if (children.empty()) {
      result.solvable = empty;
      result.win = empty ? 1 : 0;
    } else {
      result.win /= static_cast<double>(children.size());
    }
    LayerNumbers& layer = numbers_.layers[depth];
    ++numbers_.states, ++layer.states;
    numbers_.transitions += children.size(), layer.transitions += children.size();
    if (result.solvable) {
      ++numbers_.solvable, ++layer.solvable;
      numbers_.solvable_transitions += children.size();
      numbers_.losing += lost, layer.losing += lost;
    } else {
      result.longest = 1 + longest;
      numbers_.longest = std::max(numbers_.longest, result.longest);
      layer.longest = std::max(layer.longest, result.longest);
      if (children.empty()) {
        ++numbers_.deadlocks, ++layer.deadlocks;
        if (numbers_.first_deadlock < 0 || depth < numbers_.first_deadlock) numbers_.first_deadlock = depth;
      }
    }
    return seen_[state] = result;
  }

  bool outside_;
  int width_ = 0, height_ = 0;
  std::vector<std::vector<int>> rows_;
  std::string start_;
  std::unordered_map<std::string, Seen> seen_;
  Numbers numbers_;
};

}  // namespace oracle
