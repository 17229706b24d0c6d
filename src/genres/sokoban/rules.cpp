#include "genres/sokoban/rules.hpp"

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

/// Spreads from `seeds` over everything that is no wall; returns a square of the rim that was reached, or −1.
int flood(const Level& level, std::vector<int> stack, std::vector<bool>& seen) {
  int rim = -1;
  for (const int seed : stack) seen[static_cast<std::size_t>(seed)] = true;
  while (!stack.empty()) {
    const int square = stack.back();
    stack.pop_back();
    const int row = square / level.width, column = square % level.width;
    if (row == 0 || row == level.height - 1 || column == 0 || column == level.width - 1)
      rim = rim < 0 ? square : std::min(rim, square);
    for (const Direction d : directions) {
      const int r = row + row_step(d), c = column + column_step(d);
      if (!level.inside(r, c) || (level.at(r, c) & wall) != 0) continue;
      const auto next = static_cast<std::size_t>(level.index(r, c));
      if (seen[next]) continue;
      seen[next] = true;
      stack.push_back(static_cast<int>(next));
    }
  }
  return rim;
}

std::vector<int> squares_with(const Level& level, std::uint8_t any_of) {
  std::vector<int> squares;
  for (std::size_t i = 0; i < level.cells.size(); ++i)
    if ((level.cells[i] & any_of) != 0) squares.push_back(static_cast<int>(i));
  return squares;
}

}  // namespace

std::vector<Fault> faults(const Level& level) {
  std::vector<Fault> found;
  const auto report = [&](std::string code, std::string message, int square) {
    found.push_back({std::move(code), std::move(message), level.width == 0 ? 0 : square / level.width,
                     level.width == 0 ? 0 : square % level.width});
  };
  const std::vector<int> keepers = squares_with(level, keeper);
  if (keepers.empty()) report("keeper", "the board has no keeper (@)", 0);
  if (keepers.size() > 1)
    report("keeper", cat("the board has ", keepers.size(), " keepers; this is the second one"), keepers[1]);

  const std::vector<int> boxes = squares_with(level, box), goals = squares_with(level, goal);
  if (boxes.size() != goals.size()) {
    const std::vector<int>& more = boxes.size() > goals.size() ? boxes : goals;
    const std::size_t first_extra = std::min(boxes.size(), goals.size());
    report("box_goal_mismatch",
           cat("the board has ", boxes.size(), boxes.size() == 1 ? " box" : " boxes", " but ", goals.size(),
               goals.size() == 1 ? " goal" : " goals"),
           more[first_extra]);
  }
  std::vector<bool> seen(level.cells.size(), false);
  // Each kind of thing on its own, so that the message names what stands in the open.
  for (const auto& [mark, what] : {std::pair{keeper, "the keeper can walk out of the board here: the wall is open"},
                                   std::pair{box, "a box stands outside the walls or in a room that is open here"},
                                   std::pair{goal, "a goal lies outside the walls or in a room that is open here"}}) {
    const int rim = flood(level, squares_with(level, mark), seen);
    if (rim < 0) continue;
    report("open_wall", what, rim);
    break;
  }
  return found;
}

std::vector<bool> walkable(const Level& level) {
  std::vector<bool> seen(level.cells.size(), false);
  const int start = level.keeper_square();
  if (start >= 0) flood(level, {start}, seen);
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
        out = lost ? cell : near_floor ? std::uint8_t{wall} : std::uint8_t{nothing};
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
