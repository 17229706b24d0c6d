// Moves taken back, and the quick search of the generators, against the rules and the referee.
#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "genres/tsume/generate/judge.hpp"
#include "genres/tsume/generate/retro.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/check.hpp"
#include "genres/tsume/solve/prober.hpp"
#include "genres/tsume/solve/referee.hpp"
#include "tsume/helpers.hpp"
#include "tsume/random_positions.hpp"

namespace {

using namespace nazo::tsume;
using nazo::Rng;

bool contains(const std::vector<Before>& all, const Position& p, Move16 m) {
  return std::ranges::any_of(all, [&](const Before& b) { return b.move == m && b.position == p; });
}

TEST(Retro, EveryMoveIsFoundBackwards) {
  Rng rng(5);
  int moves = 0;
  for (int i = 0; i < 300; ++i) {
    const auto p = random_positions::make(
        rng, {.attacker_king = i % 3 == 0, .attacker_white = i % 2 == 0, .many_sliders = i % 5 == 0});
    if (!p) continue;
    MoveList list;
    legal_moves(*p, list);
    for (int k = 0; k < list.size(); k += 7) {
      Position next = *p;
      next.make(list[k]);
      std::vector<Before> back;
      moves_back(next, back);
      EXPECT_TRUE(contains(back, *p, list[k])) << sfen_of(*p) << " " << usi_of(list[k]);
      ++moves;
    }
  }
  EXPECT_GT(moves, 1000);
}

TEST(Retro, EveryMoveBackIsLegalForwards) {
  Rng rng(6);
  std::size_t moves = 0;
  for (int i = 0; i < 600; ++i) {
    const auto p = random_positions::make(rng, {.attacker_king = i % 3 == 0, .attacker_white = i % 2 == 0});
    if (!p || p->in_check(~p->side())) continue;
    std::vector<Before> back;
    moves_back(*p, back);
    for (const Before& b : back) {
      const Illegal why = why_illegal(b.position, b.move);
      EXPECT_TRUE(why == Illegal::none || why == Illegal::pawn_drop_mate)
          << sfen_of(b.position) << " " << usi_of(b.move);
      Position next = b.position;
      next.make(b.move);
      EXPECT_TRUE(next == *p) << sfen_of(*p) << " from " << sfen_of(b.position);
      EXPECT_EQ(next.board_key(), p->board_key());
    }
    moves += back.size();
  }
  EXPECT_GT(moves, 10000u);
}

TEST(Retro, AloneKingMayHaveTakenAnything) {
  // White's king came from one of five squares, or took one of the kinds that white holds there.
  const Position p = helpers::position("4k4/9/9/9/9/9/9/9/4K4 b - 1", DefenderHand::given);
  std::vector<Before> back;
  moves_back(p, back);
  EXPECT_EQ(back.size(), 5u);
  const Position held = helpers::position("4k4/9/9/9/9/9/9/9/4K4 b g 1");
  back.clear();
  moves_back(held, back);
  EXPECT_EQ(back.size(), 10u);
}

TEST(Prober, LengthsAreTheReferees) {
  Rng rng(8);
  Prober prober(14);
  int mates = 0, compared = 0;
  for (int i = 0; i < 3500; ++i) {
    const auto p = random_positions::make(rng, {.attackers = 5, .many_sliders = i % 2 == 0, .edge = i % 3 != 0});
    if (!p) continue;
    nazo::Meter refereeing({.nodes = 30'000});
    Referee referee(Rules::exclude_useless, refereeing);
    const std::optional<int> plain = referee.length(*p, 5);
    if (!plain) continue;
    prober.allow(1'000'000);
    const std::optional<int> quick = prober.length(*p, 5);
    EXPECT_EQ(quick.value_or(7), *plain > 5 ? 7 : *plain) << sfen_of(*p);
    mates += quick ? 1 : 0;
    ++compared;
  }
  EXPECT_GT(compared, 1500);
  EXPECT_GT(mates, 100);
}

TEST(Prober, AnAllowanceEnds) {
  const Position p = helpers::position("4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1");
  Prober prober(10);
  prober.allow(500);
  EXPECT_FALSE(prober.length(p, 15));
  EXPECT_TRUE(prober.ran_out());
  EXPECT_LT(prober.nodes(), 2000);
}

TEST(Sound, FaultsAreFound) {
  Prober prober(14);
  const auto fault = [&](std::string_view sfen) {
    const Position p = helpers::position(sfen);
    prober.allow(200'000);
    const auto n = prober.length(p, 9);
    Problem out;
    return n ? nazo::tsume::judge(prober, p, *n, out) : Fault::no_mate;
  };
  EXPECT_EQ(fault("6s1k/8n/6S2/9/9/9/9/9/9 b N2r2b4g2s2n4l18p 1"), Fault::none);
  EXPECT_EQ(fault("8k/9/7PP/9/9/9/9/9/9 b G 1"), Fault::second_solution);
  EXPECT_EQ(fault("4k4/9/4P4/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1"), Fault::no_mate);
  EXPECT_EQ(fault("4k4/9/4P4/9/9/9/9/9/9 b GP2r2b3g4s4n4l16p 1"), Fault::hand_left);
}

TEST(Sound, ADecorationIsTakenAway) {
  Prober prober(14);
  prober.allow(200'000);
  const Position p = helpers::position("6s1k/8n/6S2/9/9/9/9/p8/9 b N2r2b4g2s2n4l17p 1");
  Problem problem;
  ASSERT_EQ(nazo::tsume::judge(prober, p, 5, problem), Fault::none);
  ASSERT_TRUE(strip(prober, problem));
  EXPECT_EQ(sfen_of(problem.position), "6s1k/8n/6S2/9/9/9/9/9/9 b N2r2b4g2s2n4l18p 1");
}

/// What the quick judge lets through has one solution for `check`, too: both ask the same questions of different
/// searches. Only a decoration may be left, where the problem without it has a choice that makes no difference.
TEST(Sound, TheQuickJudgeIsAtLeastAsStrict) {
  Rng rng(77);
  Prober prober(16);
  int sound = 0, faulty = 0;
  for (int i = 0; i < 4000 && sound < 25; ++i) {
    auto p = random_positions::make(rng, {.many_sliders = i % 2 == 0});
    if (!p || !give_rest(*p)) continue;
    prober.allow(20'000);
    const auto n = prober.length(*p, 5);
    Problem problem;
    if (!n || nazo::tsume::judge(prober, *p, *n, problem) != Fault::none || !strip(prober, problem)) {
      faulty += n ? 1 : 0;
      continue;
    }
    ++sound;
    const auto report = check(problem.position, Rules::exclude_useless, {.budget = {.seconds = 20}});
    if (report.judgement() == nazo::Judgement::undecided) continue;
    for (const nazo::Finding& finding : report.findings)
      EXPECT_EQ(finding.code, "decoration") << sfen_of(problem.position) << " " << finding.message;
  }
  EXPECT_GE(sound, 5);
  EXPECT_GE(faulty, 20);
}

TEST(Sound, TheLineNameForgetsFileAndSide) {
  Prober prober(14);
  std::vector<std::string> names;
  for (const std::string_view sfen :
       {"9/3k5/9/5R3/3N5/9/9/9/9 b 2Gr2b2g4s3n4l18p 1", "9/4k4/9/6R2/4N4/9/9/9/9 b 2Gr2b2g4s3n4l18p 1"}) {
    Position p = helpers::position(sfen);
    for (int side = 0; side < 2; ++side, p = p.mirrored()) {
      prober.allow(200'000);
      const auto n = prober.length(p, 5);
      ASSERT_TRUE(n);
      names.push_back(line_name({p, prober.main_line(p, *n)}));
    }
  }
  for (const std::string& name : names) EXPECT_EQ(name, names.front());
}

}  // namespace
