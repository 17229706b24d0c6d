#include "genres/tsume/solve/check.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/solve/line.hpp"
#include "genres/tsume/solve/referee.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/solve/soundness.hpp"
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

void add(Report& report, std::string code, std::string message, bool invalidates = true, Places places = {}) {
  report.findings.push_back({std::move(code), std::move(message), std::move(places)});
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

std::string place_of(Square s) { return cat(rank_of(s) + 1, ",", 9 - file_of(s)); }

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
      if (p.side() != attacker && is_mate(p)) {
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
  } else if (!is_mate(p, rules)) {
    add(report, "no_mate", "the defender can still answer the last move");
  } else {
    Budget rest = replaying.rest();
    rest.nodes = budget.nodes;
    referee(report, start, ply, rules, rest);
  }
  return report;
}

namespace {

/// What is_decoration asks, proved.
class ExactOracle {
 public:
  ExactOracle(MateSearch& search, Rules rules, Meter& meter)
      : search_(search), rules_(rules), meter_(meter), lines_(search, rules, meter) {}

  std::optional<bool> mates_within(const Position& p, int plies) {
    return lines_.mates_within(p, static_cast<Length>(plies));
  }
  std::optional<bool> has_solution(const Position& p, const std::vector<Move16>& line) {
    const std::vector<Move16> main_line = lines_.line(p, static_cast<Length>(line.size()));
    if (main_line.size() != line.size() || !lines_.compared_all()) return std::nullopt;
    if (main_line != line) return false;
    const auto others = alternatives(p, line, rules_, search_, meter_);
    if (!others) return std::nullopt;
    return is_sound(*others);
  }

 private:
  MateSearch& search_;
  Rules rules_;
  Meter& meter_;
  ExactLines lines_;
};

/// Writes moves and squares as the problem has them; searches see black attack.
struct Names {
  bool turn;
  [[nodiscard]] std::string of(Move16 m) const { return usi_of(turn ? m.turned() : m); }
  [[nodiscard]] std::string of(Square s) const { return std::string(usi_square(turn ? turned(s) : s)); }
  [[nodiscard]] Places places_of(Square s) const { return {place_of(turn ? turned(s) : s)}; }
  /// Where a move goes, and where it comes from: a square or the hand.
  [[nodiscard]] Places places_of(Move16 m) const {
    if (m.is_drop()) return {std::string(hand_place), place_of(turn ? turned(m.to()) : m.to())};
    return {place_of(turn ? turned(m.from()) : m.from()), place_of(turn ? turned(m.to()) : m.to())};
  }
};

/// Second solutions, the first of each ply, and choices that make no difference.
void report_alternatives(Report& report, const std::vector<Alternative>& found, std::size_t plies, const Names& names) {
  using Sort = Alternative::Sort;
  int last_ply = 0;
  for (const Alternative& a : found) {
    const std::string which = cat("ply ", a.ply, ": ", names.of(a.move));
    switch (a.sort) {
      case Sort::yozume: {
        if (a.ply == last_ply) break;
        last_ply = a.ply;
        const auto rest = static_cast<int>(plies) - a.ply + 1;
        add(report, "yozume", cat(which, " also mates within ", rest, rest == 1 ? " ply" : " plies"), true,
            names.places_of(a.move));
        break;
      }
      case Sort::promotion:
        add(report, "kizu_promotion", cat(which, " does as well: promoting or not makes no difference"), false,
            names.places_of(a.move));
        break;
      case Sort::far_drop:
        add(report, "kizu_far_drop", cat(which, " does as well: the distance makes no difference"), false,
            names.places_of(a.move));
        break;
    }
  }
}

std::string letters_of(Hand hand) {
  std::string pieces;
  for (const Kind k : hand_kinds)
    for (int i = 0; i < hand.count(k); ++i) pieces += usi_letter(k);
  return pieces;
}

/// What the attacker still holds at the end of a line.
Hand left_in_hand(const Position& start, const std::vector<Move16>& line) {
  Position end = start;
  for (const Move16 m : line) end.make(m);
  return end.hand(start.side());
}

}  // namespace

Report check(const Position& given, Rules rules, const Context& context) {
  const bool turn = given.side() == Color::white;
  const Position start = turn ? given.turned() : given;
  const Names names{turn};
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
  report_alternatives(report, *found, solution.line.size(), names);
  if (const Hand left = left_in_hand(start, solution.line); !left.empty()) {
    if (!solution.is_main_line) return undecided(meter.limit() == Limit::none ? Limit::nodes : meter.limit());
    add(report, "hand_left", cat("the attacker is left with ", letters_of(left), " in hand"), true,
        {std::string(hand_place)});
  }
  if (!is_sound(*found)) return report;
  for (int i = 0; i < square_count; ++i) {
    const Square s = square_of(i);
    ExactOracle oracle(solver.search(), rules, meter);
    const std::optional<bool> useless = is_decoration(start, s, solution.line, rules, oracle);
    if (!useless) return out_of_budget();
    if (*useless)
      add(report, "decoration", cat("the piece on ", names.of(s), " changes nothing if it is removed"), true,
          names.places_of(s));
  }
  return report;
}

}  // namespace nazo::tsume
