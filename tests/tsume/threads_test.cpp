// Several threads in one search: the same verdicts, whatever becomes of the helpers.
#include <array>
#include <string>
#include <thread>

#include "base/rng.hpp"
#include "faults/threads.hpp"
#include "genres/tsume/genre.hpp"
#include "genres/tsume/solve/check.hpp"
#include "genres/tsume/solve/gate.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/text/text.hpp"
#include "helpers.hpp"

namespace nazo::tsume {
namespace {

using helpers::position;

constexpr const char* mate_in_21 = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
constexpr const char* zuko_14 = "5+B1R1/5pP1k/6+b1p/9/4+p1p2/7N1/7+R1/9/9 b S3N4g3s4l13p 1";
constexpr const char* no_mate = "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1";

Solution solved_by(unsigned threads, const char* sfen, SolveOptions::Goal goal, std::uint64_t bytes) {
  Meter meter(Budget{});
  Solver solver(bytes, bytes, threads);
  return solver.solve(position(sfen), {goal}, meter);
}

TEST(TsumeThreads, GiveTheSameVerdictsAndProvedLengths) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    const Solution s = solved_by(threads, mate_in_21, SolveOptions::Goal::shortest, std::uint64_t{64} << 20);
    EXPECT_EQ(s.length, 21) << threads;
    EXPECT_TRUE(s.optimal) << threads;
    EXPECT_TRUE(verify(position(mate_in_21), write_line(s.line), Rules::exclude_useless, {}).valid()) << threads;
  }
  EXPECT_EQ(solved_by(2, no_mate, SolveOptions::Goal::any, std::uint64_t{64} << 20).status, Status::unsolvable);
}

TEST(TsumeThreads, HelpAlsoWhereTheTableGrowsAndIsCleanedAllTheTime) {
  for (const std::uint64_t bytes : {std::uint64_t{400} << 10, std::uint64_t{2} << 20, std::uint64_t{32} << 20}) {
    const Solution s = solved_by(3, zuko_14, SolveOptions::Goal::any, bytes);
    ASSERT_EQ(s.status, Status::solved) << bytes;
    EXPECT_TRUE(verify(position(zuko_14), write_line(s.line), Rules::exclude_useless, {}).valid()) << bytes;
  }
}

TEST(TsumeThreads, ShareTheWorkAndTheBudget) {
  // A problem that takes minutes.
  const Position p = position("4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1");
  constexpr std::uint64_t most = 150'000;
  for (const unsigned threads : {1u, 3u}) {
    Budget budget;
    budget.nodes = most;
    Meter meter(budget);
    Solver solver(std::uint64_t{64} << 20, std::uint64_t{64} << 20, threads);
    const Solution s = solver.solve(p, {SolveOptions::Goal::any}, meter);
    EXPECT_EQ(s.status, Status::unknown);
    EXPECT_EQ(s.limit, Limit::nodes);
    EXPECT_LT(meter.nodes(), most + most / 5) << threads;
    EXPECT_EQ(solver.search().helper_nodes() > 0, threads > 1) << threads;
    EXPECT_GT(solver.search().nodes(), solver.search().helper_nodes());
  }
  std::atomic<bool> stop = true;
  Budget budget;
  budget.stop = &stop;
  Meter meter(budget);
  Solver solver(std::uint64_t{64} << 20, std::uint64_t{64} << 20, 2);
  EXPECT_EQ(solver.solve(p, {SolveOptions::Goal::any}, meter).limit, Limit::stopped);
}

TEST(TsumeThreads, AHelperThatBreaksDoesNotKeepTheSearchFromItsAnswer) {
  for (const int broken : {1, 2}) {
    const faults::ThrowIn thrower("mate helper", broken);
    EXPECT_EQ(solved_by(3, zuko_14, SolveOptions::Goal::any, std::uint64_t{32} << 20).status, Status::solved);
    EXPECT_EQ(faults::ThrowIn::count(), broken);
  }
}

TEST(TsumeThreads, ThereAreAsManyAsThereIsRoomFor) {
  for (const int room : {0, 1, 2}) {
    const faults::NoRoomFor full("mate helper", room);
    EXPECT_EQ(solved_by(4, zuko_14, SolveOptions::Goal::any, std::uint64_t{32} << 20).status, Status::solved);
  }
}

TEST(TsumeThreads, TheCommandLineGivesThemToOneProblem) {
  const Genre& genre = tsume_genre();
  const Puzzle puzzle = genre.parse(zuko_14, "sfen", *Options::make(genre.facts().options))->front();
  const Options any = *Options::make(genre.facts().options, {{"any", "true"}});
  Context one, two;
  two.threads = 2;
  const Verdict a = *genre.solve(puzzle, any, one), b = *genre.solve(puzzle, any, two);
  EXPECT_EQ(a.status, b.status);
  EXPECT_NE(a.stats.nodes, b.stats.nodes) << "the second was searched by two";
  EXPECT_TRUE(genre.verify(puzzle, b.solution, any, two)->valid());
}

TEST(TsumeGate, WhoWantsToBeAloneIsAlone) {
  constexpr int threads = 4, rounds = 300;
  Gate gate;
  int counted = 0;  // no atomic: the gate must keep them apart
  const auto work = [&] {
    gate.enter();
    for (int i = 0; i < rounds; ++i) {
      bool done = false;
      while (!done) gate.alone([&] { ++counted, done = true; });
    }
    gate.leave();
  };
  std::array<std::thread, threads> all;
  for (std::thread& t : all) t = std::thread(work);
  for (std::thread& t : all) t.join();
  EXPECT_EQ(counted, threads * rounds);
}

TEST(TsumeSlots, WhatIsReadWhileItIsWrittenIsNotRecognised) {
  // Two entries with other keys are written over one another; a reader must see one of them whole or neither's key.
  Slots slots(8);
  ASSERT_EQ(slots.size(), 8u);
  const auto made = [](std::uint64_t i) {
    Entry e;
    e.key = mix64(i);
    e.hand = Hand(static_cast<std::uint32_t>(i));
    e.pn = static_cast<Number>(i * 3);
    e.dn = static_cast<Number>(i * 5);
    e.flags = entry_used;
    return e;
  };
  ASSERT_TRUE(slots.claim(0));
  EXPECT_FALSE(slots.claim(0));
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (std::uint64_t n = 0; n < 200'000; ++n) slots.write<true>(0, made(1 + n % 2));
    done = true;
  });
  std::uint64_t whole = 0;
  do {
    const Entry e = slots.read<true>(0);
    for (const std::uint64_t i : {1u, 2u}) {
      if (e.key != mix64(i)) continue;
      ++whole;
      EXPECT_EQ(e.hand.bits(), i);
      EXPECT_EQ(e.pn, i * 3);
      EXPECT_EQ(e.dn, i * 5);
    }
  } while (!done);
  writer.join();
  const Entry last = slots.read<true>(0);
  EXPECT_EQ(last.key, mix64(2));
}

}  // namespace
}  // namespace nazo::tsume
