// The attack tables, worked out once when the program starts.
#include "genres/tsume/rules/bitboard.hpp"

namespace nazo::tsume::tables {
namespace {

struct Step {
  int file, rank;
};

// In the order of Ray, as black sees the board: the left is towards larger files.
constexpr std::array<Step, ray_count> ray_steps{{{0, 1}, {1, 0}, {1, 1}, {1, -1}, {0, -1}, {-1, 0}, {-1, -1}, {-1, 1}}};

constexpr bool on_board(int file, int rank) { return file >= 0 && file < 9 && rank >= 0 && rank < 9; }

constexpr Bitboard steps_from(Square s, Color c, std::initializer_list<Step> steps) {
  Bitboard set;
  for (const Step step : steps) {
    const int file = file_of(s) + step.file, rank = rank_of(s) + (c == Color::black ? step.rank : -step.rank);
    if (on_board(file, rank)) set |= Bitboard::of(square_at(file, rank));
  }
  return set;
}

/// What a piece sees on an empty board.
constexpr Bitboard free_attacks(const Attacks& a, Kind k, std::size_t c, std::size_t s) {
  const auto ray = [&](Ray r) { return a.rays[static_cast<std::size_t>(r)][s]; };
  const Bitboard diagonal = a.diagonals[s], straight = a.straights[s];
  switch (k) {
    case Kind::pawn:
      return a.pawn[c][s];
    case Kind::lance:
      return ray(c == 0 ? Ray::up : Ray::down);
    case Kind::knight:
      return a.knight[c][s];
    case Kind::silver:
      return a.silver[c][s];
    case Kind::bishop:
      return diagonal;
    case Kind::rook:
      return straight;
    case Kind::king:
      return a.king[s];
    case Kind::horse:
      return diagonal | a.king[s];
    case Kind::dragon:
      return straight | a.king[s];
    case Kind::none:
      return {};
    default:
      return a.gold[c][s];
  }
}

Attacks make() {
  Attacks a{};
  for (auto& row : a.ray_between)
    for (auto& cell : row) cell = no_ray;
  for (int i = 0; i < square_count; ++i) {
    const Square s = square_of(i);
    const auto at = static_cast<std::size_t>(i);
    for (std::size_t r = 0; r < ray_count; ++r) {
      int file = file_of(s) + ray_steps[r].file, rank = rank_of(s) + ray_steps[r].rank;
      for (; on_board(file, rank); file += ray_steps[r].file, rank += ray_steps[r].rank) {
        a.rays[r][at] |= Bitboard::of(square_at(file, rank));
        a.ray_between[at][static_cast<std::size_t>(square_at(file, rank))] = static_cast<std::uint8_t>(r);
      }
    }
    for (const Ray r : {Ray::down, Ray::left, Ray::up, Ray::right})
      a.straights[at] |= a.rays[static_cast<std::size_t>(r)][at];
    for (const Ray r : {Ray::down_left, Ray::up_left, Ray::up_right, Ray::down_right})
      a.diagonals[at] |= a.rays[static_cast<std::size_t>(r)][at];
    a.king[at] = steps_from(s, Color::black, {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}});
    for (const Color c : {Color::black, Color::white}) {
      const auto ci = static_cast<std::size_t>(c);
      a.pawn[ci][at] = steps_from(s, c, {{0, -1}});
      a.knight[ci][at] = steps_from(s, c, {{-1, -2}, {1, -2}});
      a.silver[ci][at] = steps_from(s, c, {{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}});
      a.gold[ci][at] = steps_from(s, c, {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}});
      if (in_zone(c, s)) a.zone[ci] |= Bitboard::of(s);
      for (std::size_t k = 0; k < kind_count; ++k)
        if (!is_stuck(Kind(k), c, s)) a.droppable[ci][k] |= Bitboard::of(s);
    }
    a.file[static_cast<std::size_t>(file_of(s))] |= Bitboard::of(s);
    a.rank[static_cast<std::size_t>(rank_of(s))] |= Bitboard::of(s);
  }
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t k = 1; k < kind_count; ++k)
      for (std::size_t from = 0; from < square_count; ++from) {
        const Bitboard reach = free_attacks(a, Kind(k), c, from);
        for (std::size_t king = 0; king < square_count; ++king)
          if ((reach & a.king[king]).any()) a.round_from[c][k][king] |= Bitboard::of(square_of(static_cast<int>(from)));
      }
  // Where checks can come from: worked out for black, turned for white.
  for (int k = 1; k < kind_count; ++k) {
    const Kind kind{static_cast<std::uint8_t>(k)};
    if (kind == Kind::king) continue;
    std::array<Bitboard, square_count> moves{}, promoting{}, plain_targets{}, promoted_targets{};
    for (std::size_t s = 0; s < square_count; ++s) {
      moves[s] = free_attacks(a, kind, 0, s);
      plain_targets[s] = free_attacks(a, kind, 1, s);
      if (!can_promote(kind)) continue;
      promoting[s] = in_zone(Color::black, square_of(static_cast<int>(s))) ? moves[s] : moves[s] & a.zone[0];
      promoted_targets[s] = free_attacks(a, promoted(kind), 1, s);
    }
    for (std::size_t king = 0; king < square_count; ++king)
      for (std::size_t from = 0; from < square_count; ++from)
        if (((moves[from] & plain_targets[king]) | (promoting[from] & promoted_targets[king])).any()) {
          const auto at = static_cast<std::size_t>(k);
          a.check_from[0][at][king] |= Bitboard::of(square_of(static_cast<int>(from)));
          a.check_from[1][at][80 - king] |= Bitboard::of(square_of(static_cast<int>(80 - from)));
        }
  }
  return a;
}

}  // namespace

const Attacks attacks = make();

}  // namespace nazo::tsume::tables
