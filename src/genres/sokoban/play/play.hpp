// A level in play: the keeper's steps, where the game stands, hints. What it looks like is in show.hpp.
//
// The position's text is its board, then a line "; moves 12 pushes 3". A line "; chosen 3,4" names a square the player
// has picked up: the view then tells where what stands there can be brought. It is no part of the game and never
// written.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "genres/sokoban/rules/rules.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {

struct Game {
  Level level;
  std::int64_t moves = 0, pushes = 0;
  int chosen = -1;  ///< the square the player has picked up, −1 for none
};

/// Reads a position; an error if its board cannot be played.
[[nodiscard]] Result<Game> read_game(std::string_view position);
[[nodiscard]] std::string write_game(const Game& game);

/// The steps the keeper can make: u d l r, capitals for pushes.
[[nodiscard]] std::vector<Move> steps(const Game& game);
[[nodiscard]] Result<Game> played(Game game, std::string_view move);
/// Stuck means that no box can be pushed any more, wherever the keeper walks.
[[nodiscard]] Standing standing(const Game& game);
[[nodiscard]] Result<Hint> hint(const Game& game, HintLevel level, const Budget& budget);

/// An error that names a fault of a board, at its place in the text it was read from (line and column of its top left).
[[nodiscard]] Error error_of(const Fault& fault, std::size_t line = 1, std::size_t column = 1);

}  // namespace nazo::sokoban
