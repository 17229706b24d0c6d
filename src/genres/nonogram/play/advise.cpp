// What to tell a player who asks for a hint: mistakes first, then the easiest step.
#include <algorithm>

#include "base/text.hpp"
#include "genres/nonogram/play/hint.hpp"
#include "genres/nonogram/solve/solve.hpp"

namespace nazo::nonogram {

namespace {

/// No part of a hint may take longer than a player waits.
Budget of_a_part(const Meter& meter) {
  constexpr std::uint64_t most_nodes = 3'000'000;
  Budget budget = meter.rest();
  budget.nodes = std::min(budget.nodes, most_nodes);
  return budget;
}

std::vector<Cell> cells_of(const Marks& marks) {
  std::vector<Cell> cells;
  for (int row = 0; row < marks.height; ++row)
    for (int column = 0; column < marks.width; ++column)
      if (marks.at(row, column) != Mark::unknown) cells.push_back({row + 1, column + 1});
  return cells;
}

/// Every mark that the only solution contradicts, as [row, column].
Value wrong_marks(const Marks& marks, const Picture& solution) {
  Value out = Value::array();
  for (int row = 0; row < marks.height; ++row)
    for (int column = 0; column < marks.width; ++column) {
      const Mark mark = marks.at(row, column);
      if (mark == Mark::unknown || (mark == Mark::black) == solution.black(row, column)) continue;
      out.push(Value(Value::Array{row + 1, column + 1}));
    }
  return out;
}

Hint about_a_mistake(const Position& position, HintLevel level, const Meter& meter) {
  const Clues& clues = position.sheet.clues;
  Hint hint;
  hint.solvable = false;
  const Answer answer = solve(clues, Marks(clues.width(), clues.height()), Wanted::unique, of_a_part(meter));
  if (answer.unsolvable()) {
    hint.text = "These clues have no solution at all.";
    hint.technique = "no_solution";
    return hint;
  }
  if (answer.unique() == true && level != HintLevel::solvable) {
    const Picture& picture = answer.solutions.front();
    hint.values.set("wrong", wrong_marks(position.marks, picture));
    for (int row = 0; row < clues.height(); ++row)
      for (int column = 0; column < clues.width(); ++column) {
        const Mark mark = position.marks.at(row, column);
        if (mark == Mark::unknown || (mark == Mark::black) == picture.black(row, column)) continue;
        hint.text = cat("The mark at ", cell_words(row, column), " is wrong.");
        hint.technique = "wrong_mark";
        hint.cells = {{row + 1, column + 1}};
        hint.values.set("filled", picture.black(row, column));
        if (level == HintLevel::why)
          hint.text += cat(" In the only solution this cell is ", picture.black(row, column) ? "filled." : "empty.");
        hint.move = cat("clear ", row + 1, ",", column + 1);
        return hint;
      }
  }
  hint.text = "Something is wrong: these marks lead to no solution.";
  hint.technique = "wrong_marks";
  return hint;
}

}  // namespace

std::vector<TechniqueFact> technique_facts() {
  return {
      {"look_at_line", "the next step is in this row or column"},
      {"assume_something", "no line says more: an assumption is needed"},
      {"empty_line", "row or column, clue 0: empty"},
      {"complete_line", "all blocks are there: empty"},
      {"full_fit", "the blocks just fill the room: filled, empty"},
      {"finished_block", "a run as long as the largest block, size: empty beside it"},
      {"edge_block", "a filled cell near the edge belongs to one of edge_blocks: filled, empty"},
      {"no_room_at_the_edge", "none of edge_blocks fits before an empty cell: empty"},
      {"gap_too_small", "a gap too small for any block: empty"},
      {"overlap", "a block that begins between first and last always covers these: cover"},
      {"out_of_reach", "no block reaches these: empty"},
      {"all_places", "the same in every way to place the blocks: filled, empty"},
      {"contradiction", "the other value leads in so many lines to a row or column that cannot be completed"},
      {"either_way_the_same", "the cell at row, column may be filled or empty: this one comes out the same"},
      {"from_a_solution", "no single assumption decides anything; taken from a solution"},
      {"no_solution", "the clues have no solution"},
      {"wrong_mark", "this mark is wrong; filled: what it should be; wrong: all that are"},
      {"wrong_marks", "the marks lead to no solution"},
  };
}

Hint hint_for(const Position& position, HintLevel level, const Context& context) {
  const Clues& clues = position.sheet.clues;
  Hint hint;
  if (won(position)) {
    hint.text = "The picture is complete.";
    hint.technique = "solved";
    hint.solvable = true;
    return hint;
  }
  Meter meter(context.budget);
  const Answer answer = solve(clues, position.marks, Wanted::first, of_a_part(meter));
  meter.spend(answer.nodes);
  if (answer.unsolvable()) return about_a_mistake(position, level, meter);
  if (answer.solved()) hint.solvable = true;
  const std::string opening =
      answer.solved() ? "Nothing is wrong so far." : "Whether this can still be solved is not easy to say.";

  auto step = line_step(clues, position.marks);
  if (level == HintLevel::solvable) {
    hint.text = step ? cat(opening, " Look at ", lower(step->place.substr(0, step->place.find(" ("))), ".")
                     : cat(opening, " No single line says more: an assumption is needed.");
    hint.technique = step ? "look_at_line" : "assume_something";
    if (step)
      for (const std::string_view line : {"row", "column"})
        if (const Value* number = step->values.find(line)) hint.values.set(line, *number);
    return hint;
  }
  if (!step) {
    Meter steps(of_a_part(meter));
    step = probe_step(clues, position.marks, steps);
  }
  if (!step && answer.solved()) {
    const Picture& picture = answer.solutions.front();
    for (int cell = 0; cell < clues.width() * clues.height(); ++cell) {
      const int row = cell / clues.width(), column = cell % clues.width();
      if (position.marks.at(row, column) != Mark::unknown) continue;
      step = Step{cell_words(row, column),
                  picture.black(row, column) ? "it is filled in a solution" : "it is empty in a solution",
                  "Here no single assumption decides anything; this cell is taken from a solution.",
                  "from_a_solution",
                  0,
                  Marks(clues.width(), clues.height())};
      step->values.set("filled", picture.black(row, column));
      step->place[0] = 'R';
      step->cells.set(row, column, picture.black(row, column) ? Mark::black : Mark::white);
      break;
    }
  }
  if (!step) {
    // Everything is marked, and wrongly, or nothing could be found out in time.
    hint.text = opening;
    hint.technique = answer.solved() ? "solvable" : "unknown";
    return hint;
  }
  hint.text = cat(step->place, ": ", step->says, ".");
  if (level == HintLevel::why) hint.text += cat(" ", step->why);
  hint.move = move_for(step->cells);
  hint.technique = std::move(step->technique);
  hint.cells = cells_of(step->cells);
  hint.values = std::move(step->values);
  return hint;
}

}  // namespace nazo::nonogram
