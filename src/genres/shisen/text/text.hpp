// The text of boards and solutions.
//
// A board (.shisen) is rows of numbers separated by blanks, "." or "--" where there is no tile:
//
//   # a comment
//   title: a name
//   border: inside
//   1 2 . 2
//   3 1 3 .
//   solution: 1,2-1,4 2,1-2,3 1,1-2,2
//
// Comments, title, border and solution may be left out. The border is part of the puzzle: where it is `inside` no path
// runs round the outside of the board; a board that does not say is played `outside`. Blank lines separate boards. A
// first line "WIDTH HEIGHT" is understood where the rows below it are not two cells wide. A solution is a list of pairs
// r,c-r,c, row and column from 1.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "genres/shisen/rules/rules.hpp"

namespace nazo::shisen {

struct BoardText {
  Board board;
  std::string title{};
  std::string solution{};
  std::size_t line = 0;  ///< where the board begins
};

/// A border that holds whatever the text says; none: as the text says.
using WantedBorder = std::optional<Border>;

/// Every board of a text; one at least, and none of them empty.
[[nodiscard]] Result<std::vector<BoardText>> read_boards(std::string_view text, WantedBorder border);
/// Exactly one board; it may have no tiles left.
[[nodiscard]] Result<Board> read_position(std::string_view text, WantedBorder border);
/// The border, where it is not the usual one, and the rows, numbers aligned: the normal form.
[[nodiscard]] std::string write_board(const Board& board);

using PlacePair = std::pair<Place, Place>;

[[nodiscard]] std::string write_pair(Place a, Place b);
[[nodiscard]] Result<PlacePair> read_pair(std::string_view text);
[[nodiscard]] Result<std::vector<PlacePair>> read_pairs(std::string_view text);
[[nodiscard]] std::string write_place(Place place);  ///< "row 3, column 4"

}  // namespace nazo::shisen
