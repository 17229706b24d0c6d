// Hints for a nonogram in colours: is something wrong, which line says more, and what.
#include <algorithm>
#include <bit>

#include "base/text.hpp"
#include "genres/nonogram/colour/play.hpp"

namespace nazo::nonogram::colour {

namespace {

std::string line_words(const Clues& clues, int line) {
  return line < clues.height() ? cat("row ", line + 1) : cat("column ", line - clues.height() + 1);
}

/// The cells of the line that have one colour left in `after` and more in `before`, and the move that marks them.
void tell(Hint& hint, const Clues& clues, int line, const Domains& before, const Domains& after) {
  const bool is_row = line < clues.height();
  Value clue = Value::array(), filled = Value::array(), empty = Value::array();
  for (const Block& block : clues.line(line)) clue.push(static_cast<int>(block.size));
  for (int i = 0; i < clues.length(line); ++i) {
    const int row = is_row ? line : i, column = is_row ? i : line - clues.height();
    const std::uint32_t set = after.at(row, column);
    if (std::popcount(set) != 1 || std::popcount(before.at(row, column)) == 1) continue;
    hint.cells.push_back({row + 1, column + 1});
    const auto colour = static_cast<ColourId>(std::countr_zero(set));
    (colour == 0 ? empty : filled).push(i + 1);
    hint.move += cat(hint.move.empty() ? "" : "; ", colour == 0 ? "cross" : cat("fill ", letter(colour)), " ", row + 1,
                     ",", column + 1);
  }
  hint.values.set("clue", std::move(clue)).set("filled", std::move(filled)).set("empty", std::move(empty));
  hint.values.set(is_row ? "row" : "column", is_row ? line + 1 : line - clues.height() + 1);
}

}  // namespace

Hint hint_for(const Position& position, HintLevel level, const Context& context) {
  const Clues& clues = position.sheet.clues;
  Hint hint;
  if (won(position)) {
    hint.text = "The picture is complete.";
    hint.technique = "solved";
    hint.solvable = true;
    return hint;
  }
  const Domains known = domains_of(position);
  const Answer answer = solve(clues, known, Wanted::first, context.budget);
  if (answer.unsolvable()) {
    hint.solvable = false;
    hint.text = "Something is wrong: these marks lead to no solution.";
    hint.technique = "wrong_marks";
    return hint;
  }
  if (answer.solved()) hint.solvable = true;
  const std::string opening =
      answer.solved() ? "Nothing is wrong so far." : "Whether this can still be solved is not easy to say.";
  for (int line = 0; line < clues.lines(); ++line) {
    Domains next = known;
    if (!narrow_line(clues, line, next)) continue;  // possible only where the solver ran out
    Hint found = hint;
    tell(found, clues, line, known, next);
    if (found.cells.empty()) continue;
    if (level == HintLevel::solvable) {
      found.technique = "look_at_line";
      found.cells.clear();
      found.move.clear();
      found.text = cat(opening, " Look at ", line_words(clues, line), ".");
      return found;
    }
    found.technique = "all_places";
    found.text = cat("In ", line_words(clues, line), " (", words_of(clues.line(line), ' '), "), ", found.cells.size(),
                     found.cells.size() == 1 ? " cell is" : " cells are", " the same wherever the blocks stand.");
    if (level == HintLevel::why) found.text += " All places of the blocks that agree with the marks were compared.";
    return found;
  }
  if (!answer.solved()) {
    hint.technique = "unknown";
    hint.text = opening;
    return hint;
  }
  if (level == HintLevel::solvable) {
    hint.technique = "assume_something";
    hint.text = cat(opening, " No line alone says more: assume something.");
    return hint;
  }
  for (int row = 0; row < clues.height() && hint.cells.empty(); ++row)
    for (int column = 0; column < clues.width() && hint.cells.empty(); ++column) {
      if (position.at(row, column)) continue;
      const ColourId colour = answer.solutions.front().at(row, column);
      hint.cells.push_back({row + 1, column + 1});
      hint.values.set("filled", colour != 0);
      hint.move = cat(colour == 0 ? "cross" : cat("fill ", letter(colour)), " ", row + 1, ",", column + 1);
    }
  if (hint.cells.empty()) {  // every cell is marked, and a line is not met: marks that contradict were caught above
    hint.technique = "unknown";
    hint.text = opening;
    return hint;
  }
  hint.technique = "from_a_solution";
  hint.text = "No line alone says more. This cell is taken from a solution.";
  return hint;
}

}  // namespace nazo::nonogram::colour
