#include "genres/tsume/generate.hpp"

#include <algorithm>
#include <map>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "genres/tsume/check.hpp"
#include "genres/tsume/features.hpp"
#include "genres/tsume/movegen.hpp"
#include "genres/tsume/sfen.hpp"
#include "genres/tsume/solve.hpp"
#include "genres/tsume/text.hpp"

namespace nazo::tsume {
namespace {

constexpr int throws_per_item = 400;
constexpr std::uint64_t bytes_per_item = std::uint64_t{32} << 20;

/// One throw: a king near the upper edge, a few attackers and defenders round it, something in hand.
std::optional<Position> throw_pieces(Rng& rng) {
  Position p;
  const Square king = square_at(rng.between(0, 8), rng.between(0, 2));
  p.put(piece(Color::white, Kind::king), king);
  std::vector<Kind> bag;
  for (const Kind k : hand_kinds)
    for (int i = 0; i < (k == Kind::pawn ? 6 : set_size(k)); ++i) bag.push_back(k);
  rng.shuffle(std::span(bag));
  const auto draw = [&] {
    const Kind k = bag.back();
    bag.pop_back();
    return k;
  };
  const auto put_near = [&](Color c, int reach) {
    const Kind k = draw();
    for (int tries = 0; tries < 20; ++tries) {
      const int file = file_of(king) + rng.between(-reach, reach), rank = rank_of(king) + rng.between(-reach, reach);
      if (file < 0 || file > 8 || rank < 0 || rank > 8) continue;
      const Square s = square_at(file, rank);
      if (p.on(s) != Piece::none) continue;
      p.put(piece(c, can_promote(k) && rng.below(4) == 0 ? promoted(k) : k), s);
      return;
    }
  };
  for (int n = rng.between(1, 4); n > 0; --n) put_near(Color::black, 3);
  for (int n = rng.between(1, 5); n > 0; --n) put_near(Color::white, 2);
  Hand hand;
  for (int n = rng.between(1, 3); n > 0; --n) hand.add(draw());
  p.set_hand(Color::black, hand);
  p.set_hand(Color::white, rest_of_set(p, Color::black));
  if (!check_start(p)) return std::nullopt;
  return p;
}

/// Everything that one piece less would give, in random order.
std::vector<Position> reductions(const Position& p, Rng& rng) {
  std::vector<Position> out;
  for (int i = 0; i < square_count; ++i) {
    const Square s = square_of(i);
    if (p.on(s) == Piece::none || kind_of(p.on(s)) == Kind::king) continue;
    Position less = p;
    less.take(s);
    less.set_hand(Color::white, rest_of_set(less, Color::black));
    out.push_back(less);
  }
  for (const Kind k : hand_kinds) {
    if (!p.hand(Color::black).has(k)) continue;
    Position less = p;
    Hand hand = p.hand(Color::black);
    hand.remove(k);
    less.set_hand(Color::black, hand);
    less.set_hand(Color::white, rest_of_set(less, Color::black));
    out.push_back(less);
  }
  rng.shuffle(std::span(out));
  return out;
}

}  // namespace

std::vector<OptionFact> generate_options() {
  return {{.name = "method",
           .kind = OptionKind::choice,
           .help = "random: pieces thrown at random, then taken away as long as the mate stays",
           .fallback = "random",
           .verbs = {"generate"},
           .choices = {"random"}},
          {.name = "plies", .kind = OptionKind::text, .help = "lengths wanted, odd: 3, or 1..3", .fallback = "1..3", .verbs = {"generate"}, .value = "MIN..MAX"}};
}

Result<PlyRange> read_ply_range(std::string_view text) {
  PlyRange range;
  const std::size_t dots = text.find("..");
  const auto least = number_of<int>(trim(text.substr(0, dots)));
  const auto most = dots == std::string_view::npos ? least : number_of<int>(trim(text.substr(dots + 2)));
  if (!least || !most) return fail(cat("plies is ", in_quotes(text), ", expected a number or MIN..MAX"));
  range = {*least, *most};
  if (range.least < 1 || range.most > 31) return fail(cat("plies ", text, " is out of range: 1 to 31"));
  if (range.least % 2 == 0 || range.most % 2 == 0) return fail(cat("plies ", text, ": the attacker has the last move, so lengths are odd"));
  if (range.least > range.most) return fail(cat("plies ", text, ": the first number must not be the larger"));
  return range;
}

Result<Batch> generate(const Order& order, const Context& context) {
  NAZO_TRY(range, read_ply_range(order.options.text("plies")));
  Batch batch;
  std::map<std::string, std::uint64_t> rejected;
  Rng rng(order.seed, order.index);
  MateSearch search(bytes_per_item);
  constexpr Rules rules = Rules::exclude_useless;
  for (int i = 0; i < throws_per_item && batch.candidates.empty(); ++i) {
    if (context.budget.stop != nullptr && context.budget.stop->load()) break;
    std::optional<Position> p = throw_pieces(rng);
    if (!p) {
      ++rejected["no legal position"];
      continue;
    }
    MoveList list;
    checks(*p, list);
    if (list.empty() || list.size() > 20) {
      ++rejected[list.empty() ? "no check" : "too many checks"];
      continue;
    }
    Budget budget;
    budget.nodes = 3000;
    Meter meter(budget);
    ExactLines lines(search, rules, meter);
    std::optional<Length> length = lines.length_of(*p, static_cast<Length>(range.most));
    if (!length) {
      ++rejected["no mate of that length"];
      continue;
    }
    // Take away what can be taken away without a shorter mate.
    for (bool changed = true; changed && meter.limit() == Limit::none;) {
      changed = false;
      for (const Position& less : reductions(*p, rng)) {
        if (!check_start(less)) continue;
        const std::optional<Length> now = lines.length_of(less, static_cast<Length>(range.most));
        if (!now || *now < *length) continue;
        p = less;
        length = now;
        changed = true;
        break;
      }
    }
    if (*length < range.least) {
      ++rejected["too short"];
      continue;
    }
    Context checking;
    checking.budget.nodes = 100'000;
    checking.budget.bytes = bytes_per_item;
    const Report report = check(*p, rules, checking);
    if (!report.valid || report.limit != Limit::none) {
      ++rejected[report.findings.empty() ? "limit" : report.findings.front().code];
      continue;
    }
    Meter last(checking.budget);
    Solver solver(bytes_per_item);
    const Solution s = solver.solve(*p, {SolveOptions::Goal::shortest, rules}, last);
    if (s.status != Status::solved) continue;
    Candidate candidate;
    candidate.puzzle.genre = "tsume";
    candidate.puzzle.text = sfen_of(*p);
    candidate.solution = write_line(s.line);
    const LineFeatures f = line_features(*p, s.line);
    candidate.features.set("length", f.length).set("pieces", f.pieces);
    batch.candidates.push_back(std::move(candidate));
  }
  for (auto& [reason, count] : rejected) batch.rejected.emplace_back(reason, count);
  return batch;
}

}  // namespace nazo::tsume
