// Where stepping back begins: mates that use up what the attacker holds, as they come or with a given final position.
#include <algorithm>
#include <array>

#include "genres/tsume/generate/make.hpp"
#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

constexpr int throws_for_a_mate = 2000;
constexpr int pictures_thrown = 400, changes_of_a_picture = 300;

/// What stands in a picture: small pieces more often, as there are more of them.
constexpr std::array<Kind, 20> paints{Kind::pawn,       Kind::pawn,       Kind::lance,  Kind::knight,   Kind::silver,
                                      Kind::silver,     Kind::gold,       Kind::gold,   Kind::pro_pawn, Kind::pro_pawn,
                                      Kind::pro_lance,  Kind::bishop,     Kind::rook,   Kind::horse,    Kind::pro_pawn,
                                      Kind::pro_silver, Kind::pro_knight, Kind::dragon, Kind::knight,   Kind::lance};

/// A picture somewhere on the board, and who stands on its squares.
class Painting {
 public:
  Painting(const Final& picture, const Region& region, Rng& rng) : rng_(rng) {
    const int height = static_cast<int>(picture.rows.size());
    const int right = rng.between(region.first_file, region.last_file - picture.columns + 1);
    const int top = rng.between(region.first_rank, region.last_rank - height + 1);
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < picture.columns; ++column)
        if (picture.has(row, column)) squares_.push_back(square_at(right + picture.columns - 1 - column, top + row));
    rng_.shuffle(std::span(squares_));
    p_.put(piece(Color::white, Kind::king), squares_.back());
    squares_.pop_back();
    for (const Square s : squares_) p_.put(some_piece(s), s);
    p_.set_side(Color::white);
  }

  /// Is it a mate, after pieces were exchanged as long as that brings it nearer?
  [[nodiscard]] bool mates() {
    int distance = distance_to_mate();
    for (int i = 0; i < changes_of_a_picture && distance > 0; ++i) {
      const Square s = squares_[rng_.below(squares_.size())];
      const Piece before = p_.on(s);
      p_.take(s);
      p_.put(some_piece(s), s);
      const int now = distance_to_mate();
      if (now <= distance) {
        distance = now;
        continue;
      }
      p_.take(s);
      p_.put(before, s);
    }
    return distance == 0;
  }

  [[nodiscard]] const Position& position() const { return p_; }

 private:
  Piece some_piece(Square s) {
    const bool beside = king_steps(p_.king(Color::white)).has(s);
    const Color c = rng_.below(10) < (beside ? 5u : 7u) ? Color::black : Color::white;
    for (;;) {
      const Kind k = paints[rng_.below(paints.size())];
      if (!is_stuck(k, c, s) && (c == Color::black || !is_promoted(k))) return piece(c, k);
    }
  }

  /// What is missing: a check, squares the king can go to, answers to the check; 100 for what no set of pieces has.
  int distance_to_mate() {
    Position tried = p_;
    if (!give_rest(tried)) return 100;
    for (const Color c : {Color::black, Color::white})
      for (int file = 0; file < 9; ++file)
        if ((tried.of(c, Kind::pawn) & file_board(file)).more_than_one()) return 100;
    p_ = tried;
    const Square king = p_.king(Color::white);
    const Bitboard without_king = p_.occupied() ^ Bitboard::of(king);
    int flights = 0;
    (king_steps(king) - p_.of(Color::white)).each([&](Square s) {
      if (!p_.is_attacked(s, Color::black, without_king)) ++flights;
    });
    if (!p_.in_check(Color::white)) return 10 + flights;
    MoveList answers;
    evasions(p_, answers);
    return flights + std::min(9, answers.size());
  }

  Rng& rng_;
  Position p_;
  std::vector<Square> squares_;
};

/// The problem of one ply before a mate, if some legal move leads there.
bool step_before(Rng& rng, const Position& mated, Problem& out) {
  std::vector<Before> before;
  moves_back(mated, before);
  std::erase_if(before, [](const Before& b) {
    return !may_start(b.position) || why_illegal(b.position, b.move) != Illegal::none;
  });
  if (before.empty()) return false;
  Before& chosen = before[rng.below(before.size())];
  out.position = chosen.position;
  out.line = {chosen.move};
  return true;
}

bool throw_picture(Workbench& bench, const Wish& wish, Problem& out) {
  for (int i = 0; i < pictures_thrown && bench.goes_on(); ++i) {
    Painting painting(wish.final, wish.region, bench.rng);
    bench.prober.charge(changes_of_a_picture);
    if (painting.mates() && step_before(bench.rng, painting.position(), out)) return true;
  }
  return false;
}

bool throw_any_mate(Workbench& bench, const Region& region, Problem& out) {
  for (int tries = 0; tries < throws_for_a_mate; ++tries) {
    Position p;
    if (!throw_pieces(bench.rng, region, p)) continue;
    bench.prober.allow(1000);
    if (!bench.prober.attack(p, 1)) continue;
    int length = 1;
    reduce(bench, p, length, 1, 2000);
    bench.prober.allow(1000);
    out.position = p;
    out.line = bench.prober.main_line(p, 1);
    if (out.line.empty()) continue;
    p.make(out.line.front());
    if (p.hand(Color::black).empty()) return true;
  }
  return false;
}

}  // namespace

bool throw_mate(Workbench& bench, const Wish& wish, Problem& out) {
  if (wish.final.is_picture()) return throw_picture(bench, wish, out);
  for (int i = 0; i < throws_for_a_mate && bench.goes_on(); ++i)
    if (throw_any_mate(bench, wish.region, out) && wish.final.allows(end_of(out))) return true;
  return false;
}

Position end_of(const Problem& problem) {
  Position p = problem.position;
  for (const Move16 m : problem.line) p.make(m);
  return p;
}

}  // namespace nazo::tsume
