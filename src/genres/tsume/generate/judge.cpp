#include "genres/tsume/generate/judge.hpp"

#include <algorithm>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/dfpn.hpp"
#include "genres/tsume/solve/soundness.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::uint64_t nodes_for_a_longer_mate = 20'000;

}  // namespace

std::string_view words_of(Fault fault) {
  switch (fault) {
    case Fault::none:
      return "sound";
    case Fault::illegal:
      return "not a position to start from";
    case Fault::no_check:
      return "no check at all";
    case Fault::many_checks:
      return "too many checks to choose from";
    case Fault::no_mate:
      return "no mate within the length";
    case Fault::too_short:
      return "the mate is too short";
    case Fault::too_long:
      return "the mate is too long";
    case Fault::second_solution:
      return "a second solution (yozume)";
    case Fault::hand_left:
      return "a piece left in hand";
    case Fault::decoration:
      return "a piece that does nothing";
    case Fault::limit:
      return "too large to decide quickly";
  }
  return "";
}

bool may_start(const Position& p) {
  if (!p.has_king(Color::white)) return false;
  for (const Color c : {Color::black, Color::white}) {
    for (const Kind k : {Kind::pawn, Kind::lance, Kind::knight})
      if (p.of(c, k).some([&](Square s) { return is_stuck(k, c, s); })) return false;
    const Bitboard pawns = p.of(c, Kind::pawn);
    for (int file = 0; file < 9; ++file)
      if ((pawns & file_board(file)).more_than_one()) return false;
  }
  return !p.in_check(Color::white);
}

bool give_rest(Position& p) {
  Hand rest;
  for (const Kind k : hand_kinds) {
    int left = set_size(k) - p.of(k).count() - p.hand(Color::black).count(k);
    if (can_promote(k)) left -= p.of(promoted(k)).count();
    if (left < 0) return false;
    rest.set(k, left);
  }
  p.set_hand(Color::white, rest);
  return true;
}

bool has_second_solution(Prober& prober, const Position& p, int n) {
  MoveList list;
  checks(p, list);
  const auto mates = [&](Move16, const Position& next) -> std::optional<bool> { return prober.defend(next, n - 1); };
  const auto mating = mating_checks(p, list, 2, mates);
  return mating && mating->size() > 1;
}

Fault judge(Prober& prober, const Position& start, int n, Problem& out) {
  // The first move decides most cases; only then is the line worth its price.
  if (has_second_solution(prober, start, n)) return prober.ran_out() ? Fault::limit : Fault::second_solution;
  if (prober.ran_out()) return Fault::limit;
  out.position = start;
  out.line = prober.main_line(start, n);
  if (out.line.empty()) return Fault::limit;
  Position p = start;
  for (int i = 0; i < n; ++i) {
    const bool counts = choice_counts(static_cast<std::size_t>(i), out.line.size());
    if (i > 0 && counts && has_second_solution(prober, p, n - i))
      return prober.ran_out() ? Fault::limit : Fault::second_solution;
    p.make(out.line[static_cast<std::size_t>(i)]);
  }
  if (prober.ran_out()) return Fault::limit;
  return p.hand(Color::black).empty() ? Fault::none : Fault::hand_left;
}

bool has_longer_mate(const Problem& problem, const Budget& left) {
  const Meter clock(left);
  MateSearch search(std::uint64_t{8} << 20);
  Position p = problem.position;
  for (std::size_t i = 0; i + 1 < problem.line.size(); ++i) {
    MoveList list;
    if (i % 2 == 0) checks(p, list);
    for (const Move16 m : list) {
      if (m == problem.line[i]) continue;
      Position next = p;
      next.make(m);
      Budget budget = clock.rest();
      budget.nodes = nodes_for_a_longer_mate;
      Meter for_this_check(budget);
      if (!search.run(next, endless_length, Rules::count_all, for_this_check).refuted()) return true;
    }
    p.make(problem.line[i]);
  }
  return false;
}

namespace {

/// What is_decoration asks, answered by the Prober. After it ran out its answers mean nothing.
class QuickOracle {
 public:
  explicit QuickOracle(Prober& prober) : prober_(prober) {}
  std::optional<bool> mates_within(const Position& p, int plies) { return prober_.attack(p, plies); }
  std::optional<bool> has_solution(const Position& p, const std::vector<Move16>& line) {
    Problem found;
    return judge(prober_, p, static_cast<int>(line.size()), found) == Fault::none && found.line == line;
  }

 private:
  Prober& prober_;
};

}  // namespace

bool strip(Prober& prober, Problem& problem) {
  QuickOracle oracle(prober);
  for (bool again = true; again;) {
    again = false;
    for (int i = 0; i < square_count && !again; ++i) {
      const Square s = square_of(i);
      const auto useless = is_decoration(problem.position, s, problem.line, Rules::exclude_useless, oracle);
      if (!useless.value_or(false)) continue;
      problem.position = without_piece(problem.position, s);
      again = true;
    }
    if (prober.ran_out()) return false;
  }
  return true;
}

std::string line_name(const Problem& problem) {
  const int king = file_of(problem.position.king(Color::white));
  const auto spell = [&](bool mirror) {
    std::string out;
    const auto put = [&](Square s) {
      const int file = file_of(s) - king;
      out += static_cast<char>('j' + (mirror ? -file : file));
      out += static_cast<char>('1' + rank_of(s));
    };
    for (const Move16 m : problem.line) {
      if (m.is_drop())
        out += usi_letter(m.dropped());
      else
        put(m.from());
      put(m.to());
      out += m.is_promotion() ? '+' : ' ';
    }
    return out;
  };
  return std::min(spell(false), spell(true));
}

}  // namespace nazo::tsume
