#include "genres/sokoban/solve/critique.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "base/text.hpp"
#include "genres/sokoban/rules/board.hpp"
#include "genres/sokoban/solve/publish.hpp"
#include "genres/sokoban/solve/solve.hpp"
#include "genres/sokoban/text/text.hpp"
#include "puzzle/critique.hpp"

namespace nazo::sokoban {

namespace {

/// What judging one changed level may cost: a critique looks at dozens of them.
constexpr std::uint64_t nodes_for_a_change = 300'000;
/// So many changes that do the same kind of thing are enough.
constexpr std::size_t repairs_of_a_kind = 2;
constexpr int largest_field_to_close = 2'500;

std::string place(int row, int column) { return cat(row + 1, ",", column + 1); }
std::string place(const Level& level, int square) { return place(square / level.width, square % level.width); }

Budget for_a_change(const Meter& meter) {
  Budget budget = meter.rest();
  budget.nodes = std::min(budget.nodes, nodes_for_a_change);
  return budget;
}

/// Fewest pushes of a level, if that is quickly proved; nothing too if it cannot be solved.
std::optional<Cost> fewest(const Level& level, Meter& meter) {
  if (!faults(level).empty()) return std::nullopt;
  const auto answer = solve(level, Aim::best, for_a_change(meter));
  if (!answer || answer->status != Status::solved || !answer->proved.box_changes) return std::nullopt;
  return answer->cost;
}

bool same_worth(const std::optional<Cost>& a, const Cost& b) {
  return a && a->pushes == b.pushes && a->box_changes == b.box_changes;
}

/// Is there floor beyond every side of this square, so that it is no part of the outer wall?
bool is_inner(const Level& level, const std::vector<bool>& floor, int row, int column) {
  if (row < 1 || column < 1 || row + 1 >= level.height || column + 1 >= level.width) return false;
  bool beside_floor = false;
  for (const Direction d : directions) {
    const int r = row + row_step(d), c = column + column_step(d);
    const bool walked = floor[static_cast<std::size_t>(level.index(r, c))];
    if (!walked && (level.at(r, c) & wall) == 0) return false;
    beside_floor |= walked;
  }
  return beside_floor;
}

std::vector<int> squares_with(const Level& level, std::uint8_t marks) {
  std::vector<int> found;
  for (std::size_t i = 0; i < level.cells.size(); ++i)
    if ((level.cells[i] & marks) == marks) found.push_back(static_cast<int>(i));
  return found;
}

/// Boxes off goal that could reach no goal even if they were alone.
Places dead_boxes(const Level& level, const Meter& meter) {
  const Board board(level, meter.rest(), Board::Detail::live_squares);
  Places places;
  if (board.limit() != Limit::none) return places;
  for (const Square box_square : board.boxes())
    if (!board.live(box_square)) places.push_back(place(level, board.cell(box_square)));
  return places;
}

/// Boxes on goals that could go with their goals.
Places idle_boxes(const Level& level, const Cost& worth, Meter& meter) {
  Places places;
  for (const int square : squares_with(level, box | goal)) {
    if (!meter.check() || level.count(box) < 2) break;
    Level less = level;
    less.cells[static_cast<std::size_t>(square)] = nothing;
    if (same_worth(fewest(less, meter), worth)) places.push_back(place(level, square));
  }
  return places;
}

/// Walls inside the room that could be floor.
Places useless_walls(const Level& level, const Cost& worth, Meter& meter) {
  Places places;
  const std::vector<bool> floor = walkable(level);
  for (const int square : squares_with(level, wall)) {
    if (!meter.check()) break;
    if (!is_inner(level, floor, square / level.width, square % level.width)) continue;
    Level open = level;
    open.cells[static_cast<std::size_t>(square)] = nothing;
    if (same_worth(fewest(open, meter), worth)) places.push_back(place(level, square));
  }
  return places;
}

}  // namespace

std::vector<TechniqueFact> repair_facts() {
  return {{"put_keeper", "put the keeper there"},
          {"one_keeper", "keep this keeper alone"},
          {"add_goal", "add a goal"},
          {"add_box", "add a box"},
          {"remove_box", "take a box away"},
          {"remove_goal", "take a goal away"},
          {"close_wall", "close the wall there"},
          {"add_frame", "put a wall around everything"},
          {"move_box", "move a box by one square"},
          {"move_goal", "move a goal by one square"},
          {"move_keeper", "put the keeper on the other side"},
          {"open_wall_inside", "take away a wall inside"},
          {"remove_pair", "take away a box and a goal"},
          {"fill_floor", "make useless floor a wall"},
          {"remove_idle_box", "take away a box that does nothing, with its goal"}};
}

Critique critique_of_faults(const Level& level, const Facts& facts) {
  Critique critique;
  for (const Fault& fault : faults(level)) {
    Finding remark{fault.code, cat(fault.message, " (row ", fault.row + 1, ", column ", fault.column + 1, ")")};
    const bool nowhere = fault.code == "keeper" && level.keeper_square() < 0;
    if (nowhere) remark.message = fault.message;
    if (!nowhere) remark.places.push_back(place(fault.row, fault.column));
    add_remark(critique, facts, std::move(remark));
  }
  if (!critique.faulty && solved(level))
    add_remark(critique, facts, {"solved_at_start", "every box stands on a goal already"});
  return critique;
}

void add_parts(Critique& critique, const Level& level, const Facts& facts, Meter& meter) {
  if (critique.verdict.status == Status::unsolvable) {
    Places dead = dead_boxes(level, meter);
    if (!dead.empty())
      add_remark(critique, facts,
                 {"dead_box", cat("a box here can reach no goal: ", join(dead, " ")), std::move(dead)});
    return;
  }
  if (critique.verdict.status != Status::solved) return;
  const auto note = [&](const char* code, const char* message, Places places) {
    if (places.empty()) return;
    std::string said = cat(message, join(places, " "));
    add_remark(critique, facts, {code, std::move(said), std::move(places)});
  };
  const std::optional<Cost> worth = fewest(level, meter);
  if (worth) note("idle_box", "these boxes could go with their goals: ", idle_boxes(level, *worth, meter));
  const auto useless = useless_floor_places(level, meter);
  if (useless) note("useless_floor", "could be walls, each by itself (row,column): ", *useless);
  if (!useless) critique.limit = useless.error().limit;
  if (worth) note("useless_wall", "could be floor, each by itself (row,column): ", useless_walls(level, *worth, meter));
  if (!meter.check()) critique.limit = meter.limit();
}

namespace {

/// Tries changed levels and keeps those that are better.
class Mending {
 public:
  Mending(Critique& critique, const Level& level, Meter& meter)
      : critique_(critique), level_(level), meter_(meter), faults_(faults(level).size()) {}

  /// What is wrong decides what is tried, the smallest changes first.
  void run() {
    for (const Finding& remark : std::vector<Finding>(critique_.remarks)) {
      if (remark.code == "keeper") mend_keeper();
      if (remark.code == "box_goal_mismatch") mend_counts();
      if (remark.code == "open_wall") close_walls();
      if (remark.code == "solved_at_start") move_things(box, "move_box", "move the box from ");
      if (remark.code == "unsolvable") mend_unsolvable();
      if (remark.code == "useless_floor") fill(remark.places);
      if (remark.code == "idle_box") remove_idle(remark.places);
    }
    if (!meter_.check()) critique_.limit = meter_.limit();
  }

 private:
  [[nodiscard]] std::uint8_t at(int square) const { return level_.cells[static_cast<std::size_t>(square)]; }
  [[nodiscard]] int squares() const { return static_cast<int>(level_.cells.size()); }
  [[nodiscard]] bool enough(std::string_view code) const {
    return std::ranges::count(critique_.repairs, code, &nazo::Repair::code) >= static_cast<long>(repairs_of_a_kind);
  }

  /// Has the level fewer faults, and if it has none, can it be solved?
  bool better(const Level& changed) {
    const std::size_t left = faults(changed).size();
    if (left > 0) return left < faults_;
    if (solved(changed)) return false;
    const auto answer = solve(changed, Aim::any, for_a_change(meter_));
    return answer && answer->status == Status::solved;
  }
  void offer(const char* code, std::string message, const Level& changed, Places places) {
    if (enough(code) || !meter_.check() || !better(changed)) return;
    keep(code, std::move(message), changed, std::move(places));
  }
  void keep(const char* code, std::string message, const Level& changed, Places places) {
    critique_.repairs.push_back({code, std::move(message), write_level(changed), std::move(places)});
  }
  [[nodiscard]] Level with(int square, std::uint8_t marks) const {
    Level changed = level_;
    changed.cells[static_cast<std::size_t>(square)] = marks;
    return changed;
  }
  [[nodiscard]] Level with(int square, std::uint8_t marks, int other, std::uint8_t other_marks) const {
    Level changed = with(square, marks);
    changed.cells[static_cast<std::size_t>(other)] = other_marks;
    return changed;
  }
  [[nodiscard]] std::uint8_t without(int square, std::uint8_t mark) const {
    return static_cast<std::uint8_t>(at(square) & ~mark);
  }
  [[nodiscard]] std::uint8_t adding(int square, std::uint8_t mark) const {
    return static_cast<std::uint8_t>(at(square) | mark);
  }
  /// Squares from which one cannot walk to the rim, whoever stands on them.
  [[nodiscard]] std::vector<bool> enclosed(const Level& level) const {
    std::vector<bool> closed(level.cells.size(), true);
    std::vector<int> open;
    const auto reach = [&](int row, int column) {
      const auto i = static_cast<std::size_t>(level.index(row, column));
      if (!closed[i] || (level.cells[i] & wall) != 0) return;
      closed[i] = false;
      open.push_back(static_cast<int>(i));
    };
    for (int row = 0; row < level.height; ++row)
      for (int column = 0; column < level.width; ++column)
        if (row == 0 || column == 0 || row + 1 == level.height || column + 1 == level.width) reach(row, column);
    while (!open.empty()) {
      const int square = open.back();
      open.pop_back();
      for (const Direction d : directions) {
        const int row = square / level.width + row_step(d), column = square % level.width + column_step(d);
        if (level.inside(row, column)) reach(row, column);
      }
    }
    return closed;
  }
  [[nodiscard]] bool is_free(int square) const { return (at(square) & (wall | box | keeper)) == 0; }

  void mend_keeper() {
    const std::vector<int> keepers = squares_with(level_, keeper);
    for (const int kept : keepers) {
      Level changed = level_;
      for (const int square : keepers)
        if (square != kept) changed.cells[static_cast<std::size_t>(square)] &= static_cast<std::uint8_t>(~keeper);
      offer("one_keeper", cat("keep the keeper at ", place(level_, kept)), changed, {place(level_, kept)});
    }
    if (!keepers.empty()) return;
    const std::vector<bool> closed = enclosed(level_);
    for (int square = 0; square < squares(); ++square)
      if (closed[static_cast<std::size_t>(square)] && is_free(square))
        offer("put_keeper", cat("put the keeper at ", place(level_, square)), with(square, adding(square, keeper)),
              {place(level_, square)});
  }

  void mend_counts() {
    const bool more_boxes = level_.count(box) > level_.count(goal);
    const std::uint8_t too_many = more_boxes ? box : goal, too_few = more_boxes ? goal : box;
    const std::vector<bool> closed = enclosed(level_);
    for (const int square : squares_with(level_, too_many))
      offer(more_boxes ? "remove_box" : "remove_goal",
            cat("take away the ", more_boxes ? "box" : "goal", " at ", place(level_, square)),
            with(square, without(square, too_many)), {place(level_, square)});
    for (int square = 0; square < squares(); ++square)
      if (closed[static_cast<std::size_t>(square)] && is_free(square) && at(square) == nothing)
        offer(more_boxes ? "add_goal" : "add_box",
              cat("add a ", more_boxes ? "goal" : "box", " at ", place(level_, square)),
              with(square, adding(square, too_few)), {place(level_, square)});
  }

  void close_walls() {
    // Where one wall is enough, the one that leaves most room; else a wall around everything.
    std::vector<std::pair<std::ptrdiff_t, int>> by_room;
    if (squares() <= largest_field_to_close)
      for (int square = 0; square < squares() && meter_.check(); ++square) {
        if (at(square) != nothing) continue;
        const Level changed = with(square, wall);
        const auto left = faults(changed);
        if (std::ranges::find(left, "open_wall", &Fault::code) != left.end()) continue;
        by_room.emplace_back(-std::ranges::count(enclosed(changed), true), square);
      }
    std::ranges::sort(by_room);
    for (const auto& [room, square] : by_room)
      offer("close_wall", cat("a wall at ", place(level_, square)), with(square, wall), {place(level_, square)});
    if (!by_room.empty()) return;
    Level framed(level_.width + 2, level_.height + 2);
    for (int row = 0; row < framed.height; ++row)
      for (int column = 0; column < framed.width; ++column)
        framed.at(row, column) =
            level_.inside(row - 1, column - 1) ? level_.at(row - 1, column - 1) : std::uint8_t{wall};
    offer("add_frame", "a wall around everything", framed, {});
  }

  /// Each box or goal by one square.
  void move_things(std::uint8_t mark, const char* code, const char* message) {
    for (const int from : squares_with(level_, mark))
      for (const Direction d : directions) {
        const int row = from / level_.width + row_step(d), column = from % level_.width + column_step(d);
        if (!level_.inside(row, column)) continue;
        const int to = level_.index(row, column);
        if ((at(to) & (wall | mark)) != 0 || (mark == box && !is_free(to))) continue;
        offer(code, cat(message, place(level_, from), " to ", place(level_, to)),
              with(from, without(from, mark), to, adding(to, mark)), {place(level_, from), place(level_, to)});
      }
  }

  void mend_unsolvable() {
    move_things(box, "move_box", "move the box from ");
    move_things(goal, "move_goal", "move the goal from ");
    move_keeper();
    open_inside();
    if (!critique_.repairs.empty() || level_.count(box) < 2) return;
    for (const int boxed : squares_with(level_, box))
      for (const int target : squares_with(level_, goal)) {
        Level changed = level_;
        changed.cells[static_cast<std::size_t>(boxed)] &= static_cast<std::uint8_t>(~box);
        changed.cells[static_cast<std::size_t>(target)] &= static_cast<std::uint8_t>(~goal);
        offer("remove_pair",
              cat("without the box at ", place(level_, boxed), " and the goal at ", place(level_, target)), changed,
              {place(level_, boxed), place(level_, target)});
      }
  }

  /// One square of each other region that boxes cut off.
  void move_keeper() {
    const int from = level_.keeper_square();
    Level walled = level_;
    for (std::uint8_t& cell : walled.cells)
      if ((cell & box) != 0) cell = wall;
    std::vector<bool> seen = walkable(walled);
    const std::vector<bool> floor = walkable(level_);
    for (int square = 0; square < squares(); ++square) {
      const auto i = static_cast<std::size_t>(square);
      if (seen[i] || !floor[i] || !is_free(square)) continue;
      Level elsewhere = walled;
      elsewhere.cells[static_cast<std::size_t>(from)] &= static_cast<std::uint8_t>(~keeper);
      elsewhere.cells[i] |= keeper;
      const std::vector<bool> here = walkable(elsewhere);
      for (std::size_t j = 0; j < seen.size(); ++j) seen[j] = seen[j] || here[j];
      offer("move_keeper", cat("the keeper at ", place(level_, square)),
            with(from, without(from, keeper), square, adding(square, keeper)), {place(level_, square)});
    }
  }

  void open_inside() {
    const std::vector<bool> floor = walkable(level_);
    for (const int square : squares_with(level_, wall))
      if (is_inner(level_, floor, square / level_.width, square % level_.width))
        offer("open_wall_inside", cat("no wall at ", place(level_, square)), with(square, nothing),
              {place(level_, square)});
  }

  /// As many of them together as change nothing.
  void fill(const Places& places) {
    const std::optional<Cost> worth = fewest(level_, meter_);
    if (!worth) return;
    Level filled = level_;
    Places changed;
    for (const std::string& at_place : places) {
      const int square = square_of(at_place);
      if (!meter_.check()) break;
      Level next = filled;
      next.cells[static_cast<std::size_t>(square)] = wall;
      if (!same_worth(fewest(next, meter_), *worth)) continue;
      filled = std::move(next);
      changed.push_back(at_place);
    }
    if (!changed.empty()) keep("fill_floor", cat("walls at ", join(changed, " ")), filled, changed);
  }
  void remove_idle(const Places& places) {
    for (const std::string& at_place : places)
      offer("remove_idle_box", cat("without box and goal at ", at_place), with(square_of(at_place), nothing),
            {at_place});
  }
  [[nodiscard]] int square_of(const std::string& at_place) const {
    const auto parts = split(at_place, ',');
    const auto row = number_of<int>(parts[0]), column = number_of<int>(parts[1]);
    return level_.index(*row - 1, *column - 1);
  }

  Critique& critique_;
  const Level& level_;
  Meter& meter_;
  std::size_t faults_;
};

}  // namespace

void add_repairs(Critique& critique, const Level& level, Meter& meter) { Mending(critique, level, meter).run(); }

}  // namespace nazo::sokoban
