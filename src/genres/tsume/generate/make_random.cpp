// Noshita's way: throw, find a mate, take away and weaken.
#include <algorithm>
#include <cmath>

#include "genres/tsume/generate/make.hpp"
#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

constexpr std::array<Kind, 11> bag{Kind::pawn,   Kind::pawn, Kind::lance, Kind::knight, Kind::knight, Kind::silver,
                                   Kind::silver, Kind::gold, Kind::gold,  Kind::bishop, Kind::rook};
constexpr int most_checks = 20;
constexpr int reach = 3;
constexpr std::int64_t nodes_for_a_throw = 2000;
constexpr std::int64_t nodes_for_an_item = 600'000;

/// Pieces that do less than this one, the next lower first.
std::array<Kind, 2> weaker(Kind k) {
  switch (k) {
    case Kind::dragon:
      return {Kind::rook, Kind::none};
    case Kind::horse:
      return {Kind::bishop, Kind::none};
    case Kind::rook:
      return {Kind::lance, Kind::none};
    case Kind::bishop:
      return {Kind::silver, Kind::none};
    case Kind::gold:
      return {Kind::pro_pawn, Kind::silver};
    case Kind::pro_lance:
    case Kind::pro_knight:
    case Kind::pro_silver:
      return {Kind::pro_pawn, Kind::none};
    case Kind::silver:
    case Kind::lance:
      return {Kind::pawn, Kind::none};
    default:
      return {Kind::none, Kind::none};
  }
}

/// Every position with one piece less or weaker, in random order.
std::vector<Position> reductions(const Position& p, Rng& rng) {
  std::vector<Position> out;
  const auto keep = [&](Position& q) {
    if (give_rest(q) && may_start(q)) out.push_back(q);
  };
  (p.occupied() - p.of(Kind::king)).each([&](Square s) {
    Position less = p;
    less.take(s);
    keep(less);
  });
  for (const Kind k : hand_kinds) {
    if (!p.hand(Color::black).has(k)) continue;
    Position less = p;
    Hand hand = p.hand(Color::black);
    hand.remove(k);
    less.set_hand(Color::black, hand);
    keep(less);
  }
  rng.shuffle(std::span(out));
  const std::size_t removals = out.size();
  (p.occupied() - p.of(Kind::king)).each([&](Square s) {
    const Color c = color_of(p.on(s));
    for (const Kind k : weaker(kind_of(p.on(s)))) {
      if (k == Kind::none) continue;
      Position other = p;
      other.take(s);
      other.put(piece(c, k), s);
      keep(other);
    }
  });
  rng.shuffle(std::span(out).subspan(removals));
  return out;
}

}  // namespace

bool throw_pieces(Rng& rng, const Region& region, Position& p) {
  p = Position{};
  const int lowest = std::min(region.last_rank, region.first_rank + 2);
  const Square king =
      square_at(rng.between(region.first_file, region.last_file), rng.between(region.first_rank, lowest));
  p.put(piece(Color::white, Kind::king), king);
  const auto put = [&](Color c) {
    for (int tries = 0; tries < 10; ++tries) {
      Kind k = bag[rng.below(bag.size())];
      const int file = file_of(king) + rng.between(-reach, reach), rank = rank_of(king) + rng.between(-reach, reach);
      if (file < 0 || file > 8 || rank < 0 || rank > 8) continue;
      const Square s = square_at(file, rank);
      if (p.on(s) != Piece::none || !region.has(s)) continue;
      if (can_promote(k) && rng.below(4) == 0) k = promoted(k);
      if (is_stuck(k, c, s)) continue;
      p.put(piece(c, k), s);
      if (!p.in_check(Color::white)) return;
      p.take(s);
    }
  };
  for (int n = rng.between(1, 4); n > 0; --n) put(Color::black);
  for (int n = rng.between(0, 4); n > 0; --n) put(Color::white);
  Hand hand;
  for (int n = rng.between(0, 3); n > 0; --n) hand.add(bag[rng.below(bag.size())]);
  p.set_hand(Color::black, hand);
  return give_rest(p) && may_start(p);
}

void reduce(Workbench& bench, Position& p, int& length, int most, std::int64_t allowance) {
  bench.prober.allow(allowance);
  for (bool changed = true; changed && !bench.prober.ran_out();) {
    changed = false;
    for (const Position& less : reductions(p, bench.rng)) {
      if (length > 1 && bench.prober.attack(less, length - 2)) continue;
      const std::optional<int> now = bench.prober.length(less, most);
      if (!now || *now < length) continue;
      p = less;
      length = *now;
      changed = true;
      break;
    }
  }
}

bool Workbench::take(const Position& p, int least, int most, std::int64_t allowance, Problem& out) {
  MoveList list;
  checks(p, list);
  if (list.empty() || list.size() > 2 * most_checks) {
    note(list.empty() ? Fault::no_check : Fault::many_checks);
    return false;
  }
  prober.allow(allowance);
  const std::optional<int> n = prober.length(p, most);
  Fault fault = Fault::none;
  if (prober.ran_out())
    fault = Fault::limit;
  else if (!n)
    fault = Fault::no_mate;
  else if (*n < least)
    fault = Fault::too_short;
  else
    fault = judge(prober, p, *n, out);
  if (fault == Fault::none && !strip(prober, out)) fault = Fault::limit;
  note(fault);
  return fault == Fault::none;
}

double width_of(const Problem& problem) {
  Position p = problem.position;
  double sum = 0;
  for (std::size_t i = 0; i < problem.line.size(); ++i) {
    MoveList list;
    if (i % 2 == 0)
      checks(p, list);
    else
      evasions(p, list);
    sum += std::log2(std::max(1, list.size()));
    p.make(problem.line[i]);
  }
  return sum;
}

std::vector<Problem> make_random(Workbench& bench, const Wish& wish, std::size_t most) {
  std::vector<Problem> found;
  std::set<std::string> lines;
  while (found.size() < most && bench.goes_on(nodes_for_an_item * wish.effort)) {
    Position p;
    if (!throw_pieces(bench.rng, wish.region, p)) {
      bench.note(Fault::illegal);
      continue;
    }
    MoveList list;
    checks(p, list);
    if (list.empty() || list.size() > most_checks) {
      bench.note(list.empty() ? Fault::no_check : Fault::many_checks);
      continue;
    }
    bench.prober.allow(nodes_for_a_throw);
    const std::optional<int> thrown = bench.prober.length(p, wish.plies.most);
    if (!thrown) {
      bench.note(bench.prober.ran_out() ? Fault::limit : Fault::no_mate);
      continue;
    }
    int length = *thrown;
    reduce(bench, p, length, wish.plies.most, 5 * nodes_for_a_throw);
    Problem problem;
    if (!bench.take(p, wish.plies.least, wish.plies.most, 5 * nodes_for_a_throw, problem)) continue;
    if (lines.insert(line_name(problem)).second) found.push_back(std::move(problem));
  }
  return found;
}

}  // namespace nazo::tsume
