// The solver on problems whose answer is known, and its promises: determinism, memory bounds, honest limits.
#include <gtest/gtest.h>

#include <cstdlib>

#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/check.hpp"
#include "genres/tsume/solve/proof_graph.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "tsume/helpers.hpp"
#include "tsume/random_positions.hpp"

namespace nazo::tsume {
namespace {

using helpers::joined;
using helpers::position;

Solution solve(const Position& p, SolveOptions options = {}, std::uint64_t bytes = std::uint64_t{256} << 20,
               Budget budget = {}) {
  Meter meter(budget);
  Solver solver(bytes);
  return solver.solve(p, options, meter);
}

// From the Shogi Zuko (Itō Kanju, 1755).
struct Classic {
  const char* sfen;
  int length;  // the shortest mate, useless interpositions excluded
};
const std::vector<Classic> zuko{
    {"9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1", 21},
    {"7n1/5+B+P1r/7k1/7+p1/6P2/7N1/7N1/8B/9 b N2Pr4g4s4l13p 1", 23},
    {"1p3ls1+P/+B4+P1gg/7P1/6S1g/8n/7n1/4sS3/1r4+r1G/5+p1k1 b BLP2n2l12p 1", 15},
    {"4nS3/3g1n3/3pk1p+b1/5R3/3bN1S2/4N4/9/9/9 b R3P3g2s4l13p 1", 15},
    {"6kp1/8n/5R1L1/4+b2sB/6N2/9/6L2/9/9 b r4g3s2n2l17p 1", 13},
};

TEST(TsumeSolve, ClassicalProblems) {
  for (const Classic& problem : zuko) {
    const Position p = position(problem.sfen);
    for (const auto goal : {SolveOptions::Goal::any, SolveOptions::Goal::automatic}) {
      const Solution s = solve(p, {goal});
      ASSERT_EQ(s.status, Status::solved) << problem.sfen;
      EXPECT_TRUE(verify(p, joined(s.line), Rules::exclude_useless).valid()) << joined(s.line);
      if (goal == SolveOptions::Goal::any) continue;
      EXPECT_EQ(s.length, problem.length) << problem.sfen;
      EXPECT_TRUE(s.optimal);
    }
  }
}

TEST(TsumeSolve, HorseSaws) {
  // Older public programs answered "no mate" here: loops, and numbers that grew beyond their infinity.
  for (const char* sfen :
       {"7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1", "1+P2l4/2P6/9/p5+R2/2k6/B3+P3B/9/9/9 b r4g4s4n3l14p 1"}) {
    const Position p = position(sfen);
    const Solution s = solve(p, {SolveOptions::Goal::any});
    ASSERT_EQ(s.status, Status::solved) << sfen;
    EXPECT_TRUE(verify(p, joined(s.line), Rules::exclude_useless).valid()) << joined(s.line);
  }
}

TEST(TsumeSolve, LinesFromTheProofHoldAgainstEveryDefence) {
  // Lengths over the proof can be too long, never too short: a strategy mates within them.
  for (const Classic& problem : zuko) {
    const Position p = position(problem.sfen);
    for (const Rules rules : {Rules::count_all, Rules::exclude_useless}) {
      Meter meter(Budget{});
      MateSearch search(std::uint64_t{64} << 20);
      ASSERT_TRUE(search.run(p, endless_length, Rules::count_all, meter).proved());
      constexpr std::uint64_t enough = std::uint64_t{64} << 20;
      const auto followed = ProofGraph(search, rules, meter, enough).line(p, ProofGraph::Effort::as_proved);
      const auto refined = ProofGraph(search, rules, meter, enough).line(p, ProofGraph::Effort::refined);
      ASSERT_FALSE(refined.empty());
      EXPECT_TRUE(verify(p, joined(refined), rules).valid()) << joined(refined);
      EXPECT_LE(refined.size(), followed.size());
      if (rules == Rules::exclude_useless) {
        EXPECT_GE(std::ssize(refined), problem.length);
      }
      EXPECT_TRUE(ProofGraph(search, rules, meter, 1000).line(p, ProofGraph::Effort::refined).empty())
          << "too small a graph";
    }
  }
}

TEST(TsumeSolve, ShortLinesOfAnyMateAreAsLongAsTheDefenderCanMakeThem) {
  // A line read off the table's bounds could be shorter than the mate; the referee of verify would refuse it.
  int mates = 0;
  for (std::uint64_t i = 0; mates < 40; ++i) {
    Rng rng(77, i);
    random_positions::Wish wish;
    wish.attackers = rng.between(2, 6);
    wish.defenders = rng.between(0, 5);
    wish.near = true;
    wish.attacker_hand = 2;
    const auto p = random_positions::make(rng, wish);
    if (!p || p->side() != Color::black) continue;
    Budget budget;
    budget.nodes = 20'000;
    const Solution s = solve(*p, {SolveOptions::Goal::any}, std::uint64_t{8} << 20, budget);
    if (s.status != Status::solved || s.length > 9 || s.length < 3) continue;
    ++mates;
    EXPECT_TRUE(verify(*p, joined(s.line), Rules::exclude_useless).valid()) << sfen_of(*p) << " " << joined(s.line);
  }
}

TEST(TsumeSolve, TheLongestProblemsHaveTheirPublishedLengths) {
  if (std::getenv("NAZO_TEST_ALL") == nullptr) GTEST_SKIP() << "takes long: ./test --all";
  const Solution zuko100 =
      solve(position("g3p3+r/3lPG3/1s4ppp/1l1B4P/L2b1kPl1/3+p3+R+p/3+p2+s1S/+NP+p1gS3/1g+p2P3 b 4P3n 1"));
  EXPECT_EQ(zuko100.length, 611);
  const Position microcosmos =
      position("g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1");
  const Solution s = solve(microcosmos, {}, std::uint64_t{1} << 30);
  EXPECT_EQ(s.length, 1525);
  EXPECT_TRUE(verify(microcosmos, joined(s.line), Rules::exclude_useless).valid());
}

TEST(TsumeSolve, TheLastJudgementRestsOnARuleThatIsNotOurs) {
  const Solution s =
      solve(position("1+P1pS2+PR/2n2S1lg/1l3p1p1/1G2n1pS1/N1p2k3/3S2l2/4K1lgP/3P1+p2p/4Pg1PN b BPrb4p 1"));
  EXPECT_EQ(s.status, Status::unsolvable);
}

TEST(TsumeSolve, EitherColourAttacks) {
  const Position p = position("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
  const Solution black = solve(p), white = solve(p.turned());
  EXPECT_EQ(black.length, 7);
  EXPECT_EQ(white.length, 7);
  EXPECT_EQ(turned(white.line), black.line);
}

TEST(TsumeSolve, AnswersDoNotDependOnTheSizeOfTheTable) {
  for (const char* sfen :
       {"5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1",
        "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1",
        "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1"}) {
    const Position p = position(sfen);
    const Solution large = solve(p, {SolveOptions::Goal::shortest});
    for (const std::uint64_t bytes : {std::uint64_t{1} << 20, std::uint64_t{1} << 22, std::uint64_t{1} << 24}) {
      const Solution small = solve(p, {SolveOptions::Goal::shortest}, bytes);
      EXPECT_EQ(small.status, large.status) << sfen << " with " << bytes;
      EXPECT_EQ(small.length, large.length) << sfen << " with " << bytes;
      EXPECT_EQ(small.optimal, large.optimal) << sfen << " with " << bytes;
    }
  }
}

TEST(TsumeSolve, TheTableKeepsToItsMemory) {
  constexpr std::uint64_t bytes = std::uint64_t{2} << 20;
  Budget budget;
  budget.nodes = 60'000;
  Meter meter(budget);
  Solver solver(bytes);
  (void)solver.solve(position("4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1"), {SolveOptions::Goal::any}, meter);
  EXPECT_LE(solver.search().bytes(), bytes);
  EXPECT_GT(solver.search().bytes(), bytes / 2) << "all of it is used";
  EXPECT_GT(solver.search().table().collections(), 0u) << "full at least once";
}

TEST(TsumeSolve, TheSameNodesEveryTime) {
  const auto nodes = [&] {
    Meter meter(Budget{});
    Solver solver(std::uint64_t{64} << 20);
    (void)solver.solve(position(zuko[1].sfen), {}, meter);
    return solver.search().nodes();
  };
  EXPECT_EQ(nodes(), nodes());
}

TEST(TsumeSolve, LimitsEndUnknownNeverWrong) {
  // A lone king against everything: there is a mate somewhere, but not within this budget.
  const Position p = position("4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1");
  for (const std::uint64_t limit : {1u, 10u, 100u}) {
    Budget budget;
    budget.nodes = limit;
    const Solution s = solve(p, {}, std::uint64_t{1} << 20, budget);
    EXPECT_NE(s.status, Status::unsolvable);
    if (s.status == Status::unknown) {
      EXPECT_EQ(s.limit, Limit::nodes);
    } else {
      EXPECT_TRUE(verify(p, joined(s.line), Rules::exclude_useless).valid());
    }
  }
}

TEST(TsumeSolve, FailuresByRepetitionDoNotLeak) {
  // Whatever a search learned on one path must hold on every other: asking the children first, in any order, must not
  // change what is then said of the parent.
  int unsolvable = 0, solved = 0;
  for (std::uint64_t i = 0; i < 1500 && (unsolvable < 150 || solved < 60); ++i) {
    Rng rng(23, i);
    random_positions::Wish wish;
    wish.attackers = 3;
    wish.defenders = 2;
    wish.attacker_hand = 1;
    wish.many_sliders = true;
    wish.edge = true;
    const auto p = random_positions::make(rng, wish);
    if (!p || p->side() != Color::black) continue;
    Budget budget;
    budget.nodes = 20'000;
    const Solution fresh = solve(*p, {SolveOptions::Goal::any}, std::uint64_t{16} << 20, budget);
    if (fresh.status == Status::unknown) continue;
    Meter meter(budget);
    MateSearch search(std::uint64_t{16} << 20);
    MoveList list;
    checks(*p, list);
    std::vector<Move16> order(list.begin(), list.end());
    rng.shuffle(std::span(order));
    for (const Move16 m : order) {
      Position next = *p;
      next.make(m);
      MoveList answers;
      evasions(next, answers);
      for (const Move16 a : answers) {
        Position deeper = next;
        deeper.make(a);
        (void)search.run(deeper, endless_length, Rules::count_all, meter);
      }
      (void)search.run(next, endless_length, Rules::count_all, meter);
    }
    const Outcome after = search.run(*p, endless_length, Rules::count_all, meter);
    if (!after.solved()) continue;
    EXPECT_EQ(after.proved(), fresh.status == Status::solved) << sfen_of(*p);
    (fresh.status == Status::solved ? solved : unsolvable) += 1;
  }
  EXPECT_GE(unsolvable, 100);
  EXPECT_GE(solved, 20);
}

}  // namespace
}  // namespace nazo::tsume
