#include "genres/sokoban/analyse/features.hpp"

#include <algorithm>
#include <optional>

#include "genres/sokoban/analyse/greedy.hpp"
#include "genres/sokoban/analyse/space.hpp"
#include "genres/sokoban/analyse/trace.hpp"
#include "genres/sokoban/solve/check.hpp"

namespace nazo::sokoban {

namespace {

/// State spaces larger than this are not counted.
constexpr std::uint64_t most_counted_states = 500'000;

enum class Source { board, solution, space };
struct FeatureEntry {
  const char* name;
  const char* help;
  Source source;
};
constexpr FeatureEntry table[] = {
    {"area", "squares the keeper can reach with all boxes taken away", Source::board},
    {"boxes", "boxes on them", Source::board},
    {"symmetry", "how nearly the floor is its own mirror image or rotation, 0 to 1", Source::board},
    {"compactness", "share of the floor's bounding box that is floor: 1 is a full rectangle", Source::board},
    {"pushes", "fewest pushes", Source::solution},
    {"box_changes", "fewest runs of pushes on one box each, among solutions with the fewest pushes", Source::solution},
    {"moves", "fewest steps of the keeper, pushes included, among those", Source::solution},
    {"detour", "pushes less the least sum of Manhattan distances from boxes to goals", Source::solution},
    {"detour_assigned", "pushes less the Manhattan distances from boxes to the goals they really go to",
     Source::solution},
    {"direction_changes", "turns within a run of pushes on one box", Source::solution},
    {"goal_reentries", "pushes that take a box off a goal", Source::solution},
    {"counter_pushes", "pushes after which the boxes are further from the goals than before", Source::solution},
    {"surprise", "how many other pushes a greedy player would try first, as a mean of log2(1 + number) over the pushes",
     Source::solution},
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
  return std::ranges::any_of(table, [&](const FeatureEntry& entry) {
    return entry.source == source && asked(wanted, std::string_view(entry.name));
  });
}

int manhattan(int a, int b, int width) { return std::abs(a / width - b / width) + std::abs(a % width - b % width); }

/// Squares that a second, third … box also passes over, once for each.
std::size_t crossings(const Trace& way) {
  std::vector<std::pair<int, int>> tracks;  // cell, box
  for (std::size_t i = 0; i < way.start.size(); ++i) tracks.emplace_back(way.start[i], static_cast<int>(i));
  for (const TracedPush& push : way.pushes) tracks.emplace_back(push.to, push.box);
  std::ranges::sort(tracks);
  tracks.erase(std::ranges::unique(tracks).begin(), tracks.end());
  const auto same_cell = [](const auto& a, const auto& b) { return a.first == b.first; };
  const std::size_t all = tracks.size();
  tracks.erase(std::ranges::unique(tracks, same_cell).begin(), tracks.end());
  return all - tracks.size();
}

/// Adds the features that follow from the board and a solution; false if some of them could not be worked out.
bool add_solution_features(const Level& level, std::string_view lurd, const std::vector<bool>& floor, Meter& meter,
                           Value& features) {
  const Replay played = replay(level, lurd);
  const Trace way = trace(level, lurd);
  const auto area = std::ranges::count(floor, true);
  const int pushes = played.cost.pushes;

  int assigned = 0, turns = 0, reentries = 0;
  for (std::size_t i = 0; i < way.start.size(); ++i) assigned += manhattan(way.start[i], way.end[i], level.width);
  for (std::size_t i = 0; i < way.pushes.size(); ++i) {
    const TracedPush& push = way.pushes[i];
    reentries += (level.cells[static_cast<std::size_t>(push.from)] & goal) != 0 ? 1 : 0;
    turns += i > 0 && way.pushes[i - 1].box == push.box && way.pushes[i - 1].direction != push.direction ? 1 : 0;
  }
  std::int64_t untouched = 0;
  for (std::size_t i = 0; i < floor.size(); ++i)
    untouched += floor[i] && !way.box_visits[i] && !way.keeper_visits[i] ? 1 : 0;

  features.set("pushes", pushes).set("box_changes", played.cost.box_changes).set("moves", played.cost.moves);
  features.set("detour", pushes - manhattan_matching(level)).set("detour_assigned", pushes - assigned);
  features.set("direction_changes", turns).set("goal_reentries", reentries);
  features.set("trajectory_crossings", crossings(way));
  features.set("wasted_area", area == 0 ? 0.0 : static_cast<double>(untouched) / static_cast<double>(area));
  const auto greedy = greedy_view(level, way, meter);
  if (greedy) features.set("counter_pushes", greedy->counter_pushes).set("surprise", greedy->surprise);
  return greedy.has_value();
}

/// Notes that something could not be worked out, and the first limit that was the reason.
void leave_out(Analysis& analysis, Limit limit) {
  analysis.exact = false;
  if (analysis.limit == Limit::none) analysis.limit = limit;
}

}  // namespace

std::vector<FeatureFact> feature_facts() {
  std::vector<FeatureFact> facts;
  for (const FeatureEntry& entry : table) facts.push_back({entry.name, entry.help});
  return facts;
}

namespace {

/// The least rectangle that holds the floor.
struct Bounds {
  int top = 0, bottom = -1, left = 0, right = -1;

  [[nodiscard]] bool empty() const { return bottom < top; }
};

Bounds bounds_of(const Level& level, const std::vector<bool>& floor) {
  Bounds bounds{level.height, -1, level.width, -1};
  for (int r = 0; r < level.height; ++r)
    for (int c = 0; c < level.width; ++c) {
      if (!floor[static_cast<std::size_t>(level.index(r, c))]) continue;
      bounds.top = std::min(bounds.top, r);
      bounds.bottom = std::max(bounds.bottom, r);
      bounds.left = std::min(bounds.left, c);
      bounds.right = std::max(bounds.right, c);
    }
  return bounds;
}

}  // namespace

double compactness_of(const Level& level) {
  const std::vector<bool> floor = walkable(level);
  const Bounds bounds = bounds_of(level, floor);
  if (bounds.empty()) return 0;
  const auto rectangle = static_cast<double>(bounds.bottom - bounds.top + 1) * (bounds.right - bounds.left + 1);
  return static_cast<double>(std::ranges::count(floor, true)) / rectangle;
}

double symmetry_of(const Level& level) {
  const std::vector<bool> floor = walkable(level);
  const auto is_floor = [&](int r, int c) {
    return level.inside(r, c) && floor[static_cast<std::size_t>(level.index(r, c))];
  };
  const auto [top, bottom, left, right] = bounds_of(level, floor);
  if (bottom < 0) return 0;
  const int height = bottom - top, width = right - left;
  int best = 0;
  for (int image = 1; image < 8; ++image) {
    if ((image & 4) != 0 && height != width) continue;
    int same = 0;
    for (int row = 0; row <= height; ++row)
      for (int column = 0; column <= width; ++column) {
        if (!is_floor(top + row, left + column)) continue;
        int r = row, c = column;
        if ((image & 4) != 0) std::swap(r, c);
        if ((image & 1) != 0) r = height - r;
        if ((image & 2) != 0) c = width - c;
        same += is_floor(top + r, left + c) ? 1 : 0;
      }
    best = std::max(best, same);
  }
  return static_cast<double>(best) / static_cast<double>(std::ranges::count(floor, true));
}

Result<Analysis> analyze(const Level& level, const std::vector<std::string>& wanted, const Budget& budget) {
  Analysis analysis;
  Meter meter(budget);
  const std::vector<bool> floor = walkable(level);
  Value known = Value::object();
  known.set("area", std::ranges::count(floor, true)).set("boxes", level.count(box)).set("symmetry", symmetry_of(level));
  known.set("compactness", compactness_of(level));
  if (asked(wanted, Source::solution)) {
    NAZO_TRY(answer, solve(level, Aim::best, meter.rest()));
    (void)meter.spend(answer.stats.nodes);
    if (answer.status == Status::unknown) leave_out(analysis, answer.limit);
    if (answer.status == Status::solved) {
      const bool proved = answer.proved.pushes && answer.proved.box_changes && answer.proved.moves;
      if (!proved) leave_out(analysis, answer.limit);
      if (answer.short_of_room) leave_out(analysis, Limit::memory);
      if (!add_solution_features(level, answer.lurd, floor, meter, known))
        leave_out(analysis, meter.limit() == Limit::none ? Limit::memory : meter.limit());
    }
  }
  if (asked(wanted, Source::space)) {
    const Board board(level, meter.rest(), Board::Detail::live_squares);
    const auto space = board.limit() == Limit::none ? explore_space(board, most_counted_states, meter.rest())
                                                    : Result<SpaceFacts>(fail_limit(board.limit()));
    if (space) {
      known.set("states", space->states);
      known.set("dead_end_share", static_cast<double>(space->lost) / static_cast<double>(space->states));
      if (space->lost < space->states) known.set("walker_steps", space->walker_steps);
    } else {
      leave_out(analysis, space.error().limit);
    }
  }
  for (const FeatureEntry& entry : table) {
    if (!asked(wanted, std::string_view(entry.name))) continue;
    const Value* const value = known.find(entry.name);
    analysis.features.set(entry.name, value == nullptr ? Value() : *value);
  }
  return analysis;
}

}  // namespace nazo::sokoban
