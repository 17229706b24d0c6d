#include "genres/tsume/solve/check.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/solve/referee.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {
namespace {

/// Solutions up to this length are not only replayed: the referee looks whether every defence is mated as soon.
constexpr int refereed_plies = 9;
constexpr std::uint64_t refereed_nodes = 50'000;

std::string_view rule_of(Illegal why) {
  switch (why) {
    case Illegal::none:
      return "";
    case Illegal::empty_square:
      return "no piece of the mover stands there";
    case Illegal::wrong_way:
      return "the piece cannot go there";
    case Illegal::own_piece:
      return "a piece of the mover stands there";
    case Illegal::no_promotion:
      return "the piece cannot promote there";
    case Illegal::must_promote:
      return "the piece must promote, it could never move again";
    case Illegal::not_in_hand:
      return "the piece is not in hand";
    case Illegal::occupied:
      return "a drop must go to an empty square";
    case Illegal::stuck_drop:
      return "the piece could never move from there";
    case Illegal::two_pawns:
      return "a second pawn on the file (nifu)";
    case Illegal::pawn_drop_mate:
      return "mate by a pawn drop (uchifuzume)";
    case Illegal::leaves_king:
      return "the mover's king would be in check";
  }
  return "";
}

bool ends_in_mate(const Position& p, Rules rules) {
  return rules == Rules::count_all ? is_mate(p) : is_mate_in_effect(p);
}

void add(Report& report, std::string code, std::string message, bool invalidates = true) {
  report.findings.push_back({std::move(code), std::move(message)});
  if (invalidates) report.faulty = true;
}

/// The line was replayed; does the defender help in it? As many plies must suffice against every defence that counts.
void referee(Report& report, const Position& start, int plies, Rules rules, Budget budget) {
  std::optional<int> length;
  if (plies <= refereed_plies) {
    budget.nodes = std::min(budget.nodes, refereed_nodes);
    Meter meter(budget, 256);
    length = Referee(rules, meter).length(start, plies);
    if (meter.limit() == Limit::time || meter.limit() == Limit::stopped) {
      report.limit = meter.limit();
      return;
    }
  }
  if (!length)
    add(report, "replayed", "every move was replayed; that no defence holds out longer was not looked at", false);
  else if (*length > plies)
    add(report, "no_mate", cat("the defender can hold out for more than ", plies, plies == 1 ? " ply" : " plies"));
}

}  // namespace

Report verify(const Position& start, std::string_view solution, Rules rules, const Budget& budget) {
  Report report;
  Meter replaying({.seconds = budget.seconds, .stop = budget.stop});
  Position p = start;
  const Color attacker = start.side();
  int ply = 0;
  for (const Line& line : lines_of(solution)) {
    for (const Word& word : line.words()) {
      ++ply;
      if (!replaying.spend()) {
        report.limit = replaying.limit();
        return report;
      }
      const std::optional<Move16> m = read_usi(word.text);
      if (!m) {
        add(report, "illegal", cat("ply ", ply, ": ", in_quotes(word.text), " is not a USI move"));
        return report;
      }
      if (p.side() != attacker && ends_in_mate(p, Rules::count_all)) {
        add(report, "illegal", cat("ply ", ply, ": the defender is mated already"));
        return report;
      }
      if (const Illegal why = why_illegal(p, *m); why != Illegal::none) {
        add(report, "illegal", cat("ply ", ply, ": ", word.text, ": ", rule_of(why)));
        return report;
      }
      if (p.side() == attacker && !gives_check(p, *m)) {
        add(report, "illegal", cat("ply ", ply, ": ", word.text, " does not give check"));
        return report;
      }
      p.make(*m);
    }
  }
  if (ply == 0) {
    add(report, "no_mate", "the solution has no moves");
  } else if (p.side() == attacker) {
    add(report, "no_mate", "the solution ends with the defender's move");
  } else if (!ends_in_mate(p, rules)) {
    add(report, "no_mate", "the defender can still answer the last move");
  } else {
    Budget rest = replaying.rest();
    rest.nodes = budget.nodes;
    referee(report, start, ply, rules, rest);
  }
  return report;
}

namespace {

/// Do two moves leave the defender the same answers, each with the same length to follow? Interpositions apart: on a
/// longer line there are more of them. Nothing if out of time.
std::optional<bool> same_replies(const Position& p, Move16 a, Move16 b, Length length, ExactLines& lines) {
  const auto replies = [&](Move16 m) -> std::optional<std::vector<std::array<int, 3>>> {
    Position next = p;
    next.make(m);
    std::vector<std::array<int, 3>> out;
    const auto exact = lines.length_of(next, length);
    if (!exact) return std::nullopt;
    const Square king = next.king(next.side());
    const Bitboard gap = between(king, m.to());
    const std::vector<Defence> defences = lines.defences(next, *exact);
    if (defences.empty() && *exact > 0) return std::nullopt;
    for (const Defence& d : defences) {
      if (gap.has(d.move.to()) && (d.move.is_drop() || d.move.from() != king)) continue;
      const bool takes = d.move.to() == m.to();  // the same piece may take it on another square
      out.push_back({index(d.move.from()), takes ? -1 : index(d.move.to()), d.length});
    }
    std::ranges::sort(out);
    return out;
  };
  const auto first = replies(a), second = replies(b);
  if (!first || !second) return std::nullopt;
  return *first == *second;
}

}  // namespace

std::optional<std::vector<Alternative>> alternatives(const Position& start, const std::vector<Move16>& line,
                                                     Rules rules, MateSearch& search, Meter& meter) {
  std::vector<Alternative> found;
  ExactLines lines(search, rules, meter);
  Position p = start;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i % 2 == 0) {
      const auto rest = static_cast<Length>(line.size() - i);
      const bool symmetric = p == p.mirrored();
      MoveList list;
      checks(p, list);
      order_for_people(p, list);
      const Move16 played = line[i];
      const Square king = p.king(Color::white);
      for (const Move16 m : list) {
        if (m == played) continue;
        Position next = p;
        next.make(m);
        const std::optional<bool> mates = lines.mates_within(next, static_cast<Length>(rest - 1));
        if (!mates) return std::nullopt;
        if (!*mates) continue;
        using Sort = Alternative::Sort;
        Sort sort = Sort::yozume;
        const bool same_piece = m.is_drop() == played.is_drop() &&
                                (m.is_drop() ? m.dropped() == played.dropped() : m.from() == played.from());
        const auto mover = m.is_drop() ? m.dropped() : kind_of(p.on(m.from()));
        const bool other_promotion = !m.is_drop() && same_piece && m.to() == played.to();
        const bool other_distance = same_piece && is_slider(mover) && m.is_promotion() == played.is_promotion() &&
                                    ray_number(king, m.to()) != no_ray &&
                                    ray_number(king, m.to()) == ray_number(king, played.to());
        if (symmetric && m == played.mirrored()) {
          sort = Sort::mirror;
        } else if (rest == 1 && line.size() > 1) {
          sort = Sort::last_move;
        } else if (other_promotion || other_distance) {
          const std::optional<bool> same = same_replies(p, m, played, static_cast<Length>(rest - 1), lines);
          if (!same) return std::nullopt;
          if (*same) sort = other_promotion ? Sort::promotion : Sort::far_drop;
        }
        found.push_back({sort, static_cast<int>(i) + 1, m});
      }
    }
    p.make(line[i]);
  }
  return found;
}

namespace {

bool is_sound(const std::vector<Alternative>& found) {
  return std::ranges::none_of(found, [](const Alternative& a) { return a.sort == Alternative::Sort::yozume; });
}

/// The position with one piece of the board given to the defender.
Position without_piece(const Position& p, Square s) {
  Position reduced = p;
  const Kind k = plain(kind_of(p.on(s)));
  reduced.take(s);
  Hand hand = reduced.hand(~p.side());
  hand.add(k);
  reduced.set_hand(~p.side(), hand);
  return reduced;
}

/// Does the problem stay as it is, line, length and soundness, without the piece on that square?
std::optional<bool> is_decoration(const Position& start, Square s, const std::vector<Move16>& line, Rules rules,
                                  MateSearch& search, Meter& meter) {
  const Position reduced = without_piece(start, s);
  if (!check_start(reduced)) return false;
  // The cheap tests first: the line must still be legal and mate.
  Position p = reduced;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (why_illegal(p, line[i]) != Illegal::none || (i % 2 == 0 && !gives_check(p, line[i]))) return false;
    p.make(line[i]);
  }
  if (!ends_in_mate(p, rules)) return false;
  ExactLines lines(search, rules, meter);
  const auto length = static_cast<Length>(line.size());
  const std::optional<bool> same = lines.mates_within(reduced, length);
  if (!same) return std::nullopt;
  if (!*same) return false;
  const std::optional<bool> shorter_mate = lines.mates_within(reduced, static_cast<Length>(length - 2));
  if (!shorter_mate) return std::nullopt;
  if (*shorter_mate) return false;
  const std::vector<Move16> line_without = lines.line(reduced, length);
  if (std::ssize(line_without) != length) return std::nullopt;
  if (line_without != line) return lines.compared_all() ? std::optional(false) : std::nullopt;
  const auto others = alternatives(reduced, line, rules, search, meter);
  if (!others) return std::nullopt;
  return is_sound(*others);
}

}  // namespace

Report check(const Position& given, Rules rules, const Context& context) {
  const bool turn = given.side() == Color::white;
  const Position start = turn ? given.turned() : given;
  const auto move_text = [&](Move16 m) { return usi_of(turn ? m.turned() : m); };
  Report report;
  Meter meter(context.budget);
  Solver solver(context.budget.bytes);
  const auto undecided = [&](Limit limit) {
    report.limit = limit;
    return report;
  };
  const auto out_of_budget = [&] { return undecided(meter.limit() == Limit::none ? Limit::memory : meter.limit()); };
  const Solution solution =
      solver.solve(start, {.goal = SolveOptions::Goal::shortest, .rules = rules, .proved_or_nothing = true}, meter);
  if (solution.status == Status::unsolvable) {
    add(report, "no_mate", "there is no mate by checks");
    return report;
  }
  if (solution.status == Status::unknown || !solution.optimal) return out_of_budget();

  const auto found = alternatives(start, solution.line, rules, solver.search(), meter);
  if (!found) return out_of_budget();
  int last_ply = 0;
  for (const Alternative& a : *found) {
    using Sort = Alternative::Sort;
    const auto rest = static_cast<int>(solution.line.size()) - a.ply + 1;
    if (a.sort == Sort::yozume && a.ply != last_ply) {
      last_ply = a.ply;
      add(report, "yozume",
          cat("ply ", a.ply, ": ", move_text(a.move), " also mates within ", rest, rest == 1 ? " ply" : " plies"));
    }
    if (a.sort == Sort::promotion)
      add(report, "kizu_promotion",
          cat("ply ", a.ply, ": ", move_text(a.move), " does as well: promoting or not makes no difference"), false);
    if (a.sort == Sort::far_drop)
      add(report, "kizu_far_drop",
          cat("ply ", a.ply, ": ", move_text(a.move), " does as well: the distance makes no difference"), false);
  }

  Position end = start;
  for (const Move16 m : solution.line) end.make(m);
  if (const Hand left = end.hand(start.side()); !left.empty()) {
    if (!solution.is_main_line) return undecided(Limit::nodes);
    std::string pieces;
    for (const Kind k : hand_kinds)
      for (int i = 0; i < left.count(k); ++i) pieces += usi_letter(k);
    add(report, "hand_left", cat("the attacker is left with ", pieces, " in hand"));
  }

  if (is_sound(*found)) {
    for (int i = 0; i < square_count; ++i) {
      const Square s = square_of(i);
      if (start.on(s) == Piece::none || kind_of(start.on(s)) == Kind::king) continue;
      const std::optional<bool> useless = is_decoration(start, s, solution.line, rules, solver.search(), meter);
      if (!useless) return out_of_budget();
      if (*useless)
        add(report, "decoration",
            cat("the piece on ", usi_square(turn ? turned(s) : s), " changes nothing if it is removed"));
    }
  }
  return report;
}

}  // namespace nazo::tsume
