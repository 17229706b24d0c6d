#include "genres/tsume/solve.hpp"

#include <algorithm>

#include "genres/tsume/proof_line.hpp"

namespace nazo::tsume {

std::vector<Move16> turned(std::vector<Move16> line) {
  for (Move16& m : line) m = m.turned();
  return line;
}

Solution Solver::solve(const Position& start, const SolveOptions& options, Meter& meter) {
  if (start.side() == Color::white) {
    Solution s = solve(start.turned(), options, meter);
    s.line = turned(std::move(s.line));
    return s;
  }
  Solution s;
  const Outcome first = search_.run(start, endless_length, Rules::count_all, meter);
  if (first.disproved() && first.repetition == no_repetition) {
    s.status = Status::unsolvable;
    return s;
  }
  if (!first.proved()) {
    s.limit = meter.limit() == Limit::none ? Limit::memory : meter.limit();
    return s;
  }
  s.status = Status::solved;
  s.first_length = s.length = first.length;

  if (options.goal != SolveOptions::Goal::any) {
    // The shortest mate: ever shorter bounds until one is refuted.
    const bool must = options.goal == SolveOptions::Goal::shortest;
    Length known = first.length;
    bool exact = false;
    if (!must && known > options.proved_length) {
      // The first proof may be far longer than the shortest mate: one try whether that is within reach, at a price that
      // leaves most of the work to the first proof.
      Budget a_part = meter.rest();
      a_part.nodes = std::min(a_part.nodes, 1'000'000 + meter.nodes() / 4);
      Meter trying(a_part);
      const Outcome o = search_.run(start, options.proved_length, Rules::count_all, trying);
      if (o.proved()) known = o.length;
    }
    if (must || known <= options.proved_length) {
      ExactLines lines(search_, options.rules, meter);
      if (const auto length = lines.length_of(start, known)) {
        std::vector<Move16> line = lines.line(start, *length);
        if (std::ssize(line) == *length) {
          s.line = std::move(line);
          s.length = *length;
          exact = true;
        }
      }
    }
    s.optimal = exact;
    if (exact) return s;
    s.limit = meter.limit();
  }
  // Reading the line may need a little searching where the table has holes, even when the budget is gone.
  Budget grace;
  grace.nodes = 20'000'000;
  grace.stop = meter.budget().stop;
  Meter spare(grace);
  ProofLines lines(search_, options.rules, spare);
  if (options.goal != SolveOptions::Goal::any) s.line = lines.full_line(start, 4'000'000);
  if (s.line.empty()) s.line = lines.quick_line(start);
  if (s.line.empty()) {
    s.status = Status::unknown;
    if (s.limit == Limit::none) s.limit = Limit::memory;
    return s;
  }
  s.length = static_cast<Length>(s.line.size());
  return s;
}

}  // namespace nazo::tsume
