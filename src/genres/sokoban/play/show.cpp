#include "genres/sokoban/play/show.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/sokoban/play/ways.hpp"
#include "genres/sokoban/rules/board.hpp"
#include "puzzle/room.hpp"

namespace nazo::sokoban {

namespace {

/// What an allocation takes beside its bytes.
constexpr std::uint64_t bytes_of_an_allocation = 16;
/// A place is a value that holds a list of two numbers.
constexpr std::uint64_t bytes_of_a_place = 3 * sizeof(Value) + bytes_of_an_allocation;

std::uint64_t bytes_of_picture(const Level& level) {
  constexpr std::uint64_t a_row = sizeof(std::vector<TextCell>) + bytes_of_an_allocation;
  return level.cells.size() * sizeof(TextCell) + static_cast<std::uint64_t>(level.height) * a_row;
}

std::uint64_t bytes_of_rows(const Level& level) {
  constexpr std::uint64_t a_row = sizeof(Value) + bytes_of_an_allocation;
  return level.cells.size() + static_cast<std::uint64_t>(level.height) * a_row;
}

/// Squares no box may enter (true); none on boards that are too large to be numbered.
Result<std::vector<bool>> dead_squares_of(const Level& level, const Budget& budget) {
  std::vector<bool> dead(level.cells.size(), false);
  const Board board(level, budget, Board::Detail::live_squares);
  if (board.limit() == Limit::time || board.limit() == Limit::stopped) return fail_limit(board.limit());
  if (board.limit() != Limit::none || board.hopeless()) return dead;
  for (int s = 0; s < board.squares(); ++s) {
    const auto square = static_cast<Square>(s);
    if (!board.live(square)) dead[static_cast<std::size_t>(board.cell(square))] = true;
  }
  return dead;
}

TextCell text_cell(std::uint8_t marks, bool is_dead) {
  constexpr int red = 1, dim = 3, good = 4, warning = 5, blue = 6;
  const bool on_goal = (marks & goal) != 0;
  if ((marks & wall) != 0) return {"██", dim};
  if ((marks & box) != 0) return {"[]", on_goal ? good : warning};
  if ((marks & keeper) != 0) return {on_goal ? "☺." : "☺", blue};
  if (on_goal) return {"()", red};
  return {is_dead ? "×" : " ", dim};
}

Value place_value(const Level& level, std::size_t square) {
  const auto width = static_cast<std::size_t>(level.width);
  Value::Array place;
  place.reserve(2);
  place.emplace_back(square / width + 1);
  place.emplace_back(square % width + 1);
  return Value(std::move(place));
}

/// The places of all squares that a test picks.
template <class Test>
Value places_where(const Level& level, Test test) {
  Value::Array places;
  std::size_t count = 0;
  for (std::size_t i = 0; i < level.cells.size(); ++i) count += test(i);
  places.reserve(count);
  for (std::size_t i = 0; i < level.cells.size(); ++i)
    if (test(i)) places.push_back(place_value(level, i));
  return Value(std::move(places));
}

char shape_of(std::uint8_t marks, bool is_floor) {
  if ((marks & wall) != 0) return '#';
  return is_floor ? ' ' : '-';
}

/// Walls and floor, row by row.
Value shape_rows(const Level& level) {
  const std::vector<bool> floor = walkable(level);
  Value::Array rows;
  rows.reserve(static_cast<std::size_t>(level.height));
  for (int r = 0; r < level.height; ++r) {
    std::string row(static_cast<std::size_t>(level.width), ' ');
    for (int c = 0; c < level.width; ++c) {
      const auto i = static_cast<std::size_t>(level.index(r, c));
      row[static_cast<std::size_t>(c)] = shape_of(level.cells[i], floor[i]);
    }
    rows.emplace_back(std::move(row));
  }
  return Value(std::move(rows));
}

}  // namespace

Result<TextPicture> draw(const Game& game, DeadSquares dead_squares, const Budget& budget) {
  const Level& level = game.level;
  NAZO_CHECK(fits(budget, bytes_of_picture(level)));
  std::vector<bool> dead(level.cells.size(), false);
  if (dead_squares == DeadSquares::marked) {
    NAZO_TRY(found, dead_squares_of(level, budget));
    dead = std::move(found);
  }
  TextPicture picture;
  picture.rows.reserve(static_cast<std::size_t>(level.height));
  for (int r = 0; r < level.height; ++r) {
    auto& row = picture.rows.emplace_back();
    row.reserve(static_cast<std::size_t>(level.width));
    for (int c = 0; c < level.width; ++c) {
      const auto i = static_cast<std::size_t>(level.index(r, c));
      row.push_back(text_cell(level.cells[i], dead[i]));
    }
  }
  picture.gap = 0;
  picture.caption =
      cat(game.moves, game.moves == 1 ? " move, " : " moves, ", game.pushes, game.pushes == 1 ? " push" : " pushes");
  return picture;
}

Result<Value> view(const Game& game, const Budget& budget) {
  const Level& level = game.level;
  const Meter clock(budget);
  NAZO_TRY(dead, dead_squares_of(level, budget));
  const auto places = static_cast<std::uint64_t>(level.count(box) + level.count(goal) + std::ranges::count(dead, true));
  NAZO_CHECK(fits(budget, bytes_of_rows(level) + places * bytes_of_a_place));
  const auto has = [&](Mark mark) { return [&level, mark](std::size_t i) { return (level.cells[i] & mark) != 0; }; };
  Value view = Value::object();
  view.set("width", level.width).set("height", level.height).set("rows", shape_rows(level));
  view.set("keeper", place_value(level, static_cast<std::size_t>(level.keeper_square())));
  if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
  view.set("boxes", places_where(level, has(box)));
  view.set("goals", places_where(level, has(goal)));
  if (const Limit limit = clock.overdue(); limit != Limit::none) return fail_limit(limit);
  view.set("dead", places_where(level, [&](std::size_t i) { return dead[i]; }));
  if (game.chosen >= 0) {
    NAZO_TRY(found, ways(level, game.chosen, budget));
    Value list = Value::array();
    for (const Way& way : found)
      list.push(
          Value::object().set("to", place_value(level, static_cast<std::size_t>(way.to))).set("steps", way.steps));
    view.set("ways", std::move(list));
  }
  view.set("moves", game.moves).set("pushes", game.pushes).set("status", name(standing(game)));
  return view;
}

}  // namespace nazo::sokoban
