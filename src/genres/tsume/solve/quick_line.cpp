#include "genres/tsume/solve/quick_line.hpp"

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/ordered.hpp"

namespace nazo::tsume {
namespace {

/// The check with the smallest bound, or the answer with the largest; no move if the table is not enough.
Move16 best_step(MateSearch& search, const Position& p, Meter& meter) {
  const bool attacking = p.side() == Color::black;
  const MoveList list = attacking ? ordered_checks(p) : ordered_evasions(p);
  Move16 best;
  Length best_bound = 0;
  for (const Move16 m : list) {
    Position next = p;
    next.make(m);
    Length bound = unproven;
    if (const Found found = search.known(next, endless_length, Rules::count_all); found.state == Found::State::proved)
      bound = found.length;
    else if (attacking && is_mate(next))
      bound = 0;
    if (bound == unproven && !attacking) {
      // The entry was collected, or dominance proved the parent another way: find the mate again.
      const Outcome o = search.run(next, endless_length, Rules::count_all, meter);
      if (!o.proved()) return {};
      bound = o.length;
    }
    if (bound != unproven && (best.is_none() || (attacking ? bound < best_bound : bound > best_bound))) {
      best = m;
      best_bound = bound;
    }
  }
  return best;
}

}  // namespace

std::vector<Move16> quick_line(MateSearch& search, Position p, Meter& meter) {
  std::vector<Move16> line;
  while (p.side() == Color::black || !is_mate(p)) {
    if (line.size() > MateSearch::depth_limit || !meter.check()) return {};
    Move16 m = best_step(search, p, meter);
    if (m.is_none() && p.side() == Color::black) {
      // The attacker's mating move is missing from the table: prove the position again.
      if (!search.run(p, endless_length, Rules::count_all, meter).proved()) return {};
      m = best_step(search, p, meter);
    }
    if (m.is_none()) return {};
    line.push_back(m);
    p.make(m);
  }
  return line;
}

}  // namespace nazo::tsume
