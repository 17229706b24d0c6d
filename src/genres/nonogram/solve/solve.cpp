#include "genres/nonogram/solve/solve.hpp"

#include <memory>

#include "genres/nonogram/solve/sat.hpp"
#include "genres/nonogram/solve/search.hpp"

namespace nazo::nonogram {

namespace {

template <class Size>
Board<Size> board_of(const Problem<Size>& problem, const Marks& marks) {
  Board<Size> board = Board<Size>::empty(problem);
  for (int row = 0; row < marks.height; ++row)
    for (int column = 0; column < marks.width; ++column) board.set(problem, row, column, marks.at(row, column));
  return board;
}

/// How the bytes of a budget are divided. What is added fits what every call may use besides.
std::uint64_t bytes_for_guesses(const Budget& budget) { return budget.bytes / 4 + (std::uint64_t{2} << 20); }
std::uint64_t bytes_for_conflicts(const Budget& budget) { return budget.bytes / 4 * 3 + (std::uint64_t{6} << 20); }

/// The two engines by turns, each slice four times as long as the one before. Both keep what they have learned. Where
/// conflict-driven search has no room, the probing search goes on alone, whoever was asked for.
template <class Size>
void search_by_turns(const Clues& clues, const Problem<Size>& problem, Search<Size>& search, Meter& meter,
                     Engines engines, Answer& answer) {
  std::uint64_t lines = 20'000, conflicts = 2'000;
  bool by_conflicts = engines != Engines::probing_only && Sat::available;
  std::unique_ptr<Sat> sat;
  std::size_t told = 0;  // solutions that the formula excludes already
  for (;;) {
    if (engines != Engines::sat_only || !by_conflicts) {
      const Ended ended = search.run(lines);
      if (ended == Ended::decided) {
        answer.complete = true;
        return;
      }
      if (ended == Ended::limit) return;
    }
    if (by_conflicts && !sat) {
      auto made = Sat::make(clues, search.implied().marks(problem), bytes_for_conflicts(meter.budget()), meter);
      by_conflicts = made.has_value();
      if (made) {
        sat = std::move(*made);
      } else if (made.error().limit == Limit::memory) {
        answer.crowded = true;
      } else if (!meter.check()) {
        return;
      }
    }
    if (by_conflicts) {
      for (; told < search.solutions().size(); ++told) sat->exclude(search.solutions()[told]);
      for (;;) {
        const Sat::Answer said = sat->solve(conflicts, meter);
        if (said == Sat::Answer::none) {
          answer.complete = answer.by_conflicts = true;
          return;
        }
        if (said == Sat::Answer::full) {
          sat.reset();
          by_conflicts = false;
          answer.crowded = true;
        }
        if (said != Sat::Answer::picture) break;
        const Picture picture = sat->picture();
        search.add_solution(picture);
        answer.by_conflicts = search.decided();
        if (search.decided()) return;
        sat->exclude(picture);
        told = search.solutions().size();
      }
      if (meter.limit() != Limit::none) return;
    }
    lines *= 4;
    conflicts *= 4;
  }
}

}  // namespace

Answer solve(const Clues& clues, const Marks& marks, Wanted wanted, const Budget& budget, Engines engines) {
  return with_size(clues.width(), clues.height(), [&](auto size) {
    using Size = decltype(size);
    const Problem<Size> problem(clues);
    Meter meter(budget);
    const int count = wanted == Wanted::unique ? 2 : 1;
    const auto search =  // too large for the stack
        std::make_unique<Search<Size>>(problem, meter, count, bytes_for_guesses(budget));
    Answer answer;
    const bool consistent = search->begin(board_of(problem, marks));
    answer.after_lines = search->root().marks(problem);
    answer.lines_done = meter.limit() == Limit::none;
    if (!consistent || search->decided()) {
      answer.complete = search->decided();
    } else if (engines == Engines::sat_only) {
      answer.technique = Technique::search;
      search_by_turns(clues, problem, *search, meter, engines, answer);
    } else {
      answer.technique = Technique::probes;
      const Ended ended = search->probe_root();
      if (ended == Ended::decided) {
        answer.complete = true;
      } else if (ended == Ended::paused) {
        answer.technique = Technique::search;
        search_by_turns(clues, problem, *search, meter, engines, answer);
      }
    }
    answer.solutions = search->solutions();
    if (static_cast<int>(answer.solutions.size()) >= count) answer.complete = true;
    if (!answer.complete) answer.limit = meter.limit();
    answer.nodes = meter.nodes();
    answer.probes = search->counts().probes;
    answer.branches = search->counts().branches;
    answer.guess_depth = search->counts().deepest;
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
