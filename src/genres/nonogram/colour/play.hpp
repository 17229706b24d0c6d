// A position in play of a nonogram in colours: the puzzle, a line `marks`, and rows of letters (filled in that colour),
// x (crossed out: the background) and ? (nothing). Moves are those for black and white, with the colour's letter after
// `fill`:
//
//   fill b 3,4-3,9; cross 3,10
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "genres/nonogram/colour/solve.hpp"
#include "genres/nonogram/colour/text.hpp"
#include "puzzle/genre.hpp"

namespace nazo::nonogram::colour {

struct Position {
  Sheet sheet{};
  Shown marks{};  ///< row by row: a colour, 0 crossed out, or nothing

  [[nodiscard]] const std::optional<ColourId>& at(int row, int column) const {
    return marks[static_cast<std::size_t>(row * sheet.clues.width() + column)];
  }
};

[[nodiscard]] Position start_of(Sheet sheet);
[[nodiscard]] Result<Position> read_position(std::string_view text);
[[nodiscard]] std::string write_position(const Position& position);
/// The position after a move. A move that names no cell of the board or changes nothing is an error.
[[nodiscard]] Result<Position> played(Position position, std::string_view move, const Meter& clock);
/// What can be done in one cell.
[[nodiscard]] std::vector<Move> moves_of(const Position& position);

/// Lines whose filled cells have exactly the blocks of their clue, rows first.
[[nodiscard]] std::vector<bool> lines_met(const Position& position);
[[nodiscard]] bool won(const Position& position);
/// What the marks leave possible.
[[nodiscard]] Domains domains_of(const Position& position);

[[nodiscard]] Hint hint_for(const Position& position, HintLevel level, const Context& context);
[[nodiscard]] TextPicture drawn(const Position& position);
/// For the page: as for black and white, with the palette, and the colours of the clues beside their numbers.
[[nodiscard]] Value view_of(const Position& position);

}  // namespace nazo::nonogram::colour
