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
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::int64_t nodes_for_a_walk = 1'500'000;
constexpr int longest_start = 7;
// What other searches cost, in nodes of the prober.
constexpr std::int64_t cost_of_strictness = 10'000;
/// Proof numbers of a problem are looked at so far; what is still open then is large enough.
constexpr std::uint64_t most_updates = 20'000;
/// Problems that score so much less than the best may still be of more interest.
constexpr double worth_a_look = 1;

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

}  // namespace

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

namespace {

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
      std::vector<Problem> longer = extensions(bench_, now_, wish_, 1, 10'000 + 2'000 * n);
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

  /// Higher is better; one unit is what the walk gives up rather easily. Every sound step is scored, so it is cheap.
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
        sum += 0.5 * answers_of(problem) + surprises_of(f);
        break;
    }
    return sum;
  }

  /// How much the defender has to choose from along the line, in bits: what goes with proof numbers most closely (their
  /// logarithm, r = .8). Drops between king and checker count once for each square.
  static double answers_of(const Problem& problem) {
    Position p = problem.position;
    double bits = 0;
    for (std::size_t i = 0; i < problem.line.size(); ++i) {
      if (i % 2 == 1) {
        MoveList list;
        evasions(p, list);
        Bitboard drops;
        int count = 0;
        for (const Move16 m : list)
          if (m.is_drop())
            drops = drops | Bitboard::of(m.to());
          else
            ++count;
        bits += std::log2(std::max(1, count + drops.count()));
      }
      p.make(problem.line[i]);
    }
    return bits;
  }

  static double surprises_of(const LineFeatures& f) {
    const double attacking_moves = (f.length + 1) / 2;
    return std::min(1.0, (f.sacrifices + f.underpromotions + f.interpositions) / attacking_moves);
  }

  /// Squares whose mirror image has not the same piece.
  static int lopsided(const Position& p) {
    int count = 0;
    for (int i = 0; i < square_count; ++i)
      if (p.on(square_of(i)) != p.on(mirrored(square_of(i)))) ++count;
    return count;
  }

  /// The interest index, from proof numbers; useless interpositions are left out, since they are cheap to heap up.
  double interest(const Problem& problem) {
    const LineFeatures f = line_features(problem.position, problem.line);
    Budget budget = bench_.rest();
    budget.nodes = most_updates;
    budget.bytes = std::uint64_t{1} << 30;  // so few nodes fit anyway
    Meter meter(budget);
    const PnsReport r = proof_numbers(problem.position, {.rules = Rules::exclude_useless}, meter);
    bench_.prober.charge(static_cast<std::int64_t>(r.updates));
    Value features = Value::object();
    features.set("length", f.length).set("updates", r.updates).set("pn_mean", r.pn_mean());
    features.set("sacrifices", f.sacrifices)
        .set("underpromotions", f.underpromotions)
        .set("interpositions", f.interpositions);
    features.set("pn_peak_share",
                 r.updates > 1 ? static_cast<double>(r.pn_peak_update) / static_cast<double>(r.updates - 1) : 0.0);
    const double index = interest_index(features);
    return std::isnan(index) ? 0 : index;
  }

  /// Keeps the best of what may be handed out: by score, or where interest is asked for by the index itself, which is
  /// worked out for those alone that score about as high as any.
  void consider(const Problem& problem, double score) {
    if (!wish_.plies.has(problem.length())) return;
    const bool by_index = wish_.aim == Aim::interest;
    if (best_ && score <= best_score_ - (by_index ? worth_a_look : 0)) return;
    if ((motifs_of(problem.position, problem.line) & wish_.motifs) != wish_.motifs) return;
    if (by_index) {
      best_score_ = best_ ? std::max(best_score_, score) : score;
      if (!looked_at_.insert(sfen_of(problem.position)).second) return;
    }
    const double worth = by_index ? interest(problem) : score;
    if (best_ && worth <= best_worth_) return;
    if (wish_.strict) {
      bench_.prober.charge(cost_of_strictness);
      if (has_longer_mate(problem, bench_.rest())) return;
    }
    best_ = problem;
    best_score_ = std::max(best_score_, score);
    best_worth_ = worth;
  }

  Workbench& bench_;
  const Wish& wish_;
  Problem now_;
  double score_ = 0;
  std::optional<Problem> best_;
  double best_score_ = 0, best_worth_ = 0;  ///< of what was handed in: the score, and what decides among them
  std::set<std::string> looked_at_;         ///< whose index is known
};

}  // namespace

std::vector<Problem> make_compose(Workbench& bench, const Wish& wish, std::uint64_t index) {
  Problem start;
  if (!first_problem(bench, wish, index, start)) return {};
  return Walk(bench, wish).from(std::move(start), bench.prober.nodes() + nodes_for_a_walk * wish.effort);
}

}  // namespace nazo::tsume
