#include "budget_battery.hpp"
#include "genres/tsume/generate/make.hpp"
#include "genres/tsume/genre.hpp"
#include "genres/tsume/solve/check.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "tsume/helpers.hpp"

namespace {

using namespace nazo;
using tsume::Rules;

// Made for this test: mates and failures that take thousands of nodes, some of them more than the smallest table holds.
constexpr const char* seventeen_plies = "5G3/5+r2k/7L1/5N1+P1/7N+B/9/9/6r2/9 b - 1";
constexpr const char* pieces_left = "SkS2+B3/1+r7/3g5/4B4/1r7/9/9/9/9 b - 1";
constexpr const char* white_attacks = "9/9/9/9/9/9/2b+R5/9/1K1+p5 w rp 1";
constexpr const char* decorated = "1k7/9/2+P6/3s5/9/9/9/9/9 b SP 1";
constexpr const char* three_knights = "6k2/9/4Nrg1+P/5N3/4N4/6L2/9/6r2/9 b - 1";
constexpr const char* two_rooks_back = "SkS2+B3/+r8/3g5/9/1r7/9/9/9/9 b - 1";
// Microcosmos (Hashimoto, 1986), the longest of all: 1525 plies.
constexpr const char* microcosmos =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

contract::Workload tsume_work() {
  return {.answered = {{"seventeen plies", seventeen_plies, true},
                       {"white attacks", white_attacks, true},
                       {"decorated", decorated, true},
                       {"three knights", three_knights, false},
                       {"two rooks back", two_rooks_back, false}},
          .large = microcosmos,
          .costly = {{{"method", "compose"}, {"plies", "21..41"}, {"effort", "1000"}},
                     {{"method", "compose"}, {"plies", "9..15"}, {"aim", "interest"}, {"strict", "true"}},
                     {{"method", "reverse"}, {"plies", "21..41"}, {"beam", "1000"}, {"effort", "1000"}},
                     {{"method", "random"}, {"plies", "9..15"}, {"effort", "1000"}, {"strict", "true"}}}};
}

}  // namespace

NAZO_BUDGET_BATTERY(Tsume, nazo::tsume_genre(), tsume_work())

namespace {

Options options(const std::map<std::string, std::string>& given = {}) {
  return *Options::make(tsume_genre().facts().options, given);
}
Puzzle puzzle(std::string_view sfen) { return (*tsume_genre().parse(sfen, "sfen", options()))[0]; }

TEST(TsumeUnderBudgets, NoNumberOfNodesHidesADecoration) {
  // The last question about a piece is which line the problem has without it. Cut off there, it once counted as needed.
  int undecided = 0, invalid = 0;
  for (std::uint64_t nodes = 0; nodes < 4000; nodes += 7) {
    const Report report = check(helpers::position(decorated), Rules::exclude_useless, {.budget = {.nodes = nodes}});
    ASSERT_NE(report.judgement(), Judgement::valid) << nodes << " nodes";
    ++(report.judgement() == Judgement::invalid ? invalid : undecided);
  }
  EXPECT_GT(undecided, 0);
  EXPECT_GT(invalid, 0);
}

TEST(TsumeUnderBudgets, NoNumberOfNodesMakesAnotherMate) {
  // Wherever it is cut off: a mate that is called shortest has that length, and every line passes the referee.
  for (const auto& [sfen, length] : {std::pair{"5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", 7}, {pieces_left, 11}})
    for (const auto goal : {tsume::SolveOptions::Goal::any, tsume::SolveOptions::Goal::automatic})
      for (std::uint64_t nodes = 0; nodes < 2500; nodes += nodes < 100 ? 1 : 61) {
        const auto p = helpers::position(sfen);
        Meter meter({.nodes = nodes});
        tsume::Solver solver(std::uint64_t{1} << 20);
        const tsume::Solution s = solver.solve(p, {.goal = goal}, meter);
        ASSERT_NE(s.status, Status::unsolvable) << nodes;
        if (s.status == Status::unknown) {
          EXPECT_NE(s.limit, Limit::none) << nodes;
          continue;
        }
        EXPECT_TRUE(verify(p, helpers::joined(s.line), Rules::exclude_useless).valid()) << nodes;
        EXPECT_GE(s.length, length) << nodes;
        if (s.optimal) {
          EXPECT_EQ(s.length, length) << nodes;
        }
      }
}

TEST(TsumeUnderBudgets, AFullTableForgetsAndDoesNotHang) {
  tsume::Table table(0, 0);
  Meter meter(Budget{});
  constexpr std::uint64_t many = 50'000;
  const auto key = [](std::uint64_t i) { return mix64(i); };
  for (std::uint64_t i = 0; i < many; ++i) table.store_proof(key(i), {}, 1, {}, 1, false);
  std::uint64_t known = 0;
  for (std::uint64_t i = 0; i < many; ++i)
    known += table.look_up(key(i), {}, 0, tsume::endless_length).state == tsume::Found::State::proved ? 1 : 0;
  EXPECT_EQ(known, table.used()) << "what is in it is found, the rest is not known";
  EXPECT_TRUE(table.starved());
  const std::uint64_t before = table.used();
  table.collect_if_full(meter);
  EXPECT_LE(table.used(), before / 2 + 64);
}

TEST(TsumeUnderBudgets, ACollectionThatIsStoppedLeavesTheTableWhole) {
  const std::atomic<bool> stop = true;
  tsume::Table table(std::uint64_t{32} << 20, std::uint64_t{32} << 20);
  std::uint64_t stored = 0;
  for (; !table.starved(); ++stored) table.store_proof(mix64(stored), {}, 1, {}, 1, false);
  for (const std::uint64_t end = stored + stored / 2; stored < end; ++stored)
    table.store_proof(mix64(stored), {}, 1, {}, 1, false);
  const std::uint64_t before = table.used();
  Meter meter({.stop = &stop});
  table.collect_if_full(meter);
  EXPECT_EQ(table.used(), before);
  EXPECT_EQ(meter.limit(), Limit::stopped);
  for (std::uint64_t i = 0; i < stored; i += 97)
    EXPECT_EQ(table.look_up(mix64(i), {}, 0, tsume::endless_length).state, tsume::Found::State::proved);
}

TEST(TsumeUnderBudgets, NodesDoNotDependOnMemoryAsLongAsItSuffices) {
  const auto analysed = [&](std::uint64_t bytes) {
    return *tsume_genre().analyze(puzzle(seventeen_plies), {"nodes"}, options(), {.budget = {.bytes = bytes}});
  };
  const Analysis usual = analysed(Budget{}.bytes), small = analysed(std::uint64_t{16} << 20), tiny = analysed(100'000);
  EXPECT_TRUE(usual.exact);
  EXPECT_TRUE(small.exact);
  EXPECT_EQ(small.features.find("nodes")->json(), usual.features.find("nodes")->json());
  EXPECT_FALSE(tiny.exact);
  EXPECT_EQ(tiny.limit, Limit::memory);
}

TEST(TsumeUnderBudgets, AnAnswerDependsOnNodesAndBytesAndNeverOnTheClock) {
  const Genre& genre = tsume_genre();
  const std::string start = *genre.start(puzzle(microcosmos), options(), {});
  const std::string move = genre.moves(start, options(), {})->front().text;
  for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{100}, std::uint64_t{20'000}}) {
    const Context limited{.budget = {.nodes = nodes, .bytes = std::uint64_t{1} << 20}};
    const auto first = genre.play(start, move, options(), limited), again = genre.play(start, move, options(), limited);
    ASSERT_TRUE(first) << first.error().text();
    EXPECT_EQ(*first, *again);
  }
  const auto late = genre.play(start, move, options(), {.budget = {.seconds = 0}});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().limit, Limit::time);
  const std::atomic<bool> stop = true;
  const auto stopped = genre.play(start, move, options(), {.budget = {.stop = &stop}});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().limit, Limit::stopped);
}

TEST(TsumeUnderBudgets, APictureDependsOnNodesAndBytesAndNeverOnTheClock) {
  const Genre& genre = tsume_genre();
  for (const char* format : {"svg", "trace"}) {
    const auto few = genre.print(puzzle(microcosmos), format, options(), {.budget = {.nodes = 1000}});
    ASSERT_TRUE(few) << format;
    EXPECT_EQ(*few, *genre.print(puzzle(microcosmos), format, options(), {.budget = {.nodes = 1000}}));
    const auto late = genre.print(puzzle(microcosmos), format, options(), {.budget = {.seconds = 0}});
    ASSERT_FALSE(late) << format;
    EXPECT_EQ(late.error().limit, Limit::time);
  }
}

TEST(TsumeUnderBudgets, GeneratorsAreWholeWithFewNodesAndNotWithoutTime) {
  const Genre& genre = tsume_genre();
  for (const char* method : {"random", "reverse", "compose"}) {
    const Options opts = options({{"method", method}, {"plies", "3..9"}});
    const auto made = [&](const Budget& budget) {
      return *genre.generate({.options = opts, .seed = 2}, {.budget = budget});
    };
    const auto texts = [](const Batch& batch) {
      std::vector<std::string> out;
      for (const Candidate& candidate : batch.candidates) out.push_back(candidate.puzzle.text);
      return out;
    };
    const Batch whole = made({}), few = made({.nodes = 50, .bytes = 1}), again = made({.nodes = 50, .bytes = 1});
    EXPECT_EQ(whole.limit, Limit::none) << method;
    EXPECT_EQ(few.limit, Limit::nodes) << method;
    EXPECT_EQ(texts(few), texts(again)) << method;
    EXPECT_EQ(made({.seconds = 0}).limit, Limit::time) << method;
    EXPECT_EQ(made({.seconds = 0, .nodes = 1}).limit, Limit::time) << method << ": time counts before nodes";
  }
}

TEST(TsumeUnderBudgets, WhatAGeneratorBeginsWithIsReadWithinTheBudgetToo) {
  std::string many;
  for (int i = 0; i < 1000; ++i) many += cat(seventeen_plies, "\n");
  const Options opts = options({{"method", "reverse"}, {"plies", "3..41"}, {"from", many}});
  const std::atomic<bool> stop = true;
  const auto stopped = tsume_genre().generate({.options = opts, .seed = 1}, {.budget = {.stop = &stop}});
  ASSERT_TRUE(stopped) << "that it was stopped is no fault of the file: " << stopped.error().text();
  EXPECT_EQ(stopped->limit, Limit::stopped);
  const auto few = tsume_genre().generate({.options = opts, .seed = 1}, {.budget = {.nodes = 100}});
  ASSERT_TRUE(few);
  EXPECT_EQ(few->limit, Limit::nodes);
}

TEST(TsumeUnderBudgets, ListsKeepToHalfOfTheBytes) {
  tsume::Workbench bench(1, 0, 4, {.bytes = std::uint64_t{64} << 20});
  EXPECT_TRUE(bench.has_room(std::uint64_t{32} << 20));
  EXPECT_TRUE(bench.goes_on());
  EXPECT_FALSE(bench.has_room(std::uint64_t{33} << 20));
  EXPECT_EQ(bench.limit(), Limit::memory);
  EXPECT_FALSE(bench.goes_on());
}

}  // namespace
