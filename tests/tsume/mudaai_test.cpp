// Useless interpositions: seventeen positions from public bug threads, decided both ways. docs/TSUME.md explains each.
#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "genres/tsume/rules/in_check.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "tsume/helpers.hpp"
#include "tsume/random_positions.hpp"

namespace nazo::tsume {
namespace {

using helpers::position;

struct Case {
  const char* id;
  const char* sfen;
  int excluded, counted;  // lengths; 0: no mate
};

const std::vector<Case> cases{
    {"kh8_a1", "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", 11, 17},
    {"kh8_a2", "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", 1, 13},
    {"kh8_b", "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 1, 3},
    {"yo162_1", "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 3, 5},
    {"yo162_2", "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 3, 7},
    {"sh15_A1", "3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1", 1, 7},
    {"sh15_A2", "3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1", 1, 7},
    {"sh15_B1", "3+R3nk/9/5p1G1/9/9/9/8p/9/8L b r2b3g4s3n3l16p 1", 1, 11},
    {"sh15_B2", "3+R3bk/9/5p1G1/9/9/9/8p/9/8L b rb3g4s4n3l16p 1", 1, 11},
    {"sugyan13", "1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", 1, 13},
    {"sugyan20", "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 3, 9},
    {"sh17", "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", 7, 7},
    {"sh14_naka1", "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1", 0, 0},
    {"sh14_naka2", "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1", 0, 0},
    {"sh14_ido1", "7lk/7p1/9/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/+R+bgss+P+P2/gggss+P+P1L b - 1", 0, 0},
    {"sh14_ido2", "7lk/7p1/7r1/+P+PL3r2/+P+P+PN1b3/+P+P+P+P+P+P2p/1L+pNNN3/1+bgss+P+P2/gggss+P+P1L b - 1", 21, 21},
    {"sh16_2", "8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1", 1, 13},
};

/// No king steps into the gap, and what is put there stands between king and checker.
TEST(Mudaai, OnlyInterpositionsEndInTheGap) {
  Rng rng(31);
  int interpositions = 0;
  for (int i = 0; i < 600; ++i) {
    const auto start = random_positions::make(rng, {.attacker_white = i % 2 == 1, .many_sliders = true});
    if (!start) continue;
    MoveList attacks;
    checks(*start, attacks);
    for (const Move16 attack : attacks) {
      const Position p = after(*start, attack);
      const KingInCheck check = king_in_check(p);
      MoveList answers;
      evasions(p, answers);
      for (const Move16 m : answers) {
        EXPECT_EQ(check.stage(m) > 0, check.interposes(m));
        if (!check.interposes(m)) continue;
        ++interpositions;
        EXPECT_TRUE(m.is_drop() || m.from() != check.king) << sfen_of(p) << " " << usi_of(m);
        EXPECT_TRUE(between(check.king, check.checker).has(m.to())) << sfen_of(p) << " " << usi_of(m);
      }
    }
  }
  EXPECT_GT(interpositions, 1000);
}

void decide(const Position& p, const Case& c) {
  for (const Rules rules : {Rules::exclude_useless, Rules::count_all}) {
    const int expected = rules == Rules::exclude_useless ? c.excluded : c.counted;
    Meter meter(Budget{});
    Solver solver(std::uint64_t{256} << 20);
    const Solution s = solver.solve(p, {SolveOptions::Goal::shortest, rules}, meter);
    EXPECT_EQ(s.status, expected == 0 ? Status::unsolvable : Status::solved) << c.id;
    EXPECT_EQ(s.length, expected) << c.id << (rules == Rules::count_all ? " counted: " : " excluded: ")
                                  << helpers::joined(s.line);
    EXPECT_EQ(s.optimal, expected != 0) << c.id;
    EXPECT_EQ(std::ssize(s.line), expected) << c.id;
  }
}

TEST(TsumeMudaai, SeventeenCases) {
  for (const Case& c : cases) decide(position(c.sfen), c);
}

TEST(TsumeMudaai, TheSameMirroredAndWithColoursExchanged) {
  for (const Case& c : cases) {
    if (c.excluded == 0 || c.excluded > 11) continue;  // the long ones say nothing new here
    decide(position(c.sfen).mirrored(), c);
    decide(position(c.sfen).turned(), c);
  }
}

TEST(TsumeMudaai, ADefenceThatCountsIsNeverStruckOut) {
  // The rook on the file, the king in the corner: interposing next to the king is covered by the gold, so it counts.
  const Position covered = position("7gk/9/7PS/9/9/9/9/9/8R b 2b3g3s4n4l17pr 1");
  Meter meter(Budget{});
  Solver solver(std::uint64_t{64} << 20);
  const Solution s = solver.solve(covered, {SolveOptions::Goal::shortest, Rules::exclude_useless}, meter);
  Solver other(std::uint64_t{64} << 20);
  const Solution plain = other.solve(covered, {SolveOptions::Goal::shortest, Rules::count_all}, meter);
  EXPECT_EQ(s.status, plain.status);
  EXPECT_LE(s.length, plain.length);
}

}  // namespace
}  // namespace nazo::tsume
