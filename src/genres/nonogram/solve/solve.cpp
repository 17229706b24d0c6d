#include "genres/nonogram/solve/solve.hpp"

#include <memory>

#include "genres/nonogram/solve/learn.hpp"
#include "genres/nonogram/solve/root.hpp"

namespace nazo::nonogram {

namespace {

template <class Size>
Board<Size> board_of(const Problem<Size>& problem, const Marks& marks) {
  Board<Size> board = Board<Size>::empty(problem);
  for (int row = 0; row < marks.height; ++row)
    for (int column = 0; column < marks.width; ++column) board.set(problem, row, column, marks.at(row, column));
  return board;
}

/// What learned clauses may take. The rest, and what is added here, is for boards and lists of fixed size.
std::uint64_t bytes_for_clauses(const Budget& budget) { return budget.bytes / 2 + (std::uint64_t{2} << 20); }

/// Conflict-driven search from where lines and probes ended.
template <class Size>
void search(const Problem<Size>& problem, const Root<Size>& root, Meter& meter, std::size_t wanted, Answer& answer) {
  const auto learner = std::make_unique<Learner<Size>>(problem, root.board(), meter, bytes_for_clauses(meter.budget()));
  for (const Gains& gains : root.gains()) learner->prefer(gains.cell.row, gains.cell.column, gains.black + gains.white);
  for (const Picture& known : answer.solutions) learner->exclude(known);
  while (answer.solutions.size() < wanted) {
    const Said said = learner->next();
    if (said == Said::none) answer.complete = true;
    if (said != Said::picture) break;
    answer.solutions.push_back(learner->picture());
  }
  answer.branches = learner->counts().guesses;
  answer.guess_depth = learner->counts().deepest;
  answer.crowded = learner->crowded();
}

}  // namespace

Answer solve(const Clues& clues, const Marks& marks, Wanted wanted, const Budget& budget, SearchFrom from) {
  return with_size(clues.width(), clues.height(), [&](auto size) {
    using Size = decltype(size);
    const Problem<Size> problem(clues);
    Meter meter(budget);
    const std::size_t count = wanted == Wanted::unique ? 2 : 1;
    const auto root = std::make_unique<Root<Size>>(problem, meter, static_cast<int>(count));  // large for the stack
    Answer answer;
    Ended ended = root->follow_lines(board_of(problem, marks));
    answer.after_lines = root->board().marks(problem);
    answer.lines_done = meter.limit() == Limit::none;
    if (ended == Ended::open && from == SearchFrom::probes) {
      answer.technique = Technique::probes;
      ended = root->probe();
    }
    answer.solutions = root->solutions();
    answer.complete = ended == Ended::decided;
    if (ended == Ended::open) {
      answer.technique = Technique::search;
      search(problem, *root, meter, count, answer);
    }
    if (answer.solutions.size() >= count) answer.complete = true;
    if (!answer.complete) answer.limit = meter.limit();
    answer.nodes = meter.nodes();
    answer.probes = root->probes();
    return answer;
  });
}

std::optional<Marks> solve_by_lines(const Clues& clues, const Marks& marks) {
  return with_size(clues.width(), clues.height(), [&](auto size) -> std::optional<Marks> {
    using Size = decltype(size);
    const Problem<Size> problem(clues);
    Board<Size> board = board_of(problem, marks);
    if (!propagate(problem, board, LineSet<Size>::first(problem.lines), [] { return true; })) return std::nullopt;
    return board.marks(problem);
  });
}

}  // namespace nazo::nonogram
