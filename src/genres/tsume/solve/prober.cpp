#include "genres/tsume/solve/prober.hpp"

#include <algorithm>
#include <utility>

#include "base/rng.hpp"
#include "genres/tsume/rules/mating.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/ordered.hpp"

namespace nazo::tsume {
namespace {

constexpr int most_defences_compared = 64;  ///< of equally long defences while the main line is chosen
constexpr std::int64_t nodes_of_a_piece = 4096;

/// A move that is in the list changes places with the first.
void put_first(MoveList& list, Move16 wanted) {
  for (Move16& m : list)
    if (m == wanted) std::swap(m, list[0]);
}

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
  return !first_mating(pos_, list, is_mate_in_effect).is_none();
}

bool Prober::attack(int n) {
  ++nodes_;
  if (--left_ < 0 && !next_piece()) return false;
  if (n < 1) return false;
  if (n == 1) return mates_at_once();
  const std::uint64_t k = key();
  const Entry known = recall(k);
  if (const auto answer = known.within(n)) return *answer;
  if (known.failed <= n - 2 && attack(n - 2)) return true;
  if (left_ < 0) return false;
  const Move16 first = Move16::from_bits(known.move);
  MoveList list;
  checks(pos_, list);
  put_first(list, first);
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
  const Entry known = recall(k);
  if (const auto answer = known.within(n)) return *answer;
  const Move16 first = Move16::from_bits(known.move);
  const KingInCheck check = king_in_check(pos_);
  MoveList list;
  evasions(pos_, list);
  put_first(list, first);
  for (const Move16 m : list) {
    if (check.interposes(m)) continue;
    const Position::Undo undo = pos_.make(m);
    const bool mate = attack(n - 1);
    pos_.undo(m, undo);
    if (!mate) {
      store(k, false, n, m);
      return false;
    }
  }
  if (check.gap.any() && interpositions_fail(list, check, n, k)) return false;
  store(k, true, n, first);
  return true;
}

/// All other answers are mated within n: does an interposition that counts hold out longer?
bool Prober::interpositions_fail(const MoveList& list, const KingInCheck& check, int n, std::uint64_t k) {
  const Position before = pos_;
  int base = 0;                 // exact length of the longest answer among the first `measured` of `counted`
  std::vector<Move16> counted;  // answers that count so far
  std::size_t measured = 0;
  for (const Move16 m : list)
    if (!check.interposes(m)) counted.push_back(m);
  const auto exact_base = [&] {
    for (; measured < counted.size(); ++measured)
      base = std::max(base, 1 + exact(after(before, counted[measured]), n - 1));
    return base;
  };
  for (int stage = 1; stage <= check.gap.count(); ++stage) {
    enum class Drops { untested, useless, useful } drops = Drops::untested;
    const std::size_t nearer = counted.size();
    std::vector<Move16> useful;
    for (const Move16 m : list) {
      if (check.stage(m) != stage) continue;
      bool useless = drops == Drops::useless;
      if (!m.is_drop() || drops == Drops::untested) {
        useless = strikes_out(before, m, check.checker, 0);
        if (!useless && nearer > 0 && strikes_out(before, m, check.checker, n))
          useless = strikes_out(before, m, check.checker, exact_base());
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
  return is_useless_interposition(before, m, checker, [&](const Position& without) { return defend(without, base); });
}

std::vector<Move16> Prober::longest_defences(const Position& p, int n) {
  const MoveList list = ordered_evasions(p);
  const KingInCheck check = king_in_check(p);
  std::vector<Move16> longest;
  int base = 0;
  for (int stage = 0; stage <= check.gap.count(); ++stage) {
    const int nearer = base;
    for (const Move16 m : list) {
      if (check.stage(m) != stage) continue;
      if (stage > 0 && strikes_out(p, m, check.checker, nearer)) continue;
      const int here = 1 + exact(after(p, m), n - 1);
      base = std::max(base, here);
      if (here == n) longest.push_back(m);
      if (left_ < 0) return {};
    }
  }
  return longest;
}

ComparedLine Prober::best_attack(const Position& p, int n) {
  for (const Move16 m : ordered_checks(p)) {
    const Position next = after(p, m);
    if (!defend(next, n - 1)) continue;
    ComparedLine best = best_defence(next, n - 1);
    best.begin_with(m);
    return best;
  }
  return {};
}

ComparedLine Prober::best_defence(const Position& p, int n) {
  ComparedLine best;
  if (n == 0) {
    best.left_in_hand = p.hand(Color::black).total();
    return best;
  }
  bool first = true;
  for (const Move16 m : longest_defences(p, n)) {
    if (!first && (best.left_in_hand == 0 || ++comparisons_ > most_defences_compared)) break;
    ComparedLine line = best_attack(after(p, m), n - 1);
    if (left_ < 0) break;
    line.begin_with_answer(m);
    if (first || line.comes_before(best)) best = std::move(line);
    first = false;
  }
  return best;
}

std::vector<Move16> Prober::main_line(const Position& p, int n) {
  comparisons_ = 0;
  ComparedLine best = best_attack(p, n);
  if (ran_out() || std::ssize(best.moves) != n) return {};
  return std::move(best.moves);
}

}  // namespace nazo::tsume
