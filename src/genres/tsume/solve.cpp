#include "genres/tsume/solve.hpp"

#include <algorithm>

#include "genres/tsume/proof_graph.hpp"
#include "genres/tsume/quick_line.hpp"

namespace nazo::tsume {
namespace {

constexpr std::size_t shortest_quick_line = 9;
/// One node of the proof's graph for so many bytes of the budget: a tenth of it, which the tables leave free.
constexpr std::uint64_t graph_share = 1280;

}  // namespace

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
  if (options.goal == SolveOptions::Goal::any) s.line = quick_line(search_, start, spare);
  // A quick line may be shorter than the mate, where the defender followed a bound that was too large. Where a referee
  // would notice, the lengths are worked out over the proof.
  if (s.line.size() <= shortest_quick_line) {
    ProofGraph graph(search_, options.rules, spare, std::max<std::size_t>(10'000, bytes_ / graph_share));
    const auto effort =
        options.goal == SolveOptions::Goal::any ? ProofGraph::Effort::as_proved : ProofGraph::Effort::refined;
    if (std::vector<Move16> line = graph.line(start, effort); !line.empty()) s.line = std::move(line);
  }
  if (s.line.empty()) s.line = quick_line(search_, start, spare);
  if (s.line.empty()) {
    s.status = Status::unknown;
    if (s.limit == Limit::none) s.limit = Limit::memory;
    return s;
  }
  s.length = static_cast<Length>(s.line.size());
  return s;
}

}  // namespace nazo::tsume
