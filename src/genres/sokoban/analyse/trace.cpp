#include "genres/sokoban/analyse/trace.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace nazo::sokoban {

namespace {
bool is_push(char c) { return c >= 'A' && c <= 'Z'; }
}  // namespace

Trace trace(const Level& level, std::string_view lurd) {
  Trace result;
  std::vector<int> box_at(level.cells.size(), -1);
  result.box_visits.assign(level.cells.size(), false);
  result.keeper_visits.assign(level.cells.size(), false);
  for (std::size_t i = 0; i < level.cells.size(); ++i)
    if ((level.cells[i] & box) != 0) {
      box_at[i] = static_cast<int>(result.start.size());
      result.start.push_back(static_cast<int>(i));
      result.box_visits[i] = true;
    }
  result.end = result.start;
  result.pushes.reserve(static_cast<std::size_t>(std::ranges::count_if(lurd, is_push)));
  int at = level.keeper_square();
  result.keeper_visits[static_cast<std::size_t>(at)] = true;
  for (const char c : lurd) {
    const auto d = direction_of(c);
    if (!d) continue;
    const int delta = row_step(*d) * level.width + column_step(*d);
    at += delta;
    const int moved = box_at[static_cast<std::size_t>(at)];
    if (moved >= 0) {
      const int to = at + delta;
      box_at[static_cast<std::size_t>(at)] = -1;
      box_at[static_cast<std::size_t>(to)] = moved;
      result.end[static_cast<std::size_t>(moved)] = to;
      result.box_visits[static_cast<std::size_t>(to)] = true;
      result.pushes.push_back({moved, at, to, *d});
    }
    result.keeper_visits[static_cast<std::size_t>(at)] = true;
  }
  return result;
}

std::string shape_of(const Trace& trace, int width) {
  struct Run {
    int name, rows, columns, turns;
  };
  std::vector<Run> runs;
  std::vector<int> name(trace.start.size(), -1);
  int named = 0, last_box = -1;
  Direction last = Direction::up;
  for (const TracedPush& push : trace.pushes) {
    int& number = name[static_cast<std::size_t>(push.box)];
    if (number < 0) number = named++;
    if (push.box != last_box) {
      runs.push_back({number, 0, 0, 0});
    } else if (push.direction != last) {
      ++runs.back().turns;
    }
    runs.back().rows += push.to / width - push.from / width;
    runs.back().columns += push.to % width - push.from % width;
    last_box = push.box;
    last = push.direction;
  }
  std::string least;
  for (int image = 0; image < 8; ++image) {
    std::string text;
    for (const Run& run : runs) {
      int r = run.rows, c = run.columns;
      if ((image & 1) != 0) r = -r;
      if ((image & 2) != 0) c = -c;
      if ((image & 4) != 0) std::swap(r, c);
      text += cat(run.name, ":", r, ",", c, ",", run.turns, " ");
    }
    if (image == 0 || text < least) least = std::move(text);
  }
  if (!least.empty()) least.pop_back();
  return least;
}

}  // namespace nazo::sokoban
