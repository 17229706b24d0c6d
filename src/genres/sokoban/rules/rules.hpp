// The rules of Sokoban on a plain grid: squares, the keeper's four moves, what wins, and what makes a board unplayable.
//
// A Level is what the formats read and write and what play, check and pictures work on. The solvers number the floor
// squares anew (board.hpp) or pack the interior into one machine word (grid.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nazo::sokoban {

/// What stands on a square; several may hold at once. A square with no mark is floor, or lies outside the walls.
enum Mark : std::uint8_t { nothing = 0, wall = 1, goal = 2, box = 4, keeper = 8 };

enum class Direction : std::uint8_t { up, down, left, right };
inline constexpr std::array<Direction, 4> directions{Direction::up, Direction::down, Direction::left, Direction::right};
[[nodiscard]] constexpr Direction opposite(Direction d) {
  return static_cast<Direction>(static_cast<unsigned>(d) ^ 1U);
}
[[nodiscard]] constexpr int row_step(Direction d) { return (d == Direction::down) - (d == Direction::up); }
[[nodiscard]] constexpr int column_step(Direction d) { return (d == Direction::right) - (d == Direction::left); }
/// u d l r: a step of the keeper. In solutions a push is the capital letter.
[[nodiscard]] constexpr char letter(Direction d) { return "udlr"[static_cast<unsigned>(d)]; }
[[nodiscard]] constexpr char push_letter(Direction d) { return "UDLR"[static_cast<unsigned>(d)]; }
[[nodiscard]] std::optional<Direction> direction_of(char letter);  ///< of either case
[[nodiscard]] std::string_view word(Direction d);                  ///< "up"

/// A board, row by row from the top left; rows and columns count from 0.
struct Level {
  int width = 0, height = 0;
  std::vector<std::uint8_t> cells;

  Level() = default;
  Level(int w, int h)
      : width(w), height(h), cells(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), nothing) {}

  [[nodiscard]] int index(int row, int column) const { return row * width + column; }
  [[nodiscard]] bool inside(int row, int column) const {
    return row >= 0 && row < height && column >= 0 && column < width;
  }
  [[nodiscard]] std::uint8_t& at(int row, int column) { return cells[static_cast<std::size_t>(index(row, column))]; }
  [[nodiscard]] std::uint8_t at(int row, int column) const {
    return cells[static_cast<std::size_t>(index(row, column))];
  }
  /// Marks of a square; what lies beyond the edge has none.
  [[nodiscard]] std::uint8_t look(int row, int column) const {
    return inside(row, column) ? at(row, column) : std::uint8_t{nothing};
  }
  [[nodiscard]] int count(std::uint8_t marks) const;  ///< squares that have all of these marks
  /// The square of the keeper (the first one if there are several), −1 if there is none.
  [[nodiscard]] int keeper_square() const;

  friend bool operator==(const Level&, const Level&) = default;
};

/// Why a board cannot be played, and the square that shows it.
struct Fault {
  std::string code;  ///< as `check` reports it: keeper, box_goal_mismatch, open_wall
  std::string message;
  int row = 0, column = 0;
};

/// Every fault of the board, in the order of their codes above; empty if it can be played.
[[nodiscard]] std::vector<Fault> faults(const Level& level);

/// Squares the keeper could stand on with all boxes taken away (row-major flags). The board must have no fault.
[[nodiscard]] std::vector<bool> walkable(const Level& level);

/// The board without empty margins, and with what no keeper can ever touch cleared: floor, goals and boxes of closed
/// rooms become walls or nothing, walls that touch no walkable square (corners included) vanish. Only the margins go if
/// a closed room holds a box off goal or a goal without a box: that makes the board unsolvable and must stay.
[[nodiscard]] Level tidied(const Level& level);

[[nodiscard]] bool solved(const Level& level);

enum class Stepped { walked, pushed, blocked };
/// Moves the keeper one square if the rules allow it.
Stepped step(Level& level, Direction direction);

}  // namespace nazo::sokoban
