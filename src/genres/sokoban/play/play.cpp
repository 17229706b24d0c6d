#include "genres/sokoban/play/play.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/sokoban/rules/board.hpp"
#include "genres/sokoban/solve/position.hpp"
#include "genres/sokoban/solve/solve.hpp"
#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban {

namespace {

/// Counters of a game stop here, so that no text can make them overflow.
constexpr std::int64_t most_counted = 1'000'000'000;

std::string place(const Level& level, int square) {
  return cat("row ", square / level.width + 1, ", column ", square % level.width + 1);
}

/// The square of "3,4", row and column from 1; −1 if the board has none there.
int square_named(const Level& level, std::string_view text) {
  const auto parts = split(text, ',');
  const auto row = parts.size() == 2 ? number_of<int>(parts[0]) : std::nullopt;
  const auto column = parts.size() == 2 ? number_of<int>(parts[1]) : std::nullopt;
  if (!row || !column || *row < 1 || *column < 1 || !level.inside(*row - 1, *column - 1)) return -1;
  return level.index(*row - 1, *column - 1);
}

/// Where something is that lies in a direction.
std::string_view side_word(Direction d) {
  if (d == Direction::up) return "above";
  return d == Direction::down ? "below" : word(d);
}

Cell cell_of(const Level& level, int square) { return {square / level.width + 1, square % level.width + 1}; }

/// Why a position is lost, as far as one look shows it.
struct Loss {
  std::string technique;
  std::string text;
  std::vector<Cell> cells{};
};

Loss why_lost(const Level& level, const Budget& budget) {
  const Board board(level, budget, Board::Detail::live_squares);
  if (board.limit() != Limit::none) return {"unsolvable", "no line of play works"};
  if (board.hopeless()) return {"out_of_reach", "a box or a goal lies where nobody can come"};
  for (const Square b : board.boxes()) {
    const int at = board.cell(b);
    if (!board.live(b))
      return {"dead_square",
              cat("the box at ", place(level, at), " can never be pushed to a goal from where it stands"),
              {cell_of(level, at)}};
  }
  Position position(board);
  position.load(board.boxes());
  for (const Square b : board.boxes()) {
    const int at = board.cell(b);
    if (position.frozen_off_goal(b))
      return {"frozen_box",
              cat("the box at ", place(level, at), " is held fast and can never move again"),
              {cell_of(level, at)}};
  }
  return {"all_tried", "every line of play from here was tried, and none works"};
}

}  // namespace

Error error_of(const Fault& fault, std::size_t line, std::size_t column) {
  return {
      fault.message, {}, line + static_cast<std::size_t>(fault.row), column + static_cast<std::size_t>(fault.column)};
}

Result<Game> read_game(std::string_view position) {
  Game game;
  NAZO_TRY(level, read_level(position));
  game.level = std::move(level);
  if (const auto found = faults(game.level); !found.empty()) return std::unexpected(error_of(found.front()));
  while (!position.empty()) {
    const Line line{take_line(position), 0};
    if (line.text.starts_with("; chosen ")) game.chosen = square_named(game.level, trim(line.text.substr(9)));
    if (!line.text.starts_with("; moves ")) continue;
    const auto words = line.words();
    if (words.size() != 5 || words[3].text != "pushes") continue;
    const auto count = [](std::string_view word) {
      return std::clamp<std::int64_t>(number_of<std::int64_t>(word).value_or(0), 0, most_counted);
    };
    game.moves = count(words[2].text);
    game.pushes = count(words[4].text);
  }
  return game;
}

std::string write_game(const Game& game) {
  return cat(write_level(game.level), "; moves ", game.moves, " pushes ", game.pushes, "\n");
}

std::vector<Move> steps(const Game& game) {
  std::vector<Move> moves;
  const int at = game.level.keeper_square();
  for (const Direction d : directions) {
    Level next = game.level;
    const Stepped stepped = step(next, d);
    if (stepped == Stepped::blocked) continue;
    const int to = next.keeper_square();
    Move move;
    move.text = std::string(1, stepped == Stepped::pushed ? push_letter(d) : letter(d));
    move.label = cat(stepped == Stepped::pushed ? "push " : "walk ", word(d));
    move.key = word(d);
    move.from = {at / next.width + 1, at % next.width + 1};
    move.to = {to / next.width + 1, to % next.width + 1};
    moves.push_back(std::move(move));
  }
  return moves;
}

Result<Game> played(Game game, std::string_view move) {
  const auto direction = move.size() == 1 ? direction_of(move.front()) : std::nullopt;
  if (!direction) return fail(cat("a move is one of u d l r, not ", in_quotes(move)));
  const int at = game.level.keeper_square();
  const int r = at / game.level.width + row_step(*direction), c = at % game.level.width + column_step(*direction);
  const bool is_wall = (game.level.look(r, c) & wall) != 0;
  switch (step(game.level, *direction)) {
    case Stepped::blocked:
      if (is_wall) return fail(cat("there is a wall ", side_word(*direction)));
      return fail(
          cat("the box at ", place(game.level, game.level.index(r, c)), " cannot be pushed ", word(*direction)));
    case Stepped::pushed:
      ++game.pushes;
      [[fallthrough]];
    case Stepped::walked:
      ++game.moves;
  }
  return game;
}

Standing standing(const Game& game) {
  if (solved(game.level)) return Standing::won;
  const Level& level = game.level;
  std::vector<bool> seen(level.cells.size(), false);
  std::vector<int> stack{level.keeper_square()};
  seen[static_cast<std::size_t>(stack.front())] = true;
  while (!stack.empty()) {
    const int at = stack.back();
    stack.pop_back();
    for (const Direction d : directions) {
      const int r = at / level.width + row_step(d), c = at % level.width + column_step(d);
      const std::uint8_t cell = level.look(r, c);
      if ((cell & wall) != 0 || !level.inside(r, c)) continue;
      if ((cell & box) != 0) {
        if (level.inside(r + row_step(d), c + column_step(d)) &&
            (level.at(r + row_step(d), c + column_step(d)) & (wall | box)) == 0)
          return Standing::playing;
        continue;
      }
      if (seen[static_cast<std::size_t>(level.index(r, c))]) continue;
      seen[static_cast<std::size_t>(level.index(r, c))] = true;
      stack.push_back(level.index(r, c));
    }
  }
  return Standing::stuck;
}

Result<Hint> hint(const Game& game, HintLevel level, const Budget& budget) {
  Hint hint;
  if (solved(game.level)) return Hint{.text = "It is solved.", .solvable = true, .technique = "solved"};
  Meter meter(budget);
  NAZO_TRY(answer, solve(game.level, Aim::best, budget));
  if (answer.status == Status::unknown)
    return Hint{.text = "I could not find out in the time I was given.", .technique = "unknown"};
  hint.solvable = answer.status == Status::solved;
  if (!*hint.solvable) {
    hint.technique = "unsolvable";
    hint.text = "It can no longer be solved: take something back.";
    if (level != HintLevel::why) return hint;
    Loss loss = why_lost(game.level, meter.rest());
    hint.text = cat("It can no longer be solved: ", loss.text, ".");
    hint.technique = std::move(loss.technique);
    hint.cells = std::move(loss.cells);
    return hint;
  }
  if (level == HintLevel::solvable) {
    hint.text = "It can still be solved.";
    hint.technique = "solvable";
    return hint;
  }
  hint.move = answer.lurd.substr(0, 1);
  const std::size_t first = answer.lurd.find_first_of("UDLR");
  const Replay walk = replay(game.level, std::string_view(answer.lurd).substr(0, first));
  const Direction d = *direction_of(answer.lurd[first]);
  const int target = walk.end.keeper_square() + row_step(d) * game.level.width + column_step(d);
  hint.text = cat("Push the box at ", place(game.level, target), " ", word(d), ".");
  hint.technique = "push_box";
  hint.cells = {cell_of(game.level, target)};
  hint.values.set("direction", word(d));
  if (level != HintLevel::why) return hint;
  hint.text += cat(" From here ", answer.cost.pushes, answer.cost.pushes == 1 ? " push" : " pushes", " in ",
                   answer.cost.box_changes, answer.cost.box_changes == 1 ? " run" : " runs",
                   answer.proved.pushes ? " are the fewest." : " are enough.");
  hint.technique = answer.proved.pushes ? "fewest_pushes" : "enough_pushes";
  hint.values.set("pushes", answer.cost.pushes).set("runs", answer.cost.box_changes);
  return hint;
}

}  // namespace nazo::sokoban
