// Fit to publish? For every code a pair: a sound problem, and one with exactly that fault.
#include "genres/tsume/solve/check.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/rng.hpp"
#include "genres/tsume/genre.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/referee.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "tsume/helpers.hpp"

namespace nazo::tsume {
namespace {

using helpers::position;

Report checked(std::string_view sfen) {
  Context context;
  context.budget.bytes = std::uint64_t{64} << 20;
  return check(position(sfen), Rules::exclude_useless, context);
}
std::set<std::string> codes(const Report& report) {
  std::set<std::string> out;
  for (const Finding& f : report.findings) out.insert(f.code);
  return out;
}
using Codes = std::set<std::string>;

TEST(TsumeCheck, SoundProblems) {
  for (const char* sfen : {"7k1/9/5L1SP/9/9/9/9/9/9 b 2r2b4g3s4n3l17p 1", "3k5/9/3+P5/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
                           "ks7/9/2+P6/GgB6/9/9/9/9/9 b S2rb2g2s4n4l17p 1"}) {
    const Report report = checked(sfen);
    EXPECT_EQ(codes(report), Codes{}) << sfen;
    EXPECT_TRUE(report.valid());
    EXPECT_EQ(report.limit, Limit::none);
    // White attacks: the same verdict.
    Context context;
    EXPECT_TRUE(check(position(sfen).turned(), Rules::exclude_useless, context).valid());
    EXPECT_TRUE(check(position(sfen).mirrored(), Rules::exclude_useless, context).valid());
  }
}

TEST(TsumeCheck, NoMate) {
  // The sound problem without its lance: nothing keeps the king from 4b.
  EXPECT_EQ(codes(checked("7k1/9/5L1SP/9/9/9/9/9/9 b 2r2b4g3s4n3l17p 1")), Codes{});
  const Report report = checked("7k1/9/7SP/9/9/9/9/9/9 b 2r2b4g3s4n4l17p 1");
  EXPECT_EQ(codes(report), Codes{"no_mate"});
  EXPECT_FALSE(report.valid());
}

TEST(TsumeCheck, Yozume) {
  // The line begins P*9b; the lance dropped on 9c mates in three as well.
  const Report report = checked("k2+P5/3p5/1G1+n5/b8/9/9/9/9/9 b LP2rb3g4s3n3l15p 1");
  EXPECT_EQ(codes(report), Codes{"yozume"});
  EXPECT_NE(report.findings.front().message.find("ply 1: L*9c"), std::string::npos) << report.findings.front().message;
  EXPECT_FALSE(report.valid());
}

TEST(TsumeCheck, YozumeLater) {
  const Report report = checked("2r2k3/9/2P3+R2/2G6/9/9/9/9/9 b S2b3g3s4n4l17p 1");
  EXPECT_EQ(codes(report), Codes{"yozume"});
  EXPECT_NE(report.findings.front().message.find("ply 3"), std::string::npos) << report.findings.front().message;
}

TEST(TsumeCheck, TheLastMoveIsFree) {
  // Mate in three whose last move can be played in two ways; a mate in one with two moves is not sound.
  const Report in_one = checked("3k5/9/3+P5/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1");
  EXPECT_FALSE(in_one.valid());
}

TEST(TsumeCheck, MirrorImagesAreOneSolution) {
  // King and pieces on the middle file: a gold to the left or to the right is the same idea.
  Context context;
  const Position p = position("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
  const Report report = check(p, Rules::exclude_useless, context);
  for (const Finding& f : report.findings) EXPECT_NE(f.code, "yozume") << f.message;
}

TEST(TsumeCheck, HandLeft) {
  const Report report = checked("4k4/9/6RB1/9/9/9/9/9/9 b GPrb3g4s4n4l17p 1");
  EXPECT_EQ(codes(report), Codes{"hand_left"});
  EXPECT_FALSE(report.valid());
  EXPECT_FALSE(codes(checked("4k4/9/6RB1/9/9/9/9/9/9 b Grb3g4s4n4l18p 1")).contains("hand_left")) << "without the pawn";
}

TEST(TsumeCheck, Decoration) {
  const Report report = checked("1k7/9/2+P6/3s5/9/9/9/9/9 b SP2r2b4g2s4n4l16p 1");
  EXPECT_EQ(codes(report), Codes{"decoration"});
  EXPECT_NE(report.findings.front().message.find("6d"), std::string::npos);
  EXPECT_FALSE(report.valid());
  EXPECT_EQ(codes(checked("1k7/9/2+P6/9/9/9/9/9/9 b SP2r2b4g3s4n4l16p 1")), Codes{}) << "without it";
}

TEST(TsumeCheck, KizuOfPromotion) {
  const Report report = checked("8k/5B3/7G1/9/9/9/9/9/9 b 2rb3g4s4n4l18p 1");
  EXPECT_EQ(codes(report), Codes{"kizu_promotion"});
  EXPECT_TRUE(report.valid()) << "reported, not invalid";
}

TEST(TsumeCheck, KizuOfDistance) {
  const Report report = checked("2k6/9/3+S5/L1+P6/9/9/9/9/9 b BN2rb4g3s3n3l17p 1");
  EXPECT_EQ(codes(report), Codes{"kizu_far_drop"});
  EXPECT_TRUE(report.valid()) << "reported, not invalid";
}

TEST(TsumeVerify, EveryRuleHasItsFinding) {
  const Position p = position("7k1/9/5L1SP/9/9/9/9/9/9 b 2r2b4g3s4n3l17p 1");
  const auto finding = [&](std::string_view solution) {
    const Report report = verify(p, solution, Rules::exclude_useless);
    return report.findings.empty() ? std::string()
                                   : report.findings.front().code + ": " + report.findings.front().message;
  };
  EXPECT_EQ(finding("1c1b+ 2a3a 2c2b+"), "");
  EXPECT_EQ(finding(" 1c1b+\n2a3a\t2c2b+ "), "");
  EXPECT_TRUE(finding("").starts_with("no_mate"));
  EXPECT_TRUE(finding("1c1b+").starts_with("no_mate"));
  EXPECT_TRUE(finding("1c1b+ 2a3a").starts_with("no_mate"));
  EXPECT_TRUE(finding("2c3b").starts_with("no_mate"));
  EXPECT_TRUE(finding("1c1b").starts_with("illegal")) << "an unpromoted pawn on 1b does not check the king on 2a";
  EXPECT_TRUE(finding("4c4b").starts_with("illegal"));
  EXPECT_NE(finding("4c4b").find("does not give check"), std::string::npos);
  EXPECT_TRUE(finding("P*2b").starts_with("illegal: ply 1"));
  EXPECT_NE(finding("P*2b").find("not in hand"), std::string::npos);
  EXPECT_NE(finding("1c1b+ 2a2b").find("in check"), std::string::npos);
  EXPECT_TRUE(finding("rubbish").starts_with("illegal"));
  EXPECT_TRUE(finding("1c1b+ 2a3a 2c2b+ 3a2b").starts_with("illegal"));
}

TEST(TsumeVerify, TheDefenderMustNotHelp) {
  // Legal, every move a check, mate at the end: but there is no forced mate in three, the king chose badly.
  const Position p = position("6k2/4R4/9/7+pN/9/9/9/9/9 b r2b4g4s3n4l17p 1");
  for (const Rules rules : {Rules::count_all, Rules::exclude_useless}) {
    const Report report = verify(p, "5b4b+ 3a2a 1d2b+", rules);
    EXPECT_EQ(codes(report), Codes{"no_mate"});
    EXPECT_FALSE(report.valid());
  }
}

TEST(TsumeVerify, NoLineShorterThanTheMatePasses) {
  // Random checks and random answers sometimes end in mate sooner than the problem's length: the defender helped.
  const Position p = position("6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b r4g3s2n2l17p 1");  // 13 plies
  std::array<int, 10> refused{};
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Rng rng(5, i);
    Position at = p;
    std::string line;
    for (std::size_t ply = 1; ply <= 9; ++ply) {
      MoveList list;
      if (ply % 2 == 1)
        checks(at, list);
      else
        evasions(at, list);
      if (list.empty()) break;
      const Move16 m = list[static_cast<int>(rng.below(static_cast<std::uint64_t>(list.size())))];
      line += (line.empty() ? "" : " ") + usi_of(m);
      at.make(m);
      if (ply % 2 == 1 && is_mate(at)) {
        if (refused[ply] >= 1) break;
        EXPECT_EQ(codes(verify(p, line, Rules::exclude_useless)), Codes{"no_mate"}) << line;
        ++refused[ply];
        break;
      }
    }
  }
  EXPECT_GT(refused[3] + refused[5], 0);
  EXPECT_GT(refused[7], 0);
  EXPECT_GT(refused[9], 0);
}

TEST(TsumeVerify, WhatIsOnlyReplayedIsCalledSo) {
  // Thirteen plies: legal, all checks, mate at the end.
  const Position p = position("6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b r4g3s2n2l17p 1");
  Meter meter(Budget{});
  Solver solver(std::uint64_t{16} << 20);
  const std::string line = helpers::joined(solver.solve(p, {}, meter).line);
  const Report report = verify(p, line, Rules::exclude_useless);
  EXPECT_EQ(codes(report), Codes{"replayed"});
  EXPECT_TRUE(report.valid()) << "reported, not invalid";
  for (const CodeFact& code : tsume_genre().facts().codes)
    if (code.code == "replayed") {
      EXPECT_FALSE(code.invalidates);
    }

  // Seven plies are for the referee, if it is given the nodes.
  const Position seven = position("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
  const char* solution = "R*2b 2a1a 2b3b 4c3c P*1b 1a2a 4a3a";
  EXPECT_EQ(codes(verify(seven, solution, Rules::exclude_useless)), Codes{});
  EXPECT_EQ(codes(verify(seven, solution, Rules::exclude_useless, {.nodes = 10})), Codes{"replayed"});
  const std::atomic<bool> stop = true;
  const Report stopped = verify(p, line, Rules::exclude_useless, {.stop = &stop});
  EXPECT_EQ(stopped.judgement(), Judgement::valid) << "done before anyone looks";
  const Report late = verify(seven, solution, Rules::exclude_useless, {.stop = &stop});
  EXPECT_EQ(late.judgement(), Judgement::undecided);
  EXPECT_EQ(late.limit, Limit::stopped);
}

TEST(TsumeVerify, TheRefereeGivesUpRatherThanGuess) {
  const Position p = position("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
  Meter too_little({.nodes = 10}), enough({.nodes = 50'000});
  EXPECT_EQ(Referee(Rules::exclude_useless, too_little).length(p, 7), std::nullopt);
  EXPECT_EQ(Referee(Rules::exclude_useless, enough).length(p, 7), 7);
}

}  // namespace
}  // namespace nazo::tsume
