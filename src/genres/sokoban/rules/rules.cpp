#include "genres/sokoban/rules/rules.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo::sokoban {

std::optional<Direction> direction_of(char c) {
  switch (c) {
    case 'u':
    case 'U':
      return Direction::up;
    case 'd':
    case 'D':
      return Direction::down;
    case 'l':
    case 'L':
      return Direction::left;
    case 'r':
    case 'R':
      return Direction::right;
    default:
      return std::nullopt;
  }
}

std::string_view word(Direction d) {
  switch (d) {
    case Direction::up:
      return "up";
    case Direction::down:
      return "down";
    case Direction::left:
      return "left";
    case Direction::right:
      return "right";
  }
  return "up";
}

int Level::count(std::uint8_t marks) const {
  return static_cast<int>(std::ranges::count_if(cells, [marks](std::uint8_t cell) { return (cell & marks) == marks; }));
}

int Level::keeper_square() const {
  const auto place = std::ranges::find_if(cells, [](std::uint8_t cell) { return (cell & keeper) != 0; });
  return place == cells.end() ? -1 : static_cast<int>(place - cells.begin());
}

namespace {

/// Spreads from a square over everything that is no wall and was not seen before; returns the first square of the rim
/// that was reached, or −1. Ring by ring: rings are short where a stack of squares that wait would be long.
int spread(const Level& level, int from, std::vector<bool>& seen) {
  int rim = -1;
  std::vector<int> ring, next{from};
  seen[static_cast<std::size_t>(from)] = true;
  while (!next.empty()) {
    ring.swap(next);
    next.clear();
    for (const int square : ring) {
      const int row = square / level.width, column = square % level.width;
      if (row == 0 || row == level.height - 1 || column == 0 || column == level.width - 1)
        rim = rim < 0 ? square : std::min(rim, square);
      for (const Direction d : directions) {
        const int r = row + row_step(d), c = column + column_step(d);
        if (!level.inside(r, c) || (level.at(r, c) & wall) != 0) continue;
        const auto near = static_cast<std::size_t>(level.index(r, c));
        if (seen[near]) continue;
        seen[near] = true;
        next.push_back(static_cast<int>(near));
      }
    }
  }
  return rim;
}

/// The same from every square with this mark.
int spread_from_all(const Level& level, std::uint8_t mark, std::vector<bool>& seen) {
  int first = -1;
  for (std::size_t i = 0; i < level.cells.size(); ++i) {
    if ((level.cells[i] & mark) == 0 || seen[i]) continue;
    const int rim = spread(level, static_cast<int>(i), seen);
    if (rim >= 0) first = first < 0 ? rim : std::min(first, rim);
  }
  return first;
}

/// The n-th square with this mark, from 0.
int square_with(const Level& level, std::uint8_t mark, int n) {
  for (std::size_t i = 0; i < level.cells.size(); ++i)
    if ((level.cells[i] & mark) != 0 && n-- == 0) return static_cast<int>(i);
  return 0;
}

}  // namespace

std::vector<Fault> faults(const Level& level) {
  std::vector<Fault> found;
  const auto report = [&](std::string code, std::string message, int square) {
    found.push_back({std::move(code), std::move(message), level.width == 0 ? 0 : square / level.width,
                     level.width == 0 ? 0 : square % level.width});
  };
  const int keepers = level.count(keeper);
  if (keepers == 0) report("keeper", "the board has no keeper (@)", 0);
  if (keepers > 1)
    report("keeper", cat("the board has ", keepers, " keepers; this is the second one"), square_with(level, keeper, 1));

  const int boxes = level.count(box), goals = level.count(goal);
  if (boxes != goals) {
    report(
        "box_goal_mismatch",
        cat("the board has ", boxes, boxes == 1 ? " box" : " boxes", " but ", goals, goals == 1 ? " goal" : " goals"),
        square_with(level, boxes > goals ? box : goal, std::min(boxes, goals)));
  }
  std::vector<bool> seen(level.cells.size(), false);
  // Each kind of thing on its own, so that the message names what stands in the open.
  for (const auto& [mark, what] : {std::pair{keeper, "the keeper can walk out of the board here: the wall is open"},
                                   std::pair{box, "a box stands outside the walls or in a room that is open here"},
                                   std::pair{goal, "a goal lies outside the walls or in a room that is open here"}}) {
    const int rim = spread_from_all(level, mark, seen);
    if (rim < 0) continue;
    report("open_wall", what, rim);
    break;
  }
  return found;
}

std::vector<bool> walkable(const Level& level) {
  std::vector<bool> seen(level.cells.size(), false);
  const int start = level.keeper_square();
  if (start >= 0) spread(level, start, seen);
  return seen;
}

Level tidied(const Level& level) {
  const std::vector<bool> floor = walkable(level);
  const auto is_floor = [&](int r, int c) {
    return level.inside(r, c) && floor[static_cast<std::size_t>(level.index(r, c))];
  };
  bool lost = false;  // something no keeper can reach, but that a solution would need
  for (std::size_t i = 0; i < level.cells.size(); ++i)
    lost = lost || (!floor[i] && ((level.cells[i] & box) != 0) != ((level.cells[i] & goal) != 0));
  Level kept(level.width, level.height);
  int top = level.height, bottom = -1, left = level.width, right = -1;
  for (int r = 0; r < level.height; ++r) {
    for (int c = 0; c < level.width; ++c) {
      const std::uint8_t cell = level.at(r, c);
      std::uint8_t& out = kept.at(r, c);
      if (is_floor(r, c)) {
        out = cell;
      } else {
        bool near_floor = false;
        for (int dr = -1; dr <= 1; ++dr)
          for (int dc = -1; dc <= 1; ++dc) near_floor = near_floor || is_floor(r + dr, c + dc);
        out = near_floor ? std::uint8_t{wall} : std::uint8_t{nothing};
        if (lost) out = cell;
      }
      if (out == nothing && !is_floor(r, c)) continue;
      top = std::min(top, r);
      bottom = std::max(bottom, r);
      left = std::min(left, c);
      right = std::max(right, c);
    }
  }
  if (bottom < 0) return Level(0, 0);
  Level result(right - left + 1, bottom - top + 1);
  for (int r = top; r <= bottom; ++r)
    for (int c = left; c <= right; ++c) result.at(r - top, c - left) = kept.at(r, c);
  return result;
}

bool solved(const Level& level) {
  return std::ranges::none_of(level.cells, [](std::uint8_t cell) { return (cell & box) != 0 && (cell & goal) == 0; });
}

Stepped step(Level& level, Direction direction) {
  const int from = level.keeper_square();
  if (from < 0) return Stepped::blocked;
  const int row = from / level.width, column = from % level.width;
  const int dr = row_step(direction), dc = column_step(direction);
  if (!level.inside(row + dr, column + dc) || (level.at(row + dr, column + dc) & wall) != 0) return Stepped::blocked;
  std::uint8_t& next = level.at(row + dr, column + dc);
  Stepped result = Stepped::walked;
  if ((next & box) != 0) {
    if (!level.inside(row + 2 * dr, column + 2 * dc) || (level.at(row + 2 * dr, column + 2 * dc) & (wall | box)) != 0)
      return Stepped::blocked;
    next = static_cast<std::uint8_t>(next & ~box);
    level.at(row + 2 * dr, column + 2 * dc) |= box;
    result = Stepped::pushed;
  }
  level.cells[static_cast<std::size_t>(from)] =
      static_cast<std::uint8_t>(level.cells[static_cast<std::size_t>(from)] & ~keeper);
  next |= keeper;
  return result;
}

}  // namespace nazo::sokoban
