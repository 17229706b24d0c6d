#include "genres/tsume/solve/prober.hpp"

#include <algorithm>
#include <utility>

#include "base/rng.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/solve/line.hpp"

namespace nazo::tsume {
namespace {

constexpr int most_defences_compared = 64;  ///< of equally long defences while the main line is chosen
constexpr std::int64_t nodes_of_a_piece = 4096;

}  // namespace

Prober::Prober(int bits, Meter* meter) : table_(std::size_t{1} << bits), shift_(64 - bits), meter_(meter) {}

void Prober::allow(std::int64_t nodes) {
  if (meter_ != nullptr && meter_->limit() != Limit::none) nodes = -1;
  left_ = std::min(nodes, nodes_of_a_piece);
  later_ = nodes - left_;
}

bool Prober::next_piece() {
  if (later_ == 0) return false;
  if (meter_ != nullptr && !meter_->check()) {
    later_ = 0;
    left_ = -1;
    return false;
  }
  left_ = std::min(later_, nodes_of_a_piece) - 1;
  later_ -= left_ + 1;
  return true;
}

std::uint64_t Prober::key() const {
  const std::uint64_t hands =
      pos_.hand(Color::black).bits() | (static_cast<std::uint64_t>(pos_.hand(Color::white).bits()) << 32);
  return mix64(pos_.board_key() ^ mix64(hands)) | 1;
}

void Prober::store(std::uint64_t key, bool mate, int n, Move16 move) {
  if (left_ < 0) return;
  Entry& e = slot(key);
  if (e.key != key) e = Entry{.key = key};
  if (mate)
    e.proven = static_cast<std::uint8_t>(std::min<int>(e.proven, n));
  else
    e.failed = static_cast<std::uint8_t>(std::max<int>(e.failed, n + 1));
  e.move = move.bits();
}

bool Prober::attack(const Position& p, int n) {
  const Position outer = std::exchange(pos_, p);
  const bool result = attack(n);
  pos_ = outer;
  return result;
}

bool Prober::defend(const Position& p, int n) {
  const Position outer = std::exchange(pos_, p);
  const bool result = defend(n);
  pos_ = outer;
  return result;
}

std::optional<int> Prober::length(const Position& p, int cap) {
  for (int n = 1; n <= cap && !ran_out(); n += 2)
    if (attack(p, n)) return n;
  return std::nullopt;
}

/// The exact length of a mate known to be at most `cap`.
int Prober::exact(const Position& p, int cap) { return length(p, cap - 2).value_or(cap); }

bool Prober::mates_at_once() {
  MoveList list;
  checks(pos_, list);
  if (list.empty()) return false;
  const Square king = pos_.king(Color::white);
  const Bitboard without_king = pos_.occupied() ^ Bitboard::of(king);
  const Bitboard covered = pos_.attacked_round(king, Color::black, without_king);
  const Bitboard flights = king_steps(king) - pos_.of(Color::white) - covered;
  for (const Move16 m : list) {
    // Most checks leave the king a square, which shows without making the move.
    const Bitboard to = Bitboard::of(m.to());
    if (m.is_drop()) {
      if (m.dropped() == Kind::pawn) continue;
      if ((to & king_steps(king)).any() && !covered.has(m.to())) continue;
      if (flights.any() && (flights - to - attacks_of(m.dropped(), Color::black, m.to(), without_king | to)).any())
        continue;
    } else if (flights.any()) {
      const Kind kind = kind_of(pos_.on(m.from()));
      const Bitboard board = (without_king ^ Bitboard::of(m.from())) | to;
      const Bitboard left =
          flights - to - attacks_of(m.is_promotion() ? promoted(kind) : kind, Color::black, m.to(), board);
      if (left.some([&](Square s) { return !pos_.is_attacked(s, Color::black, board); })) continue;
    }
    const Position::Undo undo = pos_.make(m);
    const bool mate = is_mate_in_effect(pos_);
    pos_.undo(m, undo);
    if (mate) return true;
  }
  return false;
}

bool Prober::attack(int n) {
  ++nodes_;
  if (--left_ < 0 && !next_piece()) return false;
  if (n < 1) return false;
  if (n == 1) return mates_at_once();
  const std::uint64_t k = key();
  Move16 first;
  if (const Entry& e = slot(k); e.key == k) {
    if (e.proven <= n) return true;
    if (e.failed > n) return false;
    first = Move16::from_bits(e.move);
    if (e.failed <= n - 2 && attack(n - 2)) return true;
  } else if (attack(n - 2)) {
    return true;
  }
  if (left_ < 0) return false;
  MoveList list;
  checks(pos_, list);
  for (Move16& m : list)
    if (m == first) std::swap(m, list[0]);
  for (const Move16 m : list) {
    const Position::Undo undo = pos_.make(m);
    const bool mate = defend(n - 1);
    pos_.undo(m, undo);
    if (mate) {
      store(k, true, n, m);
      return true;
    }
    if (left_ < 0) return false;
  }
  store(k, false, n, first);
  return false;
}

bool Prober::defend(int n) {
  if (n < 2) return n == 0 && is_mate_in_effect(pos_);
  const std::uint64_t k = key();
  Move16 first;
  if (const Entry& e = slot(k); e.key == k) {
    if (e.proven <= n) return true;
    if (e.failed > n) return false;
    first = Move16::from_bits(e.move);
  }
  MoveList list;
  evasions(pos_, list);
  const Square king = pos_.king(Color::white);
  const Bitboard checkers = pos_.attackers_to(king, Color::black, pos_.occupied());
  const Square checker = checkers.first();
  const Bitboard gap = checkers.more_than_one() ? Bitboard{} : between(king, checker);
  const auto interposes = [&](Move16 m) { return gap.has(m.to()) && (m.is_drop() || m.from() != king); };
  for (Move16& m : list)
    if (m == first) std::swap(m, list[0]);
  for (const Move16 m : list) {
    if (interposes(m)) continue;
    const Position::Undo undo = pos_.make(m);
    const bool mate = attack(n - 1);
    pos_.undo(m, undo);
    if (!mate) {
      store(k, false, n, m);
      return false;
    }
  }
  if (gap.any() && interpositions_fail(list, king, checker, n, k)) return false;
  store(k, true, n, first);
  return true;
}

/// All other answers are mated within n: does an interposition that counts hold out longer?
bool Prober::interpositions_fail(const MoveList& list, Square king, Square checker, int n, std::uint64_t k) {
  const Position before = pos_;
  const int squares = between(king, checker).count();
  int base = 0;                 // exact length of the longest answer among the first `measured` of `counted`
  std::vector<Move16> counted;  // answers that count so far
  std::size_t measured = 0;
  for (const Move16 m : list)
    if (!between(king, checker).has(m.to()) || (!m.is_drop() && m.from() == king)) counted.push_back(m);
  const auto exact_base = [&] {
    for (; measured < counted.size(); ++measured)
      base = std::max(base, 1 + exact(after(before, counted[measured]), n - 1));
    return base;
  };
  for (int stage = 0; stage < squares; ++stage) {
    enum class Drops { untested, useless, useful } drops = Drops::untested;
    const std::size_t nearer = counted.size();
    std::vector<Move16> useful;
    for (const Move16 m : list) {
      if (!between(king, checker).has(m.to()) || (!m.is_drop() && m.from() == king)) continue;
      if (between(king, m.to()).count() != stage) continue;
      bool useless = drops == Drops::useless;
      if (!m.is_drop() || drops == Drops::untested) {
        useless = strikes_out(before, m, checker, 0);
        if (!useless && nearer > 0 && strikes_out(before, m, checker, n))
          useless = strikes_out(before, m, checker, exact_base());
        if (m.is_drop()) drops = useless ? Drops::useless : Drops::useful;
      }
      if (left_ < 0) return true;
      if (useless) continue;
      const Position::Undo undo = pos_.make(m);
      const bool mate = attack(n - 1);
      pos_.undo(m, undo);
      if (!mate) {
        store(k, false, n, m);
        return true;
      }
      useful.push_back(m);
    }
    counted.insert(counted.end(), useful.begin(), useful.end());
  }
  return false;
}

bool Prober::strikes_out(const Position& before, Move16 m, Square checker, int base) {
  const Captures captures = checking_captures(after(before, m), checker, m.to());
  for (int i = 0; i < captures.count; ++i)
    if (defend(without_interposition(before, m, captures.moves[static_cast<std::size_t>(i)]), base)) return true;
  return false;
}

std::vector<Move16> Prober::longest_defences(const Position& p, int n) {
  MoveList list;
  evasions(p, list);
  order_for_people(p, list);
  const Square king = p.king(Color::white);
  const Bitboard checkers = p.attackers_to(king, Color::black, p.occupied());
  const Square checker = checkers.first();
  const Bitboard gap = checkers.more_than_one() ? Bitboard{} : between(king, checker);
  std::vector<Move16> longest;
  int base = 0;
  for (int stage = -1; stage < gap.count(); ++stage) {
    const int nearer = base;
    for (const Move16 m : list) {
      const bool interposes = gap.has(m.to()) && (m.is_drop() || m.from() != king);
      if ((interposes ? between(king, m.to()).count() : -1) != stage) continue;
      if (interposes && strikes_out(p, m, checker, nearer)) continue;
      const int here = 1 + exact(after(p, m), n - 1);
      base = std::max(base, here);
      if (here == n) longest.push_back(m);
      if (left_ < 0) return {};
    }
  }
  return longest;
}

Prober::Best Prober::best_attack(const Position& p, int n) {
  MoveList list;
  checks(p, list);
  order_for_people(p, list);
  for (const Move16 m : list) {
    const Position next = after(p, m);
    if (!defend(next, n - 1)) continue;
    Best best = best_defence(next, n - 1);
    best.moves.insert(best.moves.begin(), m);
    return best;
  }
  return {};
}

Prober::Best Prober::best_defence(const Position& p, int n) {
  Best best;
  if (n == 0) {
    best.left_in_hand = p.hand(Color::black).total();
    return best;
  }
  bool first = true;
  for (const Move16 m : longest_defences(p, n)) {
    if (!first && (best.left_in_hand == 0 || ++comparisons_ > most_defences_compared)) break;
    Best line = best_attack(after(p, m), n - 1);
    if (left_ < 0) break;
    line.moves.insert(line.moves.begin(), m);
    line.interpositions += m.is_drop() ? 1 : 0;
    if (first || std::pair{line.left_in_hand, line.interpositions} < std::pair{best.left_in_hand, best.interpositions})
      best = std::move(line);
    first = false;
  }
  return best;
}

std::vector<Move16> Prober::main_line(const Position& p, int n) {
  comparisons_ = 0;
  Best best = best_attack(p, n);
  if (ran_out() || std::ssize(best.moves) != n) return {};
  return std::move(best.moves);
}

}  // namespace nazo::tsume
