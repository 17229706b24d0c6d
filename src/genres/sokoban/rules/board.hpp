// A level of any size as the solvers see it: floor squares numbered 0 … n−1, neighbours, push distances, dead squares.
//
// Only what the keeper could ever reach is numbered. Boxes that stand on goals in closed rooms are left out with their
// goals; a closed room that makes the level unsolvable is reported by `hopeless`.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "genres/sokoban/rules/push.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

inline constexpr std::uint16_t far = std::numeric_limits<std::uint16_t>::max();  ///< a distance that cannot be gone

class Board {
 public:
  /// Boards with more walkable squares than this are not numbered: their limit is memory.
  static constexpr int most_squares = 60'000;
  /// Boards on which boxes can stand on more squares than this have no table of distances.
  static constexpr int most_live_squares = 1024;

  enum class Detail { live_squares, distances };

  /// The level must have no fault.
  explicit Board(const Level& level, const Budget& budget = {}, Detail detail = Detail::distances);

  /// Not none: this ran out before the board was finished, and nothing else of it may be used.
  [[nodiscard]] Limit limit() const { return limit_; }

  [[nodiscard]] int squares() const { return static_cast<int>(next_.size()); }
  /// The neighbour in a direction, or no_square.
  [[nodiscard]] Square next(Square square, Direction d) const { return next_[square][static_cast<std::size_t>(d)]; }
  [[nodiscard]] const std::array<Square, 4>& neighbours(Square square) const { return next_[square]; }
  [[nodiscard]] bool is_goal(Square square) const { return goal_[square]; }
  /// Can a lone box on this square be pushed to some goal, wherever the keeper stands?
  [[nodiscard]] bool live(Square square) const { return live_[square]; }
  [[nodiscard]] int live_squares() const { return live_squares_; }

  [[nodiscard]] const std::vector<Square>& boxes() const { return boxes_; }  ///< at the start, ascending
  [[nodiscard]] const std::vector<Square>& goals() const { return goals_; }  ///< ascending
  [[nodiscard]] Square keeper() const { return keeper_; }
  [[nodiscard]] std::size_t count() const { return boxes_.size(); }
  /// Boxes or goals lie where nobody can reach them, so that no solution exists.
  [[nodiscard]] bool hopeless() const { return hopeless_; }

  /// Fewest pushes of a lone box from a square to a goal (its place in `goals`), the keeper on its best side; `far` if
  /// it cannot be done. Never more than the pushes that box needs in any position.
  [[nodiscard]] std::uint16_t distance(Square from, std::size_t to_goal) const {
    return distance_[from * goals_.size() + to_goal];
  }
  [[nodiscard]] const std::uint16_t* distances(Square from) const { return distance_.data() + from * goals_.size(); }
  /// Without distances to each goal (they take too much room on giant boards, or more than the budget has) only `live`
  /// is known.
  [[nodiscard]] bool has_distances() const { return !distance_.empty() || goals_.empty(); }
  /// The largest distance that can be gone.
  [[nodiscard]] std::uint16_t farthest() const { return farthest_; }
  [[nodiscard]] std::uint64_t bytes() const;

  /// Index of a square in the level's cells.
  [[nodiscard]] int cell(Square square) const { return cell_[square]; }
  [[nodiscard]] int width() const { return width_; }

  /// With a lone box on `square`: neighbours on directions a and b can reach one another round it.
  [[nodiscard]] bool joined(Square square, Direction a, Direction b) const {
    return side_[square][static_cast<std::size_t>(a)] == side_[square][static_cast<std::size_t>(b)];
  }

 private:
  struct Pulls;
  void number(const Level& level, const std::vector<bool>& floor);
  bool find_sides(Meter& meter);
  void find_live();
  bool find_distances(Meter& meter);
  void pull_from(std::span<const Square> goals, Pulls& pulls) const;

  std::vector<std::array<Square, 4>> next_;
  std::vector<std::array<std::uint8_t, 4>> side_;  ///< which part of the floor around a lone box each neighbour is in
  std::vector<bool> goal_, live_;
  std::vector<Square> boxes_, goals_;
  std::vector<std::uint16_t> distance_;
  std::vector<int> cell_;
  Square keeper_ = no_square;
  int width_ = 0, live_squares_ = 0;
  std::uint16_t farthest_ = 0;
  bool hopeless_ = false;
  Limit limit_ = Limit::none;
};

/// The moves of a sequence of pushes, walks along shortest paths. An error if a limit runs out, or if some push cannot
/// be made. Small levels have a `lurd_of` of their own (solve/field_solution.hpp): they know no neighbours to walk
/// over, but step with all squares of a word at once.
[[nodiscard]] Result<std::string> lurd_of(const Board& board, const std::vector<Push>& pushes,
                                          const Budget& budget = {});

}  // namespace nazo::sokoban
