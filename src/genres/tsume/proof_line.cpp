#include "genres/tsume/proof_line.hpp"

#include <algorithm>

#include "genres/tsume/line.hpp"
#include "genres/tsume/movegen.hpp"
#include "genres/tsume/mudaai.hpp"

namespace nazo::tsume {
namespace {

constexpr Length no_mate = unproven;
/// What it may cost to find an interposition useless. One on which this is spent in vain counts as a defence.
constexpr std::uint64_t most_nodes_for_one_interposition = 5'000;

}  // namespace

Length ProofLines::bound_of(const Position& p) {
  const Found found = search_.known(p, endless_length, Rules::count_all);
  return found.state == Found::State::proved ? found.length : no_mate;
}

bool ProofLines::steps(Position& p, std::vector<Step>& out) {
  const bool attacking = p.side() == Color::black;
  MoveList list;
  if (attacking) checks(p, list);
  else evasions(p, list);
  order_for_people(p, list);
  for (const Move16 m : list) {
    const Position::Undo undo = p.make(m);
    Length bound = bound_of(p);
    if (bound == no_mate && attacking && is_mate(p)) bound = 0;
    if (bound == no_mate && !attacking) {
      // The entry was collected, or dominance proved the parent another way: find the mate again.
      const Outcome o = search_.run(p, endless_length, Rules::count_all, meter_);
      if (o.proved()) bound = o.length;
    }
    p.undo(m, undo);
    if (bound != no_mate) out.push_back({m, bound});
    else if (!attacking) return false;
  }
  std::stable_sort(out.begin(), out.end(), [&](const Step& a, const Step& b) {
    return attacking ? a.bound < b.bound : a.bound > b.bound;
  });
  return true;
}

std::vector<Move16> ProofLines::quick_line(Position p) {
  std::vector<Move16> line;
  for (;;) {
    if (p.side() == Color::white && is_mate(p)) return line;
    std::vector<Step> options;
    if (!steps(p, options)) return {};
    if (options.empty()) {
      // The attacker's mating move is missing from the table: prove the position again.
      if (p.side() == Color::white || line.size() > MateSearch::depth_limit) return {};
      const Outcome o = search_.run(p, endless_length, Rules::count_all, meter_);
      if (!o.proved() || !steps(p, options) || options.empty()) return {};
    }
    line.push_back(options.front().move);
    p.make(options.front().move);
    if (line.size() > MateSearch::depth_limit) return {};
  }
}

ProofLines::Value ProofLines::value(Position& p) {
  const std::pair key{p.board_key(), p.hand(Color::black).bits()};
  if (const auto at = memo_.find(key); at != memo_.end()) {
    Value v = at->second;
    if (v.open) v.length = no_mate;  // a cycle: of no use to the attacker
    return v;
  }
  if (memo_.size() >= most_nodes_ || depth_ >= 2 * MateSearch::depth_limit) failed_ = true;
  if (failed_) return {no_mate, 0, false, {}};
  memo_.emplace(key, Value{no_mate, 0, true, {}});
  ++depth_;
  const Value v = p.side() == Color::black ? attack(p) : defend(p);
  --depth_;
  memo_[key] = v;
  return v;
}

ProofLines::Value ProofLines::attack(Position& p) {
  std::vector<Step> options;
  (void)steps(p, options);
  if (options.empty() && search_.run(p, endless_length, Rules::count_all, meter_).proved()) (void)steps(p, options);
  Value best{no_mate, 0, false, {}};
  for (const Step& step : options) {
    // A later move is worth a look only if its bound already beats what was found.
    if (best.length != no_mate && step.bound + 1 >= best.length) break;
    const Position::Undo undo = p.make(step.move);
    const Value v = value(p);
    p.undo(step.move, undo);
    if (failed_) return best;
    if (v.length != no_mate && v.length + 1 < best.length)
      best = {static_cast<Length>(v.length + 1), v.left_in_hand, false, step.move};
  }
  if (best.length == no_mate) failed_ = true;
  return best;
}

ProofLines::Value ProofLines::defend(Position& p) {
  std::vector<Step> options;
  if (!steps(p, options)) {
    failed_ = true;
    return {no_mate, 0, false, {}};
  }
  std::vector<std::pair<Move16, Value>> answers;
  answers.reserve(options.size());
  for (const Step& step : options) {
    const Position::Undo undo = p.make(step.move);
    answers.emplace_back(step.move, value(p));
    p.undo(step.move, undo);
    if (failed_ || answers.back().second.length == no_mate) return {no_mate, 0, false, {}};
  }
  std::vector<bool> counts(answers.size(), true);
  if (rules_ == Rules::exclude_useless) strike_out_useless(p, answers, counts);
  Value best{0, static_cast<std::uint8_t>(p.hand(Color::black).total()), false, {}};
  bool first = true;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!counts[i]) continue;
    const auto& [move, v] = answers[i];
    const auto length = static_cast<Length>(v.length + 1);
    if (first || length > best.length || (length == best.length && v.left_in_hand < best.left_in_hand))
      best = {length, v.left_in_hand, false, move};
    first = false;
  }
  return best;
}

void ProofLines::strike_out_useless(Position& p, const std::vector<std::pair<Move16, Value>>& answers,
                                    std::vector<bool>& counts) {
  const Square king = p.king(Color::white);
  const Bitboard checkers = p.attackers_to(king, Color::black, p.occupied());
  if (checkers.more_than_one()) return;
  const Square checker = checkers.first();
  const Bitboard gap = between(king, checker);
  if (gap.empty()) return;
  const auto stage_of = [&](Move16 m) {
    return gap.has(m.to()) && (m.is_drop() || m.from() != king) ? 1 + between(king, m.to()).count() : 0;
  };
  Length base = 0;
  for (const auto& [move, v] : answers)
    if (stage_of(move) == 0) base = std::max(base, static_cast<Length>(v.length + 1));
  const int squares = gap.count();
  for (int stage = 1; stage <= squares; ++stage) {
    const Length nearer = base;
    int drops = -1;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const Move16 m = answers[i].first;
      if (stage_of(m) != stage) continue;
      bool useless = drops == 1;
      if (!m.is_drop() || drops < 0) {
        Position blocked = p;
        blocked.make(m);
        const Captures captures = checking_captures(blocked, checker, m.to());
        useless = false;
        for (int c = 0; c < captures.count && !useless; ++c) {
          const Position rest = without_interposition(p, m, captures.moves[static_cast<std::size_t>(c)]);
          if (nearer == 0) {
            useless = is_mate_in_effect(rest);
          } else {
            Budget little = meter_.rest();
            little.nodes = std::min(little.nodes, most_nodes_for_one_interposition);
            Meter meter(little);
            useless = search_.run(rest, nearer, Rules::count_all, meter).proved();
          }
        }
        if (m.is_drop()) drops = useless ? 1 : 0;
      }
      if (useless) counts[i] = false;
      else base = std::max(base, static_cast<Length>(answers[i].second.length + 1));
    }
  }
}

std::vector<Move16> ProofLines::full_line(const Position& start, std::size_t most_nodes) {
  most_nodes_ = most_nodes;
  failed_ = false;
  depth_ = 0;
  memo_.clear();
  Position p = start;
  Value v = value(p);
  if (failed_ || v.length == no_mate) return {};
  std::vector<Move16> line;
  while (!v.move.is_none()) {
    line.push_back(v.move);
    p.make(v.move);
    v = value(p);
    if (failed_ || line.size() > MateSearch::depth_limit) return {};
  }
  return line;
}

}  // namespace nazo::tsume
