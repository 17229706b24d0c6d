// Slow and literal versions of what the genre computes, written from the definitions alone, on strings: a cell is # or
// . or ?.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace oracle {

using Blocks = std::vector<int>;
using Grid = std::vector<std::string>;

inline Blocks blocks_of(std::string_view line) {
  Blocks out;
  int run = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '#') {
      ++run;
    } else if (run > 0) {
      out.push_back(run);
      run = 0;
    }
  }
  return out;
}

/// All ways to place the blocks that agree with the known cells.
inline void placements(const Blocks& blocks, std::string_view known,
                       const std::function<void(const std::string&)>& found) {
  std::string line(known.size(), '.');
  const std::function<void(std::size_t, std::size_t)> place = [&](std::size_t j, std::size_t from) {
    if (j == blocks.size()) {
      for (std::size_t i = 0; i < line.size(); ++i)
        if (known[i] != '?' && known[i] != line[i]) return;
      found(line);
      return;
    }
    const auto size = static_cast<std::size_t>(blocks[j]);
    for (std::size_t at = from; at + size <= line.size(); ++at) {
      bool possible = true;  // what lies before the block is final
      for (std::size_t i = from; i < at; ++i) possible = possible && known[i] != '#';
      if (!possible) break;
      for (std::size_t i = at; i < at + size; ++i) possible = possible && known[i] != '.';
      if (!possible) continue;
      std::fill_n(line.begin() + static_cast<std::ptrdiff_t>(at), size, '#');
      place(j + 1, at + size + 1);
      std::fill_n(line.begin() + static_cast<std::ptrdiff_t>(at), size, '.');
    }
  };
  place(0, 0);
}

/// The line after E, by trying everything; empty if nothing can be placed.
inline std::string line_by_force(const Blocks& blocks, std::string_view known) {
  std::string common;
  placements(blocks, known, [&](const std::string& line) {
    if (common.empty()) common = line;
    for (std::size_t i = 0; i < line.size(); ++i)
      if (common[i] != line[i]) common[i] = '?';
  });
  return common;
}

/// The line after E, by a plain table over (blocks, cells), for lines too long for force.
inline std::string line_solved(const Blocks& blocks, const std::string& known) {
  const std::size_t n = known.size(), k = blocks.size();
  // fits[j][i]: the first j blocks can stand in the first i cells.
  const auto table = [&](const Blocks& b, const std::string& line) {
    std::vector<std::vector<char>> fits(k + 1, std::vector<char>(n + 1));
    fits[0][0] = 1;
    for (std::size_t j = 0; j <= k; ++j)
      for (std::size_t i = 1; i <= n; ++i) {
        if (line[i - 1] != '#' && fits[j][i - 1]) fits[j][i] = 1;
        if (j == 0) continue;
        const auto size = static_cast<std::size_t>(b[j - 1]);
        if (i < size || line.substr(i - size, size).find('.') != std::string::npos) continue;
        if (i == size ? j == 1 : (line[i - size - 1] != '#' && fits[j - 1][i - size - 1])) fits[j][i] = 1;
      }
    return fits;
  };
  const auto front = table(blocks, known);
  Blocks mirrored_blocks(blocks.rbegin(), blocks.rend());
  const auto back = table(mirrored_blocks, {known.rbegin(), known.rend()});
  std::vector<char> black(n), white(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= k; ++j)
      if (known[i] != '#' && front[j][i] && back[k - j][n - i - 1]) white[i] = 1;
  for (std::size_t j = 0; j < k; ++j) {
    const auto size = static_cast<std::size_t>(blocks[j]);
    for (std::size_t at = 0; at + size <= n; ++at) {
      if (known.substr(at, size).find('.') != std::string::npos) continue;
      const bool before = at == 0 ? j == 0 : known[at - 1] != '#' && front[j][at - 1];
      const std::size_t end = at + size;
      const bool after = end == n ? j + 1 == k : known[end] != '#' && back[k - j - 1][n - end - 1];
      if (before && after) std::fill_n(black.begin() + static_cast<std::ptrdiff_t>(at), size, 1);
    }
  }
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    if (!black[i] && !white[i]) return "";
    out += !white[i] ? '#' : !black[i] ? '.' : '?';
  }
  return out;
}

struct Part {
  std::string cells;
  Blocks blocks;
  std::size_t offset = 0;
};

/// Trimming, from one side and then the other.
inline Part trimmed(const Blocks& blocks, const std::string& line) {
  Part part{line, blocks, 0};
  bool changed = true;
  while (changed) {
    changed = false;
    if (!part.cells.empty() && part.cells.front() == '.') {
      part.cells.erase(0, 1);
      ++part.offset;
      changed = true;
      continue;
    }
    if (!part.cells.empty() && part.cells.back() == '.') {
      part.cells.pop_back();
      changed = true;
      continue;
    }
    if (part.blocks.empty()) break;
    const auto first = static_cast<std::size_t>(part.blocks.front());
    if (part.cells.size() >= first && part.cells.substr(0, first) == std::string(first, '#')) {
      const std::size_t next = part.offset + first;
      if (next == line.size() || line[next] == '.') {
        const std::size_t cut = std::min(part.cells.size(), first + 1);
        part.cells.erase(0, cut);
        part.offset += cut;
        part.blocks.erase(part.blocks.begin());
        changed = true;
        continue;
      }
    }
    if (part.blocks.empty()) break;
    const auto last = static_cast<std::size_t>(part.blocks.back());
    if (part.cells.size() >= last && part.cells.substr(part.cells.size() - last) == std::string(last, '#')) {
      const std::size_t start = part.offset + part.cells.size() - last;
      if (start == 0 || line[start - 1] == '.') {
        part.cells.erase(part.cells.size() - std::min(part.cells.size(), last + 1));
        part.blocks.pop_back();
        changed = true;
      }
    }
  }
  return part;
}

/// The line after heuristic h (1 … 6); variant 'p' as printed, 'i' inner, 'f' full.
inline std::string heuristic(int h, const Blocks& blocks, const std::string& line, char variant) {
  Part part = trimmed(blocks, line);
  std::string cells = part.cells;
  const auto total = [&] {
    int sum = 0;
    for (const int b : part.blocks) sum += b;
    return sum;
  }();
  const auto m = static_cast<int>(cells.size()), k = static_cast<int>(part.blocks.size());
  const auto mirrored = [](std::string s) {
    std::ranges::reverse(s);
    return s;
  };
  if (h == 1 && k >= 1 && total + k - 1 == m) {
    std::string full;
    for (const int b : part.blocks) full += (full.empty() ? "" : ".") + std::string(static_cast<std::size_t>(b), '#');
    cells = full;
  }
  if (h == 2 && std::ranges::count(cells, '#') == total) std::ranges::replace(cells, '?', '.');
  if ((h == 3 || h == 4) && k >= 1) {
    const auto from_left = [&](const std::string& in, int q) {
      std::string out = in;
      const std::string window = in.substr(0, static_cast<std::size_t>(q));
      if (h == 3) {
        const std::size_t black = window.find('#');
        if (black == std::string::npos || (variant == 'i' && black == 0)) return out;
        if (variant == 'f') {
          for (std::size_t i = black; i < window.size(); ++i)
            if (out[i] == '?') out[i] = '#';
        } else {
          for (std::size_t i = window.size(); i-- > 0 && out[i] == '?';) out[i] = '#';
        }
      } else {
        const std::size_t white = window.rfind('.');
        if (white == std::string::npos) return out;
        for (std::size_t i = 0; i < white; ++i)
          if (out[i] == '?') out[i] = '.';
      }
      return out;
    };
    const std::string left = from_left(cells, part.blocks.front());
    const std::string right = mirrored(from_left(mirrored(cells), part.blocks.back()));
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[i] == '?') cells[i] = left[i] != '?' ? left[i] : right[i];
  }
  if (h == 5 && k >= 1) {
    const int largest = *std::ranges::max_element(part.blocks);
    std::string out = cells;
    for (int i = 0; i < m; ++i) {
      if (cells[static_cast<std::size_t>(i)] != '#' || (i > 0 && cells[static_cast<std::size_t>(i - 1)] == '#'))
        continue;
      int end = i;
      while (end < m && cells[static_cast<std::size_t>(end)] == '#') ++end;
      if (end - i != largest) continue;
      if (i > 0 && out[static_cast<std::size_t>(i - 1)] == '?') out[static_cast<std::size_t>(i - 1)] = '.';
      if (end < m && out[static_cast<std::size_t>(end)] == '?') out[static_cast<std::size_t>(end)] = '.';
    }
    cells = out;
  }
  if (h == 6 && k >= 1) {
    const int smallest = *std::ranges::min_element(part.blocks);
    const std::string walled = "." + cells + ".";
    for (std::size_t i = 1; i + 1 < walled.size(); ++i) {
      if (walled[i] != '?' || walled[i - 1] != '.') continue;
      std::size_t end = i;
      while (walled[end] == '?') ++end;
      if (walled[end] == '.' && static_cast<int>(end - i) < smallest)
        for (std::size_t j = i; j < end; ++j) cells[j - 1] = '.';
    }
  }
  std::string out = line;
  for (std::size_t i = 0; i < cells.size(); ++i) out[part.offset + i] = cells[i];
  return out;
}

/// A board under random line solving.
struct Board {
  std::vector<Blocks> rows, columns;
  Grid cells;

  explicit Board(const Grid& picture) {
    for (const auto& row : picture) rows.push_back(blocks_of(row));
    for (std::size_t c = 0; c < picture[0].size(); ++c) {
      std::string column;
      for (const auto& row : picture) column += row[c];
      columns.push_back(blocks_of(column));
    }
    cells.assign(picture.size(), std::string(picture[0].size(), '?'));
  }
  [[nodiscard]] std::size_t lines() const { return rows.size() + columns.size(); }
  [[nodiscard]] std::string line(std::size_t i) const {
    if (i < rows.size()) return cells[i];
    std::string column;
    for (const auto& row : cells) column += row[i - rows.size()];
    return column;
  }
  [[nodiscard]] const Blocks& clue(std::size_t i) const { return i < rows.size() ? rows[i] : columns[i - rows.size()]; }
  void set_line(std::size_t i, const std::string& line) {
    for (std::size_t j = 0; j < line.size(); ++j) (i < rows.size() ? cells[i][j] : cells[j][i - rows.size()]) = line[j];
  }
  [[nodiscard]] bool updatable(std::size_t i) const { return line_solved(clue(i), line(i)) != line(i); }
  [[nodiscard]] int used(int way, char variant) const {
    int count = 0;
    for (std::size_t i = 0; i < lines(); ++i)
      count += way == 0 ? updatable(i) : heuristic(way, clue(i), line(i), variant) != line(i);
    return count;
  }
};

/// The exact distribution of T and the exact rates, by recursion over all boards that can be reached.
struct Exact {
  std::map<int, double> steps;    ///< P(T = t)
  std::array<double, 7> rates{};  ///< E, h1 … h6
  std::size_t boards = 0;
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const auto& [t, p] : steps) sum += t * p;
    return sum;
  }
  [[nodiscard]] double variance() const {
    double sum = 0;
    for (const auto& [t, p] : steps) sum += p * t * t;
    return sum - mean() * mean();
  }
};

inline Exact exact_trials(const Grid& picture, char variant) {
  struct Node {
    std::map<int, double> remaining;                  // f
    std::array<std::map<int, double>, 7> used_after;  // g
  };
  std::map<Grid, Node> memo;
  const std::function<const Node&(const Board&)> visit = [&](const Board& board) -> const Node& {
    if (const auto known = memo.find(board.cells); known != memo.end()) return known->second;
    Node node;
    std::vector<std::size_t> choices;
    for (std::size_t i = 0; i < board.lines(); ++i)
      if (board.updatable(i)) choices.push_back(i);
    if (choices.empty()) {
      node.remaining[0] = 1;
    } else {
      for (const std::size_t i : choices) {
        Board next = board;
        next.set_line(i, line_solved(board.clue(i), board.line(i)));
        const Node& child = visit(next);
        const double share = 1.0 / static_cast<double>(choices.size());
        for (const auto& [r, p] : child.remaining) node.remaining[r + 1] += share * p;
        for (std::size_t way = 0; way < 7; ++way)
          for (const auto& [r, g] : child.used_after[way]) node.used_after[way][r + 1] += share * g;
      }
      for (int way = 0; way < 7; ++way) {
        const int used = board.used(way, variant);
        for (const auto& [r, p] : node.remaining) node.used_after[static_cast<std::size_t>(way)][r] += used * p;
      }
    }
    return memo.emplace(board.cells, std::move(node)).first->second;
  };
  const Board start(picture);
  const Node root = visit(start);
  Exact exact;
  exact.boards = memo.size();
  exact.steps = root.remaining;
  for (std::size_t way = 0; way < 7; ++way)
    for (const auto& [r, g] : root.used_after[way])
      if (r > 0) exact.rates[way] += g / (r * static_cast<double>(start.lines()));
  return exact;
}

}  // namespace oracle
