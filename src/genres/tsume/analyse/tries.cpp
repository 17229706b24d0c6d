// The search for tries, and for what a move of the solution is for.
#include <algorithm>
#include <cmath>

#include "genres/tsume/analyse/comment.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/ordered.hpp"
#include "genres/tsume/solve/dfpn.hpp"
#include "genres/tsume/solve/soundness.hpp"

namespace nazo::tsume {
namespace {

constexpr std::uint64_t most_bytes_for_tries = std::uint64_t{16} << 20, least_bytes_for_tries = std::uint64_t{1} << 20;
constexpr std::uint64_t nodes_for_a_try = 40'000;
constexpr Length a_little_longer = 6;

/// Who looks at the checks of one problem; all share one table.
class TryFinder {
 public:
  explicit TryFinder(Meter& meter) : meter_(meter), search_(bytes_for(meter.budget())) {}

  /// The check at that ply which the solution does not play, looked at to its end; nothing if that is not decided.
  std::optional<Try> look_at(const Position& p, Move16 m, Move16 played, int ply, int rest) {
    const Position next = after(p, m);
    const std::uint64_t before = search_.nodes();
    const Outcome outcome = ask(next, endless_length, Rules::count_all);
    Try found{.ply = ply, .move = m};
    found.work = search_.nodes() - before;
    if (outcome.proved()) {
      if (!slower_mate(next, rest, found)) return std::nullopt;
    } else if (!outcome.refuted() || !refutation(next, found)) {
      return std::nullopt;
    }
    compare_with_solution(after(p, played), found, rest);
    return found;
  }

 private:
  /// Half of what there may be, as its caller holds problems too.
  static std::uint64_t bytes_for(const Budget& budget) {
    return std::clamp(budget.bytes / 2, least_bytes_for_tries, most_bytes_for_tries);
  }

  Outcome ask(const Position& p, Length length, Rules rules) {
    Budget budget = meter_.rest();
    budget.nodes = std::min(budget.nodes, nodes_for_a_try);
    Meter own(budget);
    const Outcome outcome = search_.run(p, length, rules, own);
    (void)meter_.spend(own.nodes());
    return outcome;
  }

  /// The answers that refute a check, the simplest first: what takes it, then steps of the king, then interpositions.
  bool refutation(const Position& next, Try& found) {
    const Square checked_from = found.move.to();
    const auto rank = [&](Move16 d) {
      if (d.to() == checked_from && !d.is_drop()) return 0;
      return d.is_drop() ? 2 : 1;
    };
    int best = 3;
    for (const Move16 d : ordered_evasions(next)) {
      const Position there = after(next, d);
      if (!ask(there, endless_length, Rules::count_all).refuted()) continue;
      ++found.defences;
      if (rank(d) >= best) continue;
      best = rank(d);
      found.defence = d;
    }
    if (found.defences == 0) return false;
    const Position there = after(next, found.defence);
    MoveList left;
    checks(there, left);
    found.checks_left = left.size();
    found.pawn_drop_mate = lacks_a_pawn_drop(there);
    return true;
  }

  static bool lacks_a_pawn_drop(const Position& p) {
    const Square king = p.king(Color::white);
    if (!p.hand(Color::black).has(Kind::pawn) || rank_of(king) == 8) return false;
    const Square head = square_at(file_of(king), rank_of(king) + 1);
    return p.on(head) == Piece::none && p.drop_squares(Color::black, Kind::pawn).has(head) && pawn_drop_mates(p, head);
  }

  /// It mates too, but later: how much later, and by which defence.
  bool slower_mate(const Position& next, int rest, Try& found) {
    const auto usual = static_cast<Length>(rest - 1);
    Length length = 0;
    for (Length more = usual; more <= usual + a_little_longer && length == 0; more += 2) {
      const Outcome outcome = ask(next, more, Rules::exclude_useless);
      if (outcome.proved()) length = more;
      if (!outcome.solved()) return false;
    }
    if (length <= usual) return false;
    found.slower = length + 1;
    for (const Move16 d : ordered_evasions(next)) {
      if (ask(after(next, d), static_cast<Length>(length - 3), Rules::exclude_useless).proved()) continue;
      found.defence = d;
      found.defences = 1;
      return true;
    }
    return false;
  }

  /// What the solution does against the same defence.
  void compare_with_solution(const Position& key, Try& found, int rest) {
    MoveList legal;
    evasions(key, legal);
    if (!legal.contains(found.defence)) return;
    const Position there = after(key, found.defence);
    for (const Move16 m : ordered_checks(there)) {
      const Position mated = after(there, m);
      const bool mates = rest <= 3 ? is_mate_in_effect(mated)
                                   : ask(mated, static_cast<Length>(rest - 3), Rules::exclude_useless).proved();
      if (!mates) continue;
      found.answer = m;
      return;
    }
  }

  Meter& meter_;
  MateSearch search_;
};

/// How much a try tempts: long to refute, and by one answer only.
double temptation(const Try& t) {
  const double alone = t.defences == 1 ? 3.0 : 1.0 / t.defences;
  return std::log2(1.0 + static_cast<double>(t.work)) + alone + (t.pawn_drop_mate ? 4 : 0) + (t.slower > 0 ? -2 : 0);
}

}  // namespace

std::vector<Try> tries_of(const Position& start, const std::vector<Move16>& line, Meter& meter) {
  TryFinder finder(meter);
  std::vector<Try> best;
  Position p = start;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (choice_counts(i, line.size())) {
      std::optional<Try> here;
      for (const Move16 m : ordered_checks(p)) {
        if (m == line[i] || !meter.check()) continue;
        const auto found = finder.look_at(p, m, line[i], static_cast<int>(i), static_cast<int>(line.size() - i));
        if (found && (!here || temptation(*found) > temptation(*here))) here = found;
      }
      if (here) best.push_back(*here);
    }
    p.make(line[i]);
  }
  std::ranges::stable_sort(best, [](const Try& a, const Try& b) { return temptation(a) > temptation(b); });
  return best;
}

namespace {

/// Is a later move of the attacker's by another piece one that needs this square: to stand on, or to pass?
bool needs(Move16 m, Square s) {
  if (m.to() == s) return true;
  return !m.is_drop() && between(m.from(), m.to()).has(s);
}

}  // namespace

Purpose purpose_of(const Position& start, const std::vector<Move16>& line, int ply) {
  const auto at = static_cast<std::size_t>(ply);
  Position p = start;
  for (std::size_t i = 0; i < at; ++i) p.make(line[i]);
  Position end = start;
  for (const Move16 m : line) end.make(m);
  const Move16 m = line[at];
  const Kind kind = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
  const Square king = p.king(Color::white);
  Purpose why;
  if (at + 1 < line.size() && line[at + 1].to() == m.to()) {
    why.sacrifice = true;
    why.lures_king = line[at + 1].from() == king;
    why.blocks_flight =
        !why.lures_king && king_steps(end.king(Color::white)).has(m.to()) && end.of(Color::white).has(m.to());
    why.draws_guard = !why.lures_king && !why.blocks_flight;
  }
  if (!m.is_drop()) {
    why.declines =
        !m.is_promotion() && can_promote(kind) && (in_zone(Color::black, m.from()) || in_zone(Color::black, m.to()));
    const Position next = after(p, m);
    why.uncovers = !next.checkers_of(Color::white).has(m.to());
    for (std::size_t i = at + 2; i < line.size() && why.later.is_none(); i += 2) {
      if (!line[i].is_drop() && line[i].from() == m.to() && line[i].to() == m.from()) why.comes_back = true;
      if (why.comes_back || (!line[i].is_drop() && line[i].from() == m.to()) || !needs(line[i], m.from())) continue;
      why.clears = true;
      why.later = line[i];
    }
    if (p.on(m.to()) != Piece::none && !why.clears) {
      const Kind taken = plain(kind_of(p.on(m.to())));
      for (std::size_t i = at + 2; i < line.size() && !why.takes; i += 2)
        if (line[i].is_drop() && line[i].dropped() == taken && start.hand(Color::black).count(taken) == 0) {
          why.takes = true;
          why.later = line[i];
        }
    }
  } else {
    why.distant = is_slider(kind) && between(king, m.to()).any();
  }
  return why;
}

}  // namespace nazo::tsume
