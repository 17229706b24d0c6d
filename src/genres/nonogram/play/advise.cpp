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

Hint about_a_mistake(const Position& position, HintLevel level, const Meter& meter) {
  const Clues& clues = position.sheet.clues;
  Hint hint;
  hint.solvable = false;
  const Answer answer = solve(clues, Marks(clues.width(), clues.height()), Wanted::unique, of_a_part(meter));
  if (answer.unsolvable()) {
    hint.text = "These clues have no solution at all.";
    return hint;
  }
  if (answer.unique() == true && level != HintLevel::solvable) {
    const Picture& picture = answer.solutions.front();
    for (int row = 0; row < clues.height(); ++row)
      for (int column = 0; column < clues.width(); ++column) {
        const Mark mark = position.marks.at(row, column);
        if (mark == Mark::unknown || (mark == Mark::black) == picture.black(row, column)) continue;
        hint.text = cat("The mark at ", cell_words(row, column), " is wrong.");
        if (level == HintLevel::why)
          hint.text += cat(" In the only solution this cell is ", picture.black(row, column) ? "filled." : "empty.");
        hint.move = cat("clear ", row + 1, ",", column + 1);
        return hint;
      }
  }
  hint.text = "Something is wrong: these marks lead to no solution.";
  return hint;
}

}  // namespace

Hint hint_for(const Position& position, HintLevel level, const Context& context) {
  const Clues& clues = position.sheet.clues;
  Hint hint;
  if (won(position)) {
    hint.text = "The picture is complete.";
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
                  "solution",
                  0,
                  Marks(clues.width(), clues.height())};
      step->place[0] = 'R';
      step->cells.set(row, column, picture.black(row, column) ? Mark::black : Mark::white);
      break;
    }
  }
  if (!step) {
    // Everything is marked, and wrongly, or nothing could be found out in time.
    hint.text = opening;
    return hint;
  }
  hint.text = cat(step->place, ": ", step->says, ".");
  if (level == HintLevel::why) hint.text += cat(" ", step->why);
  hint.move = move_for(step->cells);
  return hint;
}

}  // namespace nazo::nonogram
