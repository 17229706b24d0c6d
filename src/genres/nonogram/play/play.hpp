// A position in play: the puzzle and the player's marks, as text; and the moves that change them.
//
// A position is the puzzle's native text followed by a line `marks` and a row of marks for every row: # filled, x
// crossed out, ? nothing. A move is one or more actions with ; between them; an action is fill, cross or clear and one
// or more cells or rectangles, so that a stroke of the mouse is one move:
//
//   fill 3,4
//   cross 1,1-1,5 2,7
//   fill 3,4-3,9; cross 3,10
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/nonogram/solve/board.hpp"
#include "genres/nonogram/text/text.hpp"
#include "puzzle/genre.hpp"

namespace nazo::nonogram {

struct Position {
  Sheet sheet{};
  Marks marks{};
};

/// A mark as positions and the page write it: # black, x white, ? not known.
[[nodiscard]] char letter_of(Mark mark);

[[nodiscard]] Result<Position> read_position(std::string_view text);
[[nodiscard]] std::string write_position(const Position& position);

/// The position after a move. A move that names no cell of the board or changes nothing is an error. A long move of
/// many rectangles takes its time.
[[nodiscard]] Result<Position> played(Position position, std::string_view move, const Meter& clock = Meter(Budget{}));

/// The filled cells are exactly a solution; crosses do not matter.
[[nodiscard]] bool won(const Position& position);
/// The filled cells of each line have exactly the blocks of its clue (rows first, then columns).
[[nodiscard]] std::vector<bool> lines_met(const Position& position);

/// Which numbers of each line's clue are done (rows first, then columns): counted from either edge as far as every cell
/// is marked, each run that is closed by a cross or the edge and is as long as its number. All of a line that is met.
[[nodiscard]] std::vector<std::vector<bool>> numbers_done(const Position& position);

/// The board for a terminal, clues before it; numbers of lines that are met are dim.
[[nodiscard]] TextPicture drawn(const Position& position);

/// Move text that makes those cells that are marked here so: runs along rows, "fill 3,4-3,9; cross 3,10".
[[nodiscard]] std::string move_for(const Marks& wanted);

}  // namespace nazo::nonogram
