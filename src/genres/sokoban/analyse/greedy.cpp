#include "genres/sokoban/analyse/greedy.hpp"

#include <algorithm>
#include <cmath>

#include "genres/sokoban/rules/board.hpp"
#include "genres/sokoban/solve/assignment.hpp"
#include "genres/sokoban/solve/position.hpp"

namespace nazo::sokoban {

namespace {

/// Pushes that can be made in the position, the keeper's floor being known, and leave less than this bound.
int tempting_pushes(const Board& board, const Position& position, Assignment& assignment, int bound) {
  int count = 0;
  for (const Square box : position.boxes())
    for (const Direction d : directions) {
      const Square behind = board.next(box, opposite(d)), to = board.next(box, d);
      if (behind == no_square || to == no_square || !position.reached(behind) || position.has_box(to)) continue;
      count += assignment.with(box, to) < bound ? 1 : 0;
    }
  return count;
}

}  // namespace

std::optional<GreedyView> greedy_view(const Level& level, const Trace& trace, Meter& meter) {
  const Board board(level, meter.rest());
  if (board.limit() != Limit::none || board.hopeless() || !board.has_distances()) return std::nullopt;
  GreedyView view;
  if (board.count() == 0 || trace.pushes.empty()) return view;
  std::vector<Square> number(level.cells.size(), no_square);
  for (int s = 0; s < board.squares(); ++s)
    number[static_cast<std::size_t>(board.cell(static_cast<Square>(s)))] = static_cast<Square>(s);
  std::vector<Square> boxes = board.boxes();
  Position position(board);
  Assignment assignment(board);
  Square keeper = board.keeper();
  int bound = assignment.set(boxes);
  for (const TracedPush& push : trace.pushes) {
    if (!meter.check()) return std::nullopt;
    const Square from = number[static_cast<std::size_t>(push.from)], to = number[static_cast<std::size_t>(push.to)];
    position.load(boxes);
    (void)position.flood(keeper);
    const int after = assignment.with(from, to);
    const int tempting = tempting_pushes(board, position, assignment, after);
    view.surprise += std::log2(1. + tempting) / static_cast<double>(trace.pushes.size());
    std::ranges::replace(boxes, from, to);
    (void)assignment.set(boxes);
    view.counter_pushes += after > bound ? 1 : 0;
    bound = after;
    keeper = from;
  }
  return view;
}

}  // namespace nazo::sokoban
