// The search against the judge: verdicts, exact lengths in both ways of counting, and what proofs and disproofs claim
// about other hands.
#include <gtest/gtest.h>

#include <cstdlib>

#include "genres/tsume/solve/dfpn.hpp"
#include "genres/tsume/solve/hands.hpp"
#include "genres/tsume/solve/referee.hpp"
#include "tsume/helpers.hpp"
#include "tsume/random_positions.hpp"

namespace nazo::tsume {
namespace {

bool thorough() { return std::getenv("NAZO_TEST_ALL") != nullptr; }

random_positions::Wish some_wish(Rng& rng) {
  random_positions::Wish wish;
  wish.attackers = rng.between(1, 5);
  wish.defenders = rng.between(0, 5);
  wish.attacker_hand = rng.between(0, 3);
  wish.defender_hand = rng.between(0, 4);
  wish.attacker_king = rng.below(3) == 0;
  wish.many_sliders = rng.below(2) == 0;
  wish.edge = rng.below(2) == 0;
  wish.near = rng.below(4) != 0;
  return wish;
}

/// The engine's length by ever longer bounds, 9999 if none up to `cap` mates.
int engine_length(MateSearch& search, const Position& p, int cap, Rules rules) {
  for (int length = 1; length <= cap; length += 2) {
    Meter meter(Budget{});
    const Outcome o = search.run(p, static_cast<Length>(length), rules, meter);
    EXPECT_TRUE(o.solved());
    if (o.proved()) {
      EXPECT_EQ(o.length, length);
      return o.length;
    }
    EXPECT_GE(o.length, length);
  }
  return 9999;
}

TEST(TsumeDifferential, LengthsAgreeWithTheJudge) {
  const int wanted = thorough() ? 100'000 : 1'500, deep_every = 10;
  int looked_at = 0, mates = 0, rule_matters = 0;
  MateSearch search(std::uint64_t{64} << 20);
  for (std::uint64_t i = 0; looked_at < wanted; ++i) {
    Rng rng(41, i);
    const auto p = random_positions::make(rng, some_wish(rng));
    if (!p) continue;
    MoveList list;
    checks(*p, list);
    if (list.empty()) continue;
    const int cap = looked_at++ % deep_every == 0 ? 5 : 3;
    const judge::Board board = judge::Board::read(sfen_of(*p));
    std::array<int, 2> lengths{};
    for (const Rules rules : {Rules::count_all, Rules::exclude_useless}) {
      judge::Solver judge(rules == Rules::exclude_useless);
      const int expected = judge.attack(board, cap);
      ASSERT_EQ(engine_length(search, *p, cap, rules), expected)
          << sfen_of(*p) << (rules == Rules::count_all ? " counted" : " excluded");
      Meter refereeing({.nodes = 100'000});
      if (const auto refereed = Referee(rules, refereeing).length(*p, cap)) {
        ASSERT_EQ(*refereed, std::min(expected, cap + 1)) << "the referee of verify: " << sfen_of(*p);
      }
      lengths[static_cast<std::size_t>(rules)] = expected;
      mates += expected <= cap ? 1 : 0;
    }
    rule_matters += lengths[0] != lengths[1] ? 1 : 0;
  }
  EXPECT_GT(mates, wanted / 30);
  if (thorough()) {
    EXPECT_GT(rule_matters, 20);
  }
}

/// The same board with another attacker's hand; the rest of what both held goes to the defender.
std::optional<Position> with_hand(const Position& p, Hand hand) {
  const Hand both = both_hands(p);
  if (!both.covers(hand)) return std::nullopt;
  Position other = p;
  other.set_hand(Color::black, hand);
  other.set_hand(Color::white, Hand(both.bits() - hand.bits()));
  return other;
}

TEST(TsumeDifferential, ProofAndDisproofHandsHold) {
  // For every solved position: with just the proof hand it must still be mate within the length, with all of the
  // disproof hand it must still fail.
  const int wanted = thorough() ? 3'000 : 250;
  int proofs = 0, disproofs = 0;
  for (std::uint64_t i = 0; proofs + disproofs < wanted; ++i) {
    Rng rng(57, i);
    random_positions::Wish wish = some_wish(rng);
    wish.attacker_hand = 3;
    const auto p = random_positions::make(rng, wish);
    if (!p) continue;
    MoveList list;
    checks(*p, list);
    if (list.empty()) continue;
    MateSearch search(std::uint64_t{8} << 20);
    Meter meter(Budget{});
    const Outcome o = search.run(*p, 3, Rules::count_all, meter);
    ASSERT_TRUE(o.solved());
    const auto other = with_hand(*p, o.hand);
    ASSERT_TRUE(other) << sfen_of(*p);
    judge::Solver judge(false);
    const int length = judge.attack(judge::Board::read(sfen_of(*other)), 3);
    if (o.proved()) {
      EXPECT_TRUE(p->hand(Color::black).covers(o.hand));
      EXPECT_LE(length, o.length) << sfen_of(*p) << " with " << sfen_hands(*other);
      ++proofs;
    } else {
      if (disproofs > 4 * wanted / 5) continue;
      EXPECT_TRUE(o.hand.covers(p->hand(Color::black)));
      EXPECT_GT(length, 3) << sfen_of(*p) << " with " << sfen_hands(*other);
      ++disproofs;
    }
  }
  EXPECT_GT(proofs, wanted / 10);
}

}  // namespace
}  // namespace nazo::tsume
