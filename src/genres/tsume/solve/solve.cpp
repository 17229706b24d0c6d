#include "genres/tsume/solve/solve.hpp"

#include <algorithm>

#include "genres/tsume/solve/proof_graph.hpp"
#include "genres/tsume/solve/quick_line.hpp"

namespace nazo::tsume {
namespace {

constexpr std::size_t longest_refereed_line = 9;
/// The proof's graph may take a tenth of the budget, which the tables leave free, or this much.
constexpr std::uint64_t smallest_graph = std::uint64_t{4} << 20;
constexpr std::uint64_t graph_share = 10;

/// What reading the line may cost: a little searching where the table has holes, even when the budget is gone.
Budget budget_for_reading(const Meter& used, double least_seconds) {
  const std::uint64_t least_nodes = 5'000 + used.nodes() / 4;
  Budget budget = used.rest();
  budget.seconds = std::max(budget.seconds, least_seconds);
  budget.nodes = std::clamp<std::uint64_t>(budget.nodes, least_nodes, std::max<std::uint64_t>(least_nodes, 20'000'000));
  return budget;
}

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
  if (first.refuted()) {
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
      (void)meter.spend(trying.nodes());
    }
    if (must || known <= options.proved_length) {
      ExactLines lines(search_, options.rules, meter);
      if (const auto length = lines.length_of(start, known)) {
        std::vector<Move16> line = lines.line(start, *length);
        if (std::ssize(line) == *length) {
          s.line = std::move(line);
          s.length = *length;
          s.is_main_line = lines.compared_all();
          exact = true;
        }
      }
    }
    s.optimal = exact;
    if (exact) return s;
    s.limit = meter.limit();
  }
  if (!options.proved_or_nothing) s.line = line_of_proof(start, options, meter);
  if (s.line.empty()) {
    s.status = Status::unknown;
    s.limit = meter.check() ? Limit::memory : meter.limit();
    return s;
  }
  s.length = static_cast<Length>(s.line.size());
  return s;
}

std::vector<Move16> Solver::line_of_proof(const Position& start, const SolveOptions& options, Meter& meter) {
  const bool any = options.goal == SolveOptions::Goal::any;
  const auto quick = [&] {
    Meter reading(budget_for_reading(meter, 0.1));
    std::vector<Move16> line = quick_line(search_, start, reading);
    if (line.empty()) (void)meter.spend(reading.nodes());
    // It may be shorter than the mate, where the defender followed a bound that was too large. Where a referee would
    // notice, only lengths that are worked out over the proof will do.
    if (line.size() <= longest_refereed_line) line.clear();
    return line;
  };
  std::vector<Move16> line;
  if (any) line = quick();
  if (!line.empty()) return line;
  Meter reading(budget_for_reading(meter, 0.2));
  ProofGraph graph(search_, options.rules, reading, std::max(smallest_graph, bytes_ / graph_share));
  const bool refined = !any && meter.limit() == Limit::none;
  line = graph.line(start, refined ? ProofGraph::Effort::refined : ProofGraph::Effort::as_proved);
  if (!line.empty()) return line;
  (void)meter.spend(reading.nodes());
  return any ? line : quick();
}

}  // namespace nazo::tsume
