// The solver against exhaustive counts, its engines against each other, and the survey's puzzles.
#include "genres/nonogram/solve/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/rng.hpp"
#include "genres/nonogram/genre.hpp"
#include "genres/nonogram/solve/check.hpp"
#include "genres/nonogram/solve/root.hpp"
#include "nonogram/data.hpp"

namespace nazo::nonogram {
namespace {

Picture small_picture(int side, unsigned bits) {
  Picture p(side, side);
  for (int i = 0; i < side * side; ++i) p.set(i / side, i % side, bits >> i & 1);
  return p;
}

Marks empty_marks(const Clues& clues) { return {clues.width(), clues.height()}; }

struct Census {
  std::size_t clue_sets = 0, unique = 0, line_solvable = 0, most = 0;
};

/// Solves every clue set of a size and compares with counting.
Census census(int side) {
  std::map<Clues, std::vector<Picture>> by_clues;
  for (unsigned bits = 0; bits < 1u << (side * side); ++bits) {
    const Picture p = small_picture(side, bits);
    by_clues[clues_of(p)].push_back(p);
  }
  Census out;
  out.clue_sets = by_clues.size();
  for (const auto& [clues, pictures] : by_clues) {
    const Answer answer = solve(clues, empty_marks(clues), Wanted::unique, {});
    EXPECT_TRUE(answer.complete);
    EXPECT_EQ(answer.solutions.size(), std::min<std::size_t>(2, pictures.size()));
    for (const Picture& p : answer.solutions) EXPECT_TRUE(std::ranges::count(pictures, p)) << p.text();
    if (answer.solutions.size() == 2) {
      EXPECT_NE(answer.solutions[0], answer.solutions[1]);
    }
    out.unique += pictures.size() == 1;
    out.line_solvable += answer.technique == Technique::lines;
    out.most = std::max(out.most, pictures.size());
  }
  return out;
}

TEST(NonogramSolve, AllPicturesOfUpToThreeByThree) {
  const Census one = census(1), two = census(2), three = census(3);
  EXPECT_EQ(one.clue_sets, 2u);
  EXPECT_EQ(two.clue_sets, 15u);
  EXPECT_EQ(two.unique, 14u);
  EXPECT_EQ(two.line_solvable, 14u);
  EXPECT_EQ(three.clue_sets, 445u);
  EXPECT_EQ(three.unique, 384u);
  EXPECT_EQ(three.line_solvable, 384u);
  EXPECT_EQ(three.most, 6u);
}

TEST(NonogramSolve, AllPicturesOfFourByFour) {
  const Census four = census(4);
  EXPECT_EQ(four.clue_sets, 58'196u);
  EXPECT_EQ(four.unique, 52'362u);
  EXPECT_EQ(four.line_solvable, 51'234u);
  EXPECT_EQ(four.most, 24u);
}

TEST(NonogramSolve, AllPicturesOfFiveByFive) {
  if (std::getenv("NAZO_TEST_ALL") == nullptr) GTEST_SKIP() << "takes long: ./test --all";
  std::size_t unique = 0, line_solvable = 0;
  // A clue set with one solution is met at one picture only.
  for (unsigned bits = 0; bits < 1u << 25; ++bits) {
    const Clues clues = clues_of(small_picture(5, bits));
    const Answer answer = solve(clues, empty_marks(clues), Wanted::unique, {});
    unique += answer.solutions.size() == 1;
    line_solvable += answer.technique == Technique::lines;
  }
  EXPECT_EQ(unique, 25'309'575u);
  EXPECT_EQ(line_solvable, 24'976'511u);
}

TEST(NonogramSolve, ProbingLosesNoSolution) {
  // After probing at the root every solution of the clue set is still possible; all clue sets of 4×4 with several
  // solutions.
  std::map<Clues, std::vector<Picture>> by_clues;
  for (unsigned bits = 0; bits < 1u << 16; ++bits) {
    const Picture p = small_picture(4, bits);
    by_clues[clues_of(p)].push_back(p);
  }
  for (const auto& [clues, pictures] : by_clues) {
    if (pictures.size() == 1) continue;
    const Problem<SmallSize> problem(clues);
    Meter meter{Budget{}};
    Root<SmallSize> root(problem, meter, 1000);
    ASSERT_EQ(root.follow_lines(Board<SmallSize>::empty(problem)), Ended::open);
    (void)root.probe();
    for (const Picture& p : pictures)
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) {
          const Mark mark = root.board().at(r, c);
          ASSERT_TRUE(mark == Mark::unknown || (mark == Mark::black) == p.black(r, c)) << p.text();
        }
  }
}

TEST(NonogramSolve, SearchesFromLinesAndFromProbesAgree) {
  Rng rng(7);
  int several = 0, unique = 0;
  for (int i = 0; i < 400; ++i) {
    const int width = rng.between(4, 14), height = rng.between(4, 14);
    const double density = 0.25 + 0.4 * rng.unit();
    Picture p(width, height);
    for (int r = 0; r < height; ++r)
      for (int c = 0; c < width; ++c) p.set(r, c, rng.chance(density));
    const Clues clues = clues_of(p);
    const Answer probes = solve(clues, empty_marks(clues), Wanted::unique, {});
    const Answer lines = solve(clues, empty_marks(clues), Wanted::unique, {}, SearchFrom::lines);
    ASSERT_TRUE(probes.complete && lines.complete);
    ASSERT_EQ(probes.solutions.size(), lines.solutions.size()) << p.text();
    for (const Answer* answer : {&probes, &lines})
      for (const Picture& solution : answer->solutions) ASSERT_TRUE(broken_clues(clues, solution).empty());
    (probes.solutions.size() == 2 ? several : unique) += 1;
  }
  EXPECT_GT(several, 50);
  EXPECT_GT(unique, 50);
}

TEST(NonogramSolve, UnsolvableByEachRung) {
  const auto unsolvable = [](std::string_view nin) {
    const Clues clues = read_nin(nin)->front().clues;
    for (const SearchFrom from : {SearchFrom::probes, SearchFrom::lines})
      EXPECT_TRUE(solve(clues, empty_marks(clues), Wanted::unique, {}, from).unsolvable()) << nin;
  };
  unsolvable("2 2\n2\n0\n2\n0\n");
  // Random clues from two different pictures with the same sums are mostly unsolvable: count that all engines agree.
  Rng rng(8);
  int none = 0;
  for (int i = 0; i < 300; ++i) {
    const auto draw = [&] {
      Picture p(6, 6);
      std::vector<int> cells(36);
      for (int c = 0; c < 36; ++c) cells[static_cast<std::size_t>(c)] = c;
      rng.shuffle(std::span(cells));
      for (int c = 0; c < 14; ++c)
        p.set(cells[static_cast<std::size_t>(c)] / 6, cells[static_cast<std::size_t>(c)] % 6, true);
      return clues_of(p);
    };
    Clues clues = draw();
    clues.columns = draw().columns;
    const Answer a = solve(clues, empty_marks(clues), Wanted::unique, {});
    const Answer b = solve(clues, empty_marks(clues), Wanted::unique, {}, SearchFrom::lines);
    ASSERT_TRUE(a.complete && b.complete);
    ASSERT_EQ(a.solutions.size(), b.solutions.size());
    none += a.unsolvable();
  }
  EXPECT_GT(none, 100);
}

TEST(NonogramSolve, SurveyPuzzlesAreUnique) {
  const std::pair<const char*, Technique> puzzles[] = {
      {"webpbn-00001", Technique::lines},  {"webpbn-00006", Technique::lines},  {"webpbn-00016", Technique::lines},
      {"webpbn-00021", Technique::lines},  {"webpbn-00023", Technique::probes}, {"webpbn-00027", Technique::probes},
      {"webpbn-00065", Technique::probes}, {"webpbn-00436", Technique::probes}, {"webpbn-00529", Technique::lines},
      {"webpbn-00803", Technique::probes}, {"webpbn-01611", Technique::probes}, {"webpbn-06574", Technique::search}};
  for (const auto& [name, technique] : puzzles) {
    const Clues clues = survey_puzzle(name);
    const Answer answer = solve(clues, empty_marks(clues), Wanted::unique, {});
    EXPECT_EQ(answer.unique(), true) << name;
    EXPECT_EQ(answer.technique, technique) << name;
    EXPECT_TRUE(broken_clues(clues, answer.solutions.front()).empty()) << name;
  }
}

TEST(NonogramSolve, GiantsEndCleanlyAtTheLimit) {
  for (const char* name : {"knotty", "faase"}) {
    const Clues clues = survey_puzzle(name);
    Budget budget;
    budget.nodes = 30'000;
    const Answer answer = solve(clues, empty_marks(clues), Wanted::unique, budget);
    if (answer.complete) continue;
    EXPECT_EQ(answer.limit, Limit::nodes) << name;
    budget = {};
    budget.seconds = 0.2;
    EXPECT_EQ(solve(clues, empty_marks(clues), Wanted::unique, budget).limit, Limit::time) << name;
  }
}

TEST(NonogramSolve, MarksAreGivens) {
  const Clues clues = clues_of(picture("##./#.#/.##"));  // two solutions
  Marks marks = empty_marks(clues);
  EXPECT_EQ(solve(clues, marks, Wanted::unique, {}).solutions.size(), 2u);
  marks.set(0, 0, Mark::black);
  const Answer one = solve(clues, marks, Wanted::unique, {});
  EXPECT_EQ(one.unique(), true);
  EXPECT_EQ(one.solutions.front().text(), "##.\n#.#\n.##");
  marks.set(2, 2, Mark::white);
  EXPECT_TRUE(solve(clues, marks, Wanted::unique, {}).unsolvable());
}

TEST(NonogramSolve, SameCountsEveryTime) {
  Rng rng(9);
  Picture p(20, 20);
  for (int r = 0; r < 20; ++r)
    for (int c = 0; c < 20; ++c) p.set(r, c, rng.chance(0.42));
  const Clues clues = clues_of(p);
  const Answer a = solve(clues, empty_marks(clues), Wanted::unique, {}),
               b = solve(clues, empty_marks(clues), Wanted::unique, {});
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.probes, b.probes);
  EXPECT_EQ(a.solutions, b.solutions);
}

TEST(NonogramSolve, VerdictsSpeakOfUniqueness) {
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options);
  const auto puzzle = genre.parse("3x3:2/1.1/2/2/1.1/2", "id", *options);
  ASSERT_TRUE(puzzle);
  const auto verdict = genre.solve(puzzle->front(), *options, {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->status, Status::solved);
  EXPECT_EQ(verdict->length, 6);
  EXPECT_EQ(*verdict->notes.find("unique")->boolean(), false);
  const std::string second = *verdict->notes.find("second_solution")->string();
  EXPECT_NE(second, verdict->solution);
  EXPECT_TRUE(genre.verify(puzzle->front(), second, *options, {})->valid());
  EXPECT_EQ(verdict->notes.find("differences")->items()->size(), 4u);
  EXPECT_EQ(*verdict->notes.find("line_solvable")->boolean(), false);
  const auto report = genre.check(puzzle->front(), *options, {});
  EXPECT_FALSE(report->valid());
  EXPECT_EQ(report->findings.front().code, "not_unique");

  const auto first = Options::make(genre.facts().options, {{"first", "true"}});
  const auto quick = genre.solve(puzzle->front(), *first, {});
  EXPECT_EQ(quick->status, Status::solved);
  EXPECT_TRUE(quick->notes.find("unique")->is_null());
}

TEST(NonogramSolve, ASolutionInHandIsSaidEvenIfUniquenessRanOut) {
  // Many solutions, found at once; then proving anything about the rest is cut off.
  const Clues clues = survey_puzzle("webpbn-06574");
  Budget budget;
  budget.nodes = 1;
  const Answer none = solve(clues, empty_marks(clues), Wanted::unique, budget);
  EXPECT_FALSE(none.solved());
  EXPECT_FALSE(none.complete);
  EXPECT_EQ(none.limit, Limit::nodes);
}

}  // namespace
}  // namespace nazo::nonogram
