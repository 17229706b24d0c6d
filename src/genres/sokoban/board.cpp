#include "genres/sokoban/board.hpp"

#include <algorithm>

namespace nazo::sokoban {

namespace {
/// Above these a table is left out: what it would tell is then taken to be the best case.
constexpr std::size_t most_distances = 16'000'000;
constexpr int most_squares_for_sides = 3000;
}  // namespace

Board::Board(const Level& level) {
  number(level);
  if (hopeless_) return;
  find_sides();
  find_distances();
}

void Board::number(const Level& level) {
  const std::vector<bool> floor = walkable(level);
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

void Board::find_sides() {
  side_.assign(next_.size(), {0, 0, 0, 0});
  if (squares() > most_squares_for_sides) return;  // all sides joined: distances become smaller, never wrong
  std::vector<std::uint32_t> seen(next_.size(), 0);
  std::vector<Square> stack;
  std::uint32_t stamp = 0;
  for (std::size_t s = 0; s < next_.size(); ++s) {
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
}

void Board::find_distances() {
  const std::size_t n = next_.size();
  const bool each = goals_.size() * n <= most_distances;
  if (each) distance_.assign(n * goals_.size(), far);
  // Pulls of a lone box away from a goal, the keeper's side of it being part of the state: 4·square + side.
  std::vector<std::uint16_t> depth;
  std::vector<std::uint32_t> queue;
  const auto pull_from = [&](std::size_t first_goal, std::size_t end_goal) {
    depth.assign(4 * n, far);
    queue.clear();
    const auto reach = [&](Square square, Direction side, std::uint16_t pushes) {
      for (const Direction d : directions) {
        const std::size_t state = 4 * std::size_t{square} + static_cast<std::size_t>(d);
        if (next(square, d) == no_square || depth[state] != far || !joined(square, side, d)) continue;
        depth[state] = pushes;
        queue.push_back(static_cast<std::uint32_t>(state));
      }
    };
    for (std::size_t g = first_goal; g < end_goal; ++g)
      for (const Direction d : directions)
        if (next(goals_[g], d) != no_square) reach(goals_[g], d, 0);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const auto square = static_cast<Square>(queue[i] / 4);
      const auto side = static_cast<Direction>(queue[i] % 4);
      const Square to = next(square, side);
      if (next(to, side) == no_square) continue;
      const std::uint16_t pushes = depth[queue[i]];
      reach(to, side, static_cast<std::uint16_t>(std::min<int>(pushes + 1, far - 1)));
    }
    for (std::size_t s = 0; s < n; ++s) {
      std::uint16_t least = far;
      for (std::size_t side = 0; side < 4; ++side) least = std::min(least, depth[4 * s + side]);
      const bool on_goal =
          std::ranges::binary_search(goals_.begin() + static_cast<std::ptrdiff_t>(first_goal),
                                     goals_.begin() + static_cast<std::ptrdiff_t>(end_goal), static_cast<Square>(s));
      if (on_goal) least = 0;
      if (least != far) live_[s] = true;
      if (each) distance_[s * goals_.size() + first_goal] = least;
    }
  };
  if (each) {
    for (std::size_t g = 0; g < goals_.size(); ++g) pull_from(g, g + 1);
  } else {
    pull_from(0, goals_.size());
  }
}

std::string lurd_of(const Board& board, const std::vector<Push>& pushes) {
  std::string out;
  std::vector<bool> box_on(static_cast<std::size_t>(board.squares()), false);
  for (const Square b : board.boxes()) box_on[b] = true;
  std::vector<std::uint8_t> towards(box_on.size());
  std::vector<Square> queue;
  Square keeper = board.keeper();
  for (const Push& push : pushes) {
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
      if (towards[keeper] == 255) return {};  // not a way the keeper can go
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
