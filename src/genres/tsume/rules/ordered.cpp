#include "genres/tsume/rules/ordered.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

/// Captures and moves of the king before other moves; drops come last.
int sort_of(const Position& p, Move16 m) {
  if (m.is_drop()) return 2;
  if (kind_of(p.on(m.from())) == Kind::king) return 0;
  return p.on(m.to()) != Piece::none ? 0 : 1;
}

void order_for_people(const Position& p, MoveList& moves) {
  const Square target = p.has_king(~p.side()) ? p.king(~p.side()) : Square{40};
  const auto rank = [&](Move16 m) {
    const bool drop = m.is_drop();
    const Kind kind = drop ? m.dropped() : kind_of(p.on(m.from()));
    const int files = std::abs(file_of(m.to()) - file_of(target));
    const int ranks = std::abs(rank_of(m.to()) - rank_of(target));
    return std::array<int, 6>{sort_of(p, m), m.is_promotion() ? 0 : 1,  std::max(files, ranks), index(kind),
                              index(m.to()), drop ? 0 : index(m.from())};
  };
  std::sort(moves.begin(), moves.end(), [&](Move16 a, Move16 b) { return rank(a) < rank(b); });
}

}  // namespace

MoveList ordered_checks(const Position& p) {
  MoveList list;
  checks(p, list);
  order_for_people(p, list);
  return list;
}

MoveList ordered_evasions(const Position& p) {
  MoveList list;
  evasions(p, list);
  order_for_people(p, list);
  return list;
}

}  // namespace nazo::tsume
