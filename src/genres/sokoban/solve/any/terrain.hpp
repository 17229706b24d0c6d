// What of a board never changes while a solution is sought: distances of lone boxes, rooms and the corridors between
// them, groups of squares between which a lone box can go to and fro.
#pragma once

#include <algorithm>
#include <vector>

#include "genres/sokoban/rules/board.hpp"
#include "genres/sokoban/solve/any/bits.hpp"

namespace nazo::sokoban::any {

template <int W>
class Terrain {
 public:
  static constexpr int most_squares = 64 * W;

  explicit Terrain(const Board& board) : board_(board), n_(static_cast<std::size_t>(board.squares())) {
    for (int i = 0; i < board.squares(); ++i) {
      const auto s = static_cast<Square>(i);
      all_.add(s);
      if (board.is_goal(s)) goals_.add(s);
      if (board.live(s)) live_.add(s);
    }
    for (const Square b : board.boxes()) start_.add(b);
    find_push_distances();
    find_links();
    find_groups();
  }

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] std::size_t squares() const { return n_; }
  [[nodiscard]] std::uint64_t bytes() const {
    return push_distance_.capacity() * sizeof(std::uint16_t) + sources_.capacity() * sizeof(Bits<W>);
  }
  [[nodiscard]] const Bits<W>& all() const { return all_; }
  [[nodiscard]] const Bits<W>& goals() const { return goals_; }
  [[nodiscard]] const Bits<W>& live() const { return live_; }
  [[nodiscard]] const Bits<W>& start() const { return start_; }
  [[nodiscard]] Square next(Square s, Direction d) const { return board_.next(s, d); }

  /// Fewest pushes of a lone box, the keeper on its best side; `far` if it cannot be done.
  [[nodiscard]] std::uint16_t pushes(Square from, Square to) const { return push_distance_[to * n_ + from]; }
  /// Squares from which a lone box can be pushed to this one.
  [[nodiscard]] const Bits<W>& sources(Square to) const { return sources_[to]; }

  /// Corridors: maximal runs of squares with walls on two opposite sides. −1 for squares of rooms.
  [[nodiscard]] int link(Square s) const { return link_[s]; }
  [[nodiscard]] int links() const { return links_; }
  /// Rooms are what is left when the corridors are taken away. −1 for squares of corridors.
  [[nodiscard]] int room(Square s) const { return room_[s]; }

  /// Squares of one group can be exchanged by a lone box: it can be pushed from each to each. −1 for a square by
  /// itself.
  [[nodiscard]] int group(Square s) const { return group_[s]; }

 private:
  void find_push_distances() {
    push_distance_.assign(n_ * n_, far);
    sources_.assign(n_, {});
    std::vector<std::uint16_t> depth(4 * n_);
    std::vector<std::uint32_t> queue;
    for (std::size_t t = 0; t < n_; ++t) {
      std::ranges::fill(depth, far);
      queue.clear();
      const auto reach = [&](Square square, Direction side, std::uint16_t pushes) {
        for (const Direction d : directions) {
          const std::size_t state = 4 * std::size_t{square} + static_cast<std::size_t>(d);
          if (next(square, d) == no_square || depth[state] != far || !board_.joined(square, side, d)) continue;
          depth[state] = pushes;
          queue.push_back(static_cast<std::uint32_t>(state));
        }
      };
      for (const Direction d : directions)
        if (next(static_cast<Square>(t), d) != no_square) reach(static_cast<Square>(t), d, 0);
      push_distance_[t * n_ + t] = 0;
      for (std::size_t i = 0; i < queue.size(); ++i) {
        const auto square = static_cast<Square>(queue[i] / 4);
        const auto side = static_cast<Direction>(queue[i] % 4);
        std::uint16_t& best = push_distance_[t * n_ + square];
        best = std::min(best, depth[queue[i]]);
        const Square to = next(square, side);
        if (next(to, side) != no_square) reach(to, side, static_cast<std::uint16_t>(depth[queue[i]] + 1));
      }
      for (std::size_t s = 0; s < n_; ++s)
        if (push_distance_[t * n_ + s] != far) sources_[t].add(static_cast<Square>(s));
    }
  }

  void find_links() {
    link_.assign(n_, -1);
    room_.assign(n_, -1);
    std::vector<bool> narrow(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const auto s = static_cast<Square>(i);
      const bool up = next(s, Direction::up) != no_square, down = next(s, Direction::down) != no_square;
      const bool left = next(s, Direction::left) != no_square, right = next(s, Direction::right) != no_square;
      narrow[i] = (!up && !down) || (!left && !right);
    }
    links_ = number_parts(link_, [&](std::size_t s) { return narrow[s]; });
    number_parts(room_, [&](std::size_t s) { return !narrow[s]; });
  }

  template <class Belongs>
  int number_parts(std::vector<int>& part, Belongs&& belongs) {
    int count = 0;
    std::vector<Square> stack;
    for (std::size_t seed = 0; seed < n_; ++seed) {
      if (!belongs(seed) || part[seed] >= 0) continue;
      part[seed] = count;
      stack.assign(1, static_cast<Square>(seed));
      while (!stack.empty()) {
        const Square s = stack.back();
        stack.pop_back();
        for (const Square near : board_.neighbours(s))
          if (near != no_square && belongs(near) && part[near] < 0) {
            part[near] = count;
            stack.push_back(near);
          }
      }
      ++count;
    }
    return count;
  }

  void find_groups() {
    group_.assign(n_, -1);
    int count = 0;
    for (std::size_t a = 0; a < n_; ++a) {
      if (group_[a] >= 0) continue;
      bool alone = true;
      for (std::size_t b = a + 1; b < n_; ++b)
        if (group_[b] < 0 && pushes(static_cast<Square>(a), static_cast<Square>(b)) != far &&
            pushes(static_cast<Square>(b), static_cast<Square>(a)) != far) {
          group_[b] = count;
          alone = false;
        }
      if (!alone) group_[a] = count++;
    }
  }

  const Board& board_;
  std::size_t n_;
  Bits<W> all_, goals_, live_, start_;
  std::vector<std::uint16_t> push_distance_;
  std::vector<Bits<W>> sources_;
  std::vector<int> link_, room_, group_;
  int links_ = 0;
};

}  // namespace nazo::sokoban::any
