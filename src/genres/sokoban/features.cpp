#include "genres/sokoban/features.hpp"

#include <algorithm>
#include <set>

#include "genres/sokoban/assignment.hpp"
#include "genres/sokoban/check.hpp"
#include "genres/sokoban/space.hpp"
#include "genres/sokoban/trace.hpp"

namespace nazo::sokoban {

namespace {

/// State spaces larger than this are not counted.
constexpr std::uint64_t most_counted_states = 500'000;

enum class Source { board, solution, space };
struct Entry {
  const char* name;
  const char* help;
  Source source;
};
constexpr Entry table[] = {
    {"area", "squares the keeper can reach with all boxes taken away", Source::board},
    {"boxes", "boxes on them", Source::board},
    {"symmetry", "how nearly the floor is its own mirror image or rotation, 0 to 1", Source::board},
    {"pushes", "fewest pushes", Source::solution},
    {"box_changes", "fewest runs of pushes on one box each, among solutions with the fewest pushes", Source::solution},
    {"moves", "fewest steps of the keeper, pushes included, among those", Source::solution},
    {"detour", "pushes less the least sum of Manhattan distances from boxes to goals", Source::solution},
    {"detour_assigned", "pushes less the Manhattan distances from boxes to the goals they really go to",
     Source::solution},
    {"direction_changes", "turns within a run of pushes on one box", Source::solution},
    {"goal_reentries", "pushes that take a box off a goal", Source::solution},
    {"counter_pushes", "pushes after which the boxes are further from the goals than before", Source::solution},
    {"trajectory_crossings", "squares that a second, third … box also passes over, counted once for each",
     Source::solution},
    {"wasted_area", "share of the area that neither keeper nor boxes touch in the solution", Source::solution},
    {"states", "positions that pushes can reach, the keeper counted by region", Source::space},
    {"dead_end_share", "share of those positions from which the level can no longer be solved", Source::space},
    {"walker_steps", "expected pushes of a forgetful player who pushes at random until the goal is in sight",
     Source::space},
};

bool asked(const std::vector<std::string>& wanted, std::string_view name) {
  return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
}
bool asked(const std::vector<std::string>& wanted, Source source) {
  return std::ranges::any_of(
      table, [&](const Entry& entry) { return entry.source == source && asked(wanted, std::string_view(entry.name)); });
}

int manhattan(int a, int b, int width) { return std::abs(a / width - b / width) + std::abs(a % width - b % width); }

/// Pushes that raise the lower bound of what is left.
int counter_pushes(const Level& level, const Trace& trace) {
  const Board board(level);
  if (board.hopeless() || !board.has_distances() || board.count() == 0) return 0;
  std::vector<Square> number(level.cells.size(), no_square);
  for (int s = 0; s < board.squares(); ++s)
    number[static_cast<std::size_t>(board.cell(static_cast<Square>(s)))] = static_cast<Square>(s);
  std::vector<Square> boxes = board.boxes();
  Assignment assignment(board);
  int bound = assignment.set(boxes), raised = 0;
  for (const TracedPush& push : trace.pushes) {
    std::ranges::replace(boxes, number[static_cast<std::size_t>(push.from)], number[static_cast<std::size_t>(push.to)]);
    const int after = assignment.set(boxes);
    raised += after > bound ? 1 : 0;
    bound = after;
  }
  return raised;
}

}  // namespace

std::vector<FeatureFact> feature_facts() {
  std::vector<FeatureFact> facts;
  for (const Entry& entry : table) facts.push_back({entry.name, entry.help});
  return facts;
}

double symmetry_of(const Level& level) {
  const std::vector<bool> floor = walkable(level);
  std::set<std::pair<int, int>> squares;
  int top = level.height, bottom = -1, left = level.width, right = -1;
  for (int r = 0; r < level.height; ++r)
    for (int c = 0; c < level.width; ++c) {
      if (!floor[static_cast<std::size_t>(level.index(r, c))]) continue;
      squares.emplace(r, c);
      top = std::min(top, r);
      bottom = std::max(bottom, r);
      left = std::min(left, c);
      right = std::max(right, c);
    }
  if (squares.empty()) return 0;
  const int height = bottom - top, width = right - left;
  std::size_t best = 0;
  for (int image = 1; image < 8; ++image) {
    if ((image & 4) != 0 && height != width) continue;
    std::size_t same = 0;
    for (const auto& [row, column] : squares) {
      int r = row - top, c = column - left;
      if ((image & 4) != 0) std::swap(r, c);
      if ((image & 1) != 0) r = height - r;
      if ((image & 2) != 0) c = width - c;
      same += squares.contains({r + top, c + left}) ? 1U : 0U;
    }
    best = std::max(best, same);
  }
  return static_cast<double>(best) / static_cast<double>(squares.size());
}

Value solution_features(const Level& level, std::string_view lurd) {
  Value features = Value::object();
  const Replay played = replay(level, lurd);
  const Trace way = trace(level, lurd);
  const std::vector<bool> floor = walkable(level);
  const auto area = std::ranges::count(floor, true);
  const int pushes = played.cost.pushes;

  int assigned = 0, turns = 0, reentries = 0;
  for (std::size_t i = 0; i < way.start.size(); ++i) assigned += manhattan(way.start[i], way.end[i], level.width);
  for (std::size_t i = 0; i < way.pushes.size(); ++i) {
    const TracedPush& push = way.pushes[i];
    reentries += (level.cells[static_cast<std::size_t>(push.from)] & goal) != 0 ? 1 : 0;
    turns += i > 0 && way.pushes[i - 1].box == push.box && way.pushes[i - 1].direction != push.direction ? 1 : 0;
  }
  std::set<std::pair<int, int>> tracks;  // cell, box
  for (std::size_t i = 0; i < way.start.size(); ++i) tracks.emplace(way.start[i], static_cast<int>(i));
  for (const TracedPush& push : way.pushes) tracks.emplace(push.to, push.box);
  std::set<int> cells;
  for (const auto& [cell, number] : tracks) cells.insert(cell);
  std::int64_t untouched = 0;
  for (std::size_t i = 0; i < floor.size(); ++i)
    untouched += floor[i] && !way.box_visits[i] && !way.keeper_visits[i] ? 1 : 0;

  features.set("area", area).set("boxes", way.start.size()).set("symmetry", symmetry_of(level));
  features.set("pushes", pushes).set("box_changes", played.cost.box_changes).set("moves", played.cost.moves);
  features.set("detour", pushes - manhattan_matching(level)).set("detour_assigned", pushes - assigned);
  features.set("direction_changes", turns)
      .set("goal_reentries", reentries)
      .set("counter_pushes", counter_pushes(level, way));
  features.set("trajectory_crossings", tracks.size() - cells.size());
  features.set("wasted_area", area == 0 ? 0.0 : static_cast<double>(untouched) / static_cast<double>(area));
  return features;
}

Analysis analyze(const Level& level, const std::vector<std::string>& wanted, const Budget& budget) {
  Analysis analysis;
  Meter meter(budget);
  Value known = Value::object();
  known.set("area", std::ranges::count(walkable(level), true))
      .set("boxes", level.count(box))
      .set("symmetry", symmetry_of(level));
  if (asked(wanted, Source::solution)) {
    const Answer answer = solve(level, Aim::best, budget);
    if (answer.status == Status::solved) known = solution_features(level, answer.lurd);
    const bool proved = answer.proved.pushes && answer.proved.box_changes && answer.proved.moves;
    analysis.exact = answer.status == Status::unsolvable || (answer.status == Status::solved && proved);
    if (!analysis.exact) analysis.limit = answer.limit;
  }
  const auto floor = walkable(level);
  if (asked(wanted, Source::space) && std::ranges::count(floor, true) <= Board::most_squares) {
    Limit limit = Limit::none;
    const Board board(level);
    if (const auto space = explore_space(board, most_counted_states, meter.rest(), limit)) {
      known.set("states", space->states);
      known.set("dead_end_share", static_cast<double>(space->lost) / static_cast<double>(space->states));
      if (space->lost < space->states) known.set("walker_steps", space->walker_steps);
    } else {
      analysis.exact = false;
      analysis.limit = limit;
    }
  }
  for (const Entry& entry : table) {
    if (!asked(wanted, std::string_view(entry.name))) continue;
    const Value* const value = known.find(entry.name);
    analysis.features.set(entry.name, value == nullptr ? Value() : *value);
  }
  return analysis;
}

}  // namespace nazo::sokoban
