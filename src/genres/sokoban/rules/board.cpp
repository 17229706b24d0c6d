#include "genres/sokoban/rules/board.hpp"

#include <algorithm>

#include "base/pulse.hpp"

namespace nazo::sokoban {

namespace {
/// Above these a table is left out: what it would tell is then taken to be the best case.
constexpr std::size_t most_distances = 16'000'000;
constexpr int most_squares_for_sides = 3000;

/// A solution grows by doubling and is copied on its way out: it may take this part of the bytes.
constexpr std::uint64_t solution_share = 8;
/// But so much is left in any case.
constexpr std::uint64_t least_room_for_solution = std::uint64_t{1} << 20;
}  // namespace

Board::Board(const Level& level, const Budget& budget, Detail detail) {
  const std::vector<bool> floor = walkable(level);
  if (std::ranges::count(floor, true) > most_squares) {
    limit_ = Limit::memory;
    return;
  }
  number(level, floor);
  if (hopeless_) return;
  Meter meter(budget);
  if (find_sides(meter)) {
    find_live();
    const std::uint64_t room = std::min<std::uint64_t>(most_distances, budget.bytes / sizeof(std::uint16_t));
    const bool wanted = detail == Detail::distances && live_squares_ <= most_live_squares;
    if (wanted && std::uint64_t{goals_.size()} * next_.size() <= room) find_distances(meter);
  }
  limit_ = meter.limit();
}

std::uint64_t Board::bytes() const {
  return distance_.capacity() * sizeof(std::uint16_t) + next_.capacity() * (sizeof(next_[0]) + sizeof(side_[0])) +
         cell_.capacity() * sizeof(int);
}

void Board::number(const Level& level, const std::vector<bool>& floor) {
  width_ = level.width;
  std::vector<Square> number(level.cells.size(), no_square);
  for (std::size_t i = 0; i < level.cells.size(); ++i) {
    const std::uint8_t cell = level.cells[i];
    if (!floor[i]) {
      hopeless_ = hopeless_ || ((cell & box) != 0) != ((cell & goal) != 0);
      continue;
    }
    const auto square = static_cast<Square>(cell_.size());
    number[i] = square;
    cell_.push_back(static_cast<int>(i));
    goal_.push_back((cell & sokoban::goal) != 0);
    if ((cell & sokoban::goal) != 0) goals_.push_back(square);
    if ((cell & box) != 0) boxes_.push_back(square);
    if ((cell & sokoban::keeper) != 0) keeper_ = square;
  }
  hopeless_ = hopeless_ || boxes_.size() != goals_.size();
  next_.resize(cell_.size());
  for (std::size_t s = 0; s < cell_.size(); ++s)
    for (const Direction d : directions) {
      const int r = cell_[s] / level.width + row_step(d), c = cell_[s] % level.width + column_step(d);
      next_[s][static_cast<std::size_t>(d)] =
          level.inside(r, c) ? number[static_cast<std::size_t>(level.index(r, c))] : no_square;
    }
  live_.assign(cell_.size(), false);
}

/// False if a limit ran out.
bool Board::find_sides(Meter& meter) {
  side_.assign(next_.size(), {0, 0, 0, 0});
  if (squares() > most_squares_for_sides) return true;  // all sides joined: distances become smaller, never wrong
  Pulse pulse(meter);
  std::vector<std::uint32_t> seen(next_.size(), 0);
  std::vector<Square> stack;
  std::uint32_t stamp = 0;
  for (std::size_t s = 0; s < next_.size(); ++s) {
    if (!pulse.goes_on()) return false;
    std::uint8_t part = 0;
    side_[s] = {4, 5, 6, 7};
    for (const Direction from : directions) {
      const Square seed = next_[s][static_cast<std::size_t>(from)];
      if (seed == no_square || side_[s][static_cast<std::size_t>(from)] < 4) continue;
      ++stamp;
      seen[s] = seen[seed] = stamp;
      stack.assign(1, seed);
      while (!stack.empty()) {
        const Square at = stack.back();
        stack.pop_back();
        for (const Square n : next_[at])
          if (n != no_square && seen[n] != stamp) {
            seen[n] = stamp;
            stack.push_back(n);
          }
      }
      for (const Direction d : directions) {
        const Square n = next_[s][static_cast<std::size_t>(d)];
        if (n != no_square && n != s && seen[n] == stamp) side_[s][static_cast<std::size_t>(d)] = part;
      }
      ++part;
    }
  }
  return true;
}

/// Pulls of a lone box away from goals, the keeper's side of it being part of the state: 4·square + side.
struct Board::Pulls {
  std::vector<std::uint16_t> depth;
  std::vector<std::uint32_t> queue;

  /// Fewest pushes from a square to the nearest of the goals.
  [[nodiscard]] std::uint16_t least(std::size_t square) const {
    return *std::min_element(depth.begin() + static_cast<std::ptrdiff_t>(4 * square),
                             depth.begin() + static_cast<std::ptrdiff_t>(4 * square + 4));
  }
};

void Board::pull_from(std::span<const Square> goals, Pulls& pulls) const {
  pulls.depth.assign(4 * next_.size(), far);
  pulls.queue.clear();
  const auto reach = [&](Square square, Direction side, std::uint16_t pushes) {
    for (const Direction d : directions) {
      const std::size_t state = 4 * std::size_t{square} + static_cast<std::size_t>(d);
      if (next(square, d) == no_square || pulls.depth[state] != far || !joined(square, side, d)) continue;
      pulls.depth[state] = pushes;
      pulls.queue.push_back(static_cast<std::uint32_t>(state));
    }
  };
  for (const Square goal : goals)
    for (const Direction d : directions)
      if (next(goal, d) != no_square) reach(goal, d, 0);
  for (std::size_t i = 0; i < pulls.queue.size(); ++i) {
    const std::uint32_t state = pulls.queue[i];
    const auto side = static_cast<Direction>(state % 4);
    const Square to = next(static_cast<Square>(state / 4), side);
    if (next(to, side) == no_square) continue;
    reach(to, side, static_cast<std::uint16_t>(std::min<int>(pulls.depth[state] + 1, far - 1)));
  }
  // A goal without neighbours is nobody's neighbour either, but a box on it is where it should be.
  for (const Square goal : goals) pulls.depth[4 * std::size_t{goal}] = 0;
}

void Board::find_live() {
  Pulls pulls;
  pull_from(goals_, pulls);
  for (std::size_t s = 0; s < next_.size(); ++s) live_[s] = pulls.least(s) != far;
  live_squares_ = static_cast<int>(std::ranges::count(live_, true));
}

/// False if a limit ran out.
bool Board::find_distances(Meter& meter) {
  const std::size_t goals = goals_.size();
  distance_.assign(next_.size() * goals, far);
  Pulls pulls;
  for (std::size_t g = 0; g < goals; ++g) {
    if (!meter.check()) return false;
    pull_from({&goals_[g], 1}, pulls);
    for (std::size_t s = 0; s < next_.size(); ++s) {
      const std::uint16_t least = pulls.least(s);
      distance_[s * goals + g] = least;
      if (least != far) farthest_ = std::max(farthest_, least);
    }
  }
  return true;
}

Result<std::string> lurd_of(const Board& board, const std::vector<Push>& pushes, const Budget& budget) {
  Meter meter(budget);
  Pulse pulse(meter);
  const std::uint64_t longest = std::max<std::uint64_t>(budget.bytes / solution_share, least_room_for_solution);
  std::string out;
  std::vector<bool> box_on(static_cast<std::size_t>(board.squares()), false);
  for (const Square b : board.boxes()) box_on[b] = true;
  std::vector<std::uint8_t> towards(box_on.size());
  std::vector<Square> queue;
  Square keeper = board.keeper();
  for (const Push& push : pushes) {
    if (!pulse.goes_on()) return fail_limit(meter.limit());
    if (out.size() > longest) return fail_limit(Limit::memory);
    // From where the keeper must stand, outward to where it is; `towards` leads back.
    const Square stand = board.next(push.box, opposite(push.direction));
    std::ranges::fill(towards, std::uint8_t{255});
    queue.assign(1, stand);
    towards[stand] = 0;
    for (std::size_t i = 0; i < queue.size() && queue[i] != keeper; ++i)
      for (const Direction d : directions) {
        const Square n = board.next(queue[i], d);
        if (n == no_square || box_on[n] || towards[n] != 255) continue;
        towards[n] = static_cast<std::uint8_t>(opposite(d));
        queue.push_back(n);
      }
    while (keeper != stand) {
      if (towards[keeper] == 255) return fail("a push that cannot be made");
      const auto d = static_cast<Direction>(towards[keeper]);
      out += letter(d);
      keeper = board.next(keeper, d);
    }
    out += push_letter(push.direction);
    box_on[push.box] = false;
    box_on[board.next(push.box, push.direction)] = true;
    keeper = push.box;
  }
  return out;
}

}  // namespace nazo::sokoban
