// Our way: a walk from one sound problem to the next that climbs on what is asked.
//
// A step adds, removes, moves, replaces or turns over a piece, changes the hand, shifts or mirrors the whole, makes the
// problem longer by one move of each side at its front, or cuts these off. Only sound problems are stepped on; a step
// that loses a little is taken now and then, so that the walk gets out of dead ends.
#include <algorithm>
#include <bit>
#include <cmath>

#include "genres/tsume/analyse/features.hpp"
#include "genres/tsume/generate/make.hpp"
#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::int64_t nodes_for_a_walk = 1'500'000;
constexpr int longest_start = 7;
// What other searches cost, in nodes of the prober.
constexpr std::int64_t cost_of_interest = 10'000, cost_of_strictness = 10'000;

/// The start that the walk begins with.
bool first_problem(Workbench& bench, const Wish& wish, std::uint64_t index, Problem& out) {
  if (!wish.from.empty()) {
    out = wish.from[index % wish.from.size()];
    return true;
  }
  Wish easy = wish;
  easy.plies = {std::min(3, wish.plies.most), std::min(longest_start, wish.plies.most)};
  std::vector<Problem> found = make_random(bench, easy, 1);
  if (found.empty()) return false;
  out = std::move(found.front());
  return true;
}

constexpr std::array<Kind, 13> kinds{Kind::pawn,       Kind::lance, Kind::knight,   Kind::silver,    Kind::gold,
                                     Kind::bishop,     Kind::rook,  Kind::pro_pawn, Kind::pro_lance, Kind::pro_knight,
                                     Kind::pro_silver, Kind::horse, Kind::dragon};

Square random_piece(const Position& p, Rng& rng) {
  const Bitboard pieces = p.occupied() - p.of(Kind::king);
  if (pieces.empty()) return no_square;
  auto skip = static_cast<int>(rng.below(static_cast<std::uint64_t>(pieces.count())));
  Square chosen = no_square;
  (void)pieces.some([&](Square s) {
    chosen = s;
    return skip-- == 0;
  });
  return chosen;
}

Square random_step(Square from, int far, Rng& rng) {
  const int file = file_of(from) + rng.between(-far, far), rank = rank_of(from) + rng.between(-far, far);
  return file < 0 || file > 8 || rank < 0 || rank > 8 ? no_square : square_at(file, rank);
}

bool shift(Position& p, int files, int ranks) {
  Position moved;
  moved.set_hand(Color::black, p.hand(Color::black));
  bool fits = true;
  p.occupied().each([&](Square s) {
    const int file = file_of(s) + files, rank = rank_of(s) + ranks;
    fits = fits && file >= 0 && file <= 8 && rank >= 0 && rank <= 8;
    if (fits) moved.put(p.on(s), square_at(file, rank));
  });
  if (fits) p = moved;
  return fits;
}

/// Changes one thing; false if that cannot be.
bool change(Position& p, Rng& rng) {
  const Color some_colour = rng.below(2) == 0 ? Color::black : Color::white;
  switch (rng.below(12)) {
    case 0:
    case 1:
    case 2: {  // add
      const Square s = random_step(p.king(Color::white), 4, rng);
      if (s == no_square || p.on(s) != Piece::none) return false;
      p.put(piece(some_colour, kinds[rng.below(kinds.size())]), s);
      break;
    }
    case 3:
    case 4:
    case 5: {  // move
      const Square from = rng.below(6) == 0 ? p.king(Color::white) : random_piece(p, rng);
      if (from == no_square) return false;
      const Square to = random_step(from, 2, rng);
      if (to == no_square || p.on(to) != Piece::none) return false;
      const Piece moved = p.on(from);
      p.take(from);
      p.put(moved, to);
      break;
    }
    case 6: {  // replace
      const Square s = random_piece(p, rng);
      if (s == no_square) return false;
      const Color c = rng.below(4) == 0 ? ~color_of(p.on(s)) : color_of(p.on(s));
      p.take(s);
      p.put(piece(c, kinds[rng.below(kinds.size())]), s);
      break;
    }
    case 7: {  // turn over
      const Square s = random_piece(p, rng);
      if (s == no_square || kind_of(p.on(s)) == Kind::gold) return false;
      const Kind k = kind_of(p.on(s));
      const Color c = color_of(p.on(s));
      p.take(s);
      p.put(piece(c, is_promoted(k) ? plain(k) : promoted(k)), s);
      break;
    }
    case 8: {  // remove
      const Square s = random_piece(p, rng);
      if (s == no_square) return false;
      p.take(s);
      break;
    }
    case 9: {  // hand
      Hand hand = p.hand(Color::black);
      const Kind k = hand_kinds[rng.below(hand_kinds.size())];
      if (hand.has(k) && rng.below(2) == 0)
        hand.remove(k);
      else if (hand.total() < 6)
        hand.add(k);
      else
        return false;
      p.set_hand(Color::black, hand);
      break;
    }
    case 10:
      if (!shift(p, rng.between(-1, 1), rng.between(-1, 1))) return false;
      break;
    default:
      p = p.mirrored();
      break;
  }
  return give_rest(p) && may_start(p);
}

class Walk {
 public:
  Walk(Workbench& bench, const Wish& wish) : bench_(bench), wish_(wish) {}

  std::vector<Problem> from(Problem start, std::int64_t nodes) {
    now_ = std::move(start);
    score_ = score(now_);
    consider(now_, score_);
    while (bench_.goes_on(nodes)) {
      Problem next;
      if (!step(next)) continue;
      const double there = score(next);
      consider(next, there);
      if (there >= score_ || bench_.rng.unit() < std::exp(there - score_)) {
        now_ = std::move(next);
        score_ = there;
      }
    }
    if (!best_) return {};
    return {*best_};
  }

 private:
  bool step(Problem& next) {
    const int n = now_.length();
    const std::int64_t allowance = 1000 + 600 * n;
    const auto choice = bench_.rng.below(100);
    if (n + 2 <= wish_.plies.most && choice < 30) {
      std::vector<Problem> longer = extensions(bench_, now_, wish_.region, 1, 10'000 + 2'000 * n);
      if (longer.empty()) return false;
      next = std::move(longer.front());
      return true;
    }
    if (n >= 5 && n - 2 >= wish_.plies.least && choice >= 98) {
      Position p = now_.position;
      p.make(now_.line[0]);
      p.make(now_.line[1]);
      return bench_.take(p, n - 2, n - 2, allowance, next);
    }
    Position p = now_.position;
    if (!change(p, bench_.rng) || !wish_.region.holds(p)) return false;
    const int least = wish_.aim == Aim::length ? n : std::min(n, wish_.plies.least);
    return bench_.take(p, least, wish_.plies.most, allowance, next);
  }

  /// Higher is better; one unit is what the walk gives up rather easily.
  double score(const Problem& problem) {
    const LineFeatures f = line_features(problem.position, problem.line);
    const auto shown = motifs_of(problem.position, problem.line);
    const int missing = std::popcount(wish_.motifs & ~shown);
    const int short_by = std::max(0, wish_.plies.least - f.length);
    double sum = -6.0 * missing - 4.0 * short_by - 0.3 * std::max(0, f.pieces - 14);
    switch (wish_.aim) {
      case Aim::length:
        sum += 3.0 * f.length + 0.1 * width_of(problem);
        break;
      case Aim::economy:
        sum -= 2.0 * f.pieces;
        break;
      case Aim::symmetry:
        sum -= 2.0 * lopsided(problem.position);
        break;
      case Aim::interest:
        sum += 0.2 * interest(problem, f);
        break;
    }
    return sum;
  }

  /// Squares whose mirror image has not the same piece.
  static int lopsided(const Position& p) {
    int count = 0;
    for (int i = 0; i < square_count; ++i)
      if (p.on(square_of(i)) != p.on(mirrored(square_of(i)))) ++count;
    return count;
  }

  double interest(const Problem& problem, const LineFeatures& f) {
    bench_.prober.charge(cost_of_interest);
    Budget budget = bench_.rest();
    budget.nodes = 5'000;
    budget.bytes = std::uint64_t{1} << 30;  // so few nodes fit anyway
    Meter meter(budget);
    const PnsReport r = proof_numbers(problem.position, {}, meter);
    Value features = Value::object();
    features.set("length", f.length).set("updates", r.updates).set("pn_mean", r.pn_mean());
    features.set("sacrifices", f.sacrifices)
        .set("underpromotions", f.underpromotions)
        .set("interpositions", f.interpositions);
    features.set("pn_peak_share",
                 r.updates > 1 ? static_cast<double>(r.pn_peak_update) / static_cast<double>(r.updates - 1) : 0.0);
    return prior(features).interest.value_or(0);
  }

  void consider(const Problem& problem, double score) {
    if (!wish_.plies.has(problem.length()) || (best_ && score <= best_score_)) return;
    if ((motifs_of(problem.position, problem.line) & wish_.motifs) != wish_.motifs) return;
    if (wish_.strict) {
      bench_.prober.charge(cost_of_strictness);
      if (has_longer_mate(problem, bench_.rest())) return;
    }
    best_ = problem;
    best_score_ = score;
  }

  Workbench& bench_;
  const Wish& wish_;
  Problem now_;
  double score_ = 0;
  std::optional<Problem> best_;
  double best_score_ = 0;
};

}  // namespace

std::vector<Problem> make_compose(Workbench& bench, const Wish& wish, std::uint64_t index) {
  Problem start;
  if (!first_problem(bench, wish, index, start)) return {};
  return Walk(bench, wish).from(std::move(start), bench.prober.nodes() + nodes_for_a_walk * wish.effort);
}

}  // namespace nazo::tsume
