#include "genres/tsume/solve/referee.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"

namespace nazo::tsume {
namespace {

/// Board, side and both hands: a piece that was moved between king and checker may have left the game.
std::uint64_t key_of(const Position& p) {
  return p.board_key() ^ mix64(std::uint64_t{p.hand(Color::black).bits()} << 32 | p.hand(Color::white).bits());
}

}  // namespace

std::optional<int> Referee::length(const Position& p, int cap) {
  const int n = attack(p, std::min(cap, longest));
  if (stopped()) return std::nullopt;
  return std::min(n, cap + 1);
}

int Referee::attack(const Position& p, int cap) {
  if (cap < 1) return far;
  const std::uint64_t key = key_of(p);
  const Known known = memo_[key];
  if (known.length > 0) return known.length <= cap ? known.length : far;
  if (known.failed >= cap) return far;
  MoveList list;
  checks(p, list);
  for (int n = known.failed == 0 ? 1 : known.failed + 2; n <= cap; n += 2) {
    if (!meter_.spend()) return far;
    Move16& last = last_mating_[static_cast<std::size_t>(n)];
    if (Move16* const at = std::find(list.begin(), list.end(), last); at != list.end())
      std::iter_swap(list.begin(), at);
    for (const Move16 m : list) {
      const int longest_answer = defend(after(p, m), n - 1);
      if (stopped()) return far;
      if (longest_answer > n - 1) continue;
      last = m;
      memo_[key].length = static_cast<std::int8_t>(n);
      return n;
    }
    memo_[key].failed = static_cast<std::int8_t>(n);
  }
  return far;
}

int Referee::defend(const Position& p, int cap) {
  MoveList list;
  evasions(p, list);
  KingInCheck check = king_in_check(p);
  if (rules_ == Rules::count_all) check.gap = {};
  int longest_answer = 0;
  for (int stage = 0; stage <= check.gap.count(); ++stage) {
    const int nearer = longest_answer;
    for (const Move16 m : list) {
      if (check.stage(m) != stage || (stage > 0 && is_useless(p, m, check.checker, nearer))) continue;
      longest_answer = std::max(longest_answer, 1 + attack(after(p, m), cap - 1));
      if (longest_answer > cap) return far;
    }
  }
  return longest_answer;
}

bool Referee::is_useless(const Position& p, Move16 m, Square checker, int nearer) {
  return is_useless_interposition(p, m, checker,
                                  [&](const Position& without) { return defend(without, nearer) <= nearer; });
}

}  // namespace nazo::tsume
