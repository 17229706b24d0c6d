// Hints: every step is implied, the easiest comes first, and following hints alone solves a puzzle.
#include "genres/nonogram/play/hint.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "genres/nonogram/generate/generate.hpp"
#include "genres/nonogram/genre.hpp"
#include "genres/nonogram/solve/solve.hpp"
#include "nonogram/data.hpp"

namespace nazo::nonogram {
namespace {

Position start(const Clues& clues) {
  Sheet sheet;
  sheet.clues = clues;
  return {sheet, Marks(clues.width(), clues.height())};
}

TEST(NonogramHint, AnOverlapInWords) {
  // One row of ten with a single 7: columns 4 to 7 whatever happens; the columns say nothing simpler.
  Clues clues;
  clues.rows = {{7}, {3}};
  clues.columns = {{1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}, {1}};
  const auto step = line_step(clues, Marks(10, 2));
  ASSERT_TRUE(step);
  EXPECT_EQ(step->place, "Row 1 (7)");
  EXPECT_EQ(step->says, "the 7 must cover columns 4 to 7");
  EXPECT_EQ(step->technique, "overlap");
}

TEST(NonogramHint, NamesOfTechniques) {
  const auto technique = [](const Clue& clue, const std::string& line) {
    // The line as a row; columns get clues that say nothing: as high as they are unhelpful.
    Clues clues;
    const int width = static_cast<int>(line.size());
    clues.rows.assign(9, {});
    clues.rows[0] = clue;
    for (int r = 1; r < 9; ++r) clues.rows[static_cast<std::size_t>(r)] = {static_cast<std::uint8_t>(1)};
    clues.columns.assign(static_cast<std::size_t>(width), {1});
    Marks marks(width, 9);
    for (int c = 0; c < width; ++c) {
      const char mark = line[static_cast<std::size_t>(c)];
      marks.set(0, c, mark == '#' ? Mark::black : mark == '.' ? Mark::white : Mark::unknown);
    }
    const auto step = line_step(clues, marks);
    return step && step->place.starts_with("Row 1") ? step->technique : step ? "elsewhere" : "none";
  };
  EXPECT_EQ(technique({2, 2}, "?????"), "full_fit");
  EXPECT_EQ(technique({4}, "??????"), "overlap");
  EXPECT_EQ(technique({4}, "????????"), "none");
}

TEST(NonogramHint, HintsAloneSolveLineSolvablePuzzlesAndNeverMislead) {
  for (std::uint64_t index = 0; index < 12; ++index) {
    RandomPicture wanted{9, 8, 0.5, 1, Symmetry::none};
    std::uint32_t attempt = 0;
    while (!line_solvable(random_picture(wanted, 6, index, attempt))) ++attempt;
    const Picture solution = random_picture(wanted, 6, index, attempt);
    Position position = start(clues_of(solution));
    for (int steps = 0; !won(position); ++steps) {
      ASSERT_LT(steps, 200);
      const Hint hint = hint_for(position, HintLevel::why, {});
      ASSERT_TRUE(hint.solvable.value_or(false));
      ASSERT_FALSE(hint.move.empty()) << hint.text;
      const auto next = played(position, hint.move);
      ASSERT_TRUE(next) << hint.move << ": " << next.error().text();
      for (int r = 0; r < 8; ++r)
        for (int c = 0; c < 9; ++c) {
          const Mark mark = next->marks.at(r, c);
          ASSERT_TRUE(mark == Mark::unknown || (mark == Mark::black) == solution.black(r, c)) << hint.text;
        }
      position = *next;
    }
  }
}

TEST(NonogramHint, AssumptionsComeOnlyWhenLinesAreSilent) {
  const Clues clues = survey_puzzle("webpbn-00023");
  Position position = start(clues);
  const Picture solution = solve(clues, position.marks, Wanted::unique, {}).solutions.front();
  int assumptions = 0;
  for (int steps = 0; !won(position); ++steps) {
    ASSERT_LT(steps, 300);
    const auto step = line_step(clues, position.marks);
    const Hint hint = hint_for(position, HintLevel::why, {});
    if (!step) {
      ++assumptions;
      EXPECT_TRUE(hint.text.find("Suppose") != std::string::npos || hint.text.find("Whether") != std::string::npos)
          << hint.text;
    }
    position = *played(position, hint.move);
    for (int r = 0; r < clues.height(); ++r)
      for (int c = 0; c < clues.width(); ++c) {
        const Mark mark = position.marks.at(r, c);
        ASSERT_TRUE(mark == Mark::unknown || (mark == Mark::black) == solution.black(r, c)) << hint.text;
      }
  }
  EXPECT_GT(assumptions, 0);
}

TEST(NonogramHint, LevelsGiveAwayMoreAndMore) {
  const Position position = start(clues_of(picture("#####/#...#/#####/....#/#####")));
  const Hint least = hint_for(position, HintLevel::solvable, {}), step = hint_for(position, HintLevel::step, {}),
             why = hint_for(position, HintLevel::why, {});
  EXPECT_EQ(least.text, "Nothing is wrong so far. Look at row 1.");
  EXPECT_TRUE(least.move.empty());
  EXPECT_EQ(step.text, "Row 1 (5): the block just fills columns 1 to 5.");
  EXPECT_EQ(step.move, "fill 1,1-1,5");
  EXPECT_TRUE(why.text.starts_with(step.text));
  EXPECT_GT(why.text.size(), step.text.size());
}

TEST(NonogramHint, MistakesAreNamedFirst) {
  Position position = start(clues_of(picture("###/#../###")));
  position = *played(position, "fill 2,3");
  EXPECT_EQ(hint_for(position, HintLevel::solvable, {}).solvable, false);
  EXPECT_TRUE(hint_for(position, HintLevel::solvable, {}).move.empty());
  const Hint hint = hint_for(position, HintLevel::why, {});
  EXPECT_EQ(hint.text, "The mark at row 2, column 3 is wrong. In the only solution this cell is empty.");
  EXPECT_EQ(hint.move, "clear 2,3");
  const Hint done = hint_for(*played(start(clues_of(picture("#"))), "fill 1,1"), HintLevel::step, {});
  EXPECT_EQ(done.text, "The picture is complete.");
}

}  // namespace
}  // namespace nazo::nonogram
