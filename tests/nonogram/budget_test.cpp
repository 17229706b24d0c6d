#include "budget_battery.hpp"
#include "genres/nonogram/generate/generate.hpp"
#include "genres/nonogram/genre.hpp"
#include "genres/nonogram/solve/solve.hpp"
#include "genres/nonogram/text/text.hpp"

namespace {

using nazo::nonogram::Clues;

/// The clues of a picture of noise, so much of it black. Thin noise is far from line-solvable, thick noise is not.
Clues clues_of_noise(int side, double density) {
  return nazo::nonogram::clues_of(
      nazo::nonogram::random_picture({.width = side, .height = side, .density = density, .smooth = 0}, 5, 1, 0));
}
std::string noise(int side, double density) {
  nazo::nonogram::Sheet sheet;
  sheet.clues = clues_of_noise(side, density);
  return write_non(sheet);
}

std::vector<nazo::Example> answered() {
  return {
      {"one picture, by assumptions",
       "width 18\nheight "
       "18\nrows\n1,1,1,1,3,3\n1,1,3,2\n1,1,1,6,1\n3,1,1,2,3\n2,1,4,1\n3,3,1,1,1\n3,2,1,6\n2,6,5\n3,1,1,3\n"
       "1,1,4,2\n1,2,1,4\n1,1,1,3,1,1\n6,1,1,2,2\n4,1,3\n2,1,1,3,2\n1,2,1,1,2\n1,4,1,2,1\n1,2,1,6,2\ncolumns\n1,1,1,"
       "4\n5,2,1\n"
       "7,2,3\n2,1,7\n1,2,1,2,1\n2,1,2,2,2\n1,4,1,1,1\n1,2,2,2,1\n1,4,2,1\n1,3,1,3,4\n1,1,3,1,1,2\n5,1,1,1,1\n4,2,3,2,"
       "1\n"
       "3,4,4,1\n2,4,1,3,1\n1,1,2,2,2\n2,1,2,2,1,1\n3,2,2,1,1\n",
       true},
      {"two pictures, by guesses",
       "width 14\nheight "
       "14\nrows\n1,2,5\n1,1,1,1,4\n1,1,1,2\n2,2,2\n1,1,2,1\n1,1\n1,1,1,2\n3,1,3\n2,1,1,2\n1,1,1,1\n1,1,1,1\n"
       "1,1,1,1,1\n4,1\n1,1,1,1\ncolumns\n1,1,1,1\n1\n2,1,5,1\n1,2\n1,1,1,1\n3,1,2\n1,2,3\n1,1,1\n3,1,1\n1,1,1,1\n2,1,"
       "1\n"
       "5,1,2,2\n4,4,1\n2,4\n",
       true},
      {"no picture, by twenty guesses",
       "width 14\nheight 14\nrows\n1,1,5\n1,1,1\n1,5,1\n2,1,3\n3,1,1,1\n1,2,1,1\n1,2,1,1\n1,2,2,2\n2,1\n4,1,5\n1,2\n"
       "1,1,1,1,1,1\n1,1\n1,2,1\ncolumns\n1,2,1\n3,2,2\n1,1,1,1\n3,3\n1,2,2\n2,1,1\n1,1\n1,1,3,1\n2,1,3\n5,3\n1,2,1,1,"
       "1\n"
       "1,1,2,1,1\n1,2,1\n1,1,2,1,1\n",
       false},
      {"no picture, larger",
       "width 20\nheight "
       "20\nrows\n1,2,1,1,1,5\n1,1,1,1,3,1,1\n1,2,1,1,3,1\n1,1,2,1,1,1\n2,1,1,1,3\n1,2,1,2,2,2,1\n1,1,4,1,3\n"
       "1,2,2,1,1,1,1\n1,4,2,1,1\n5,1,1,2,1,1\n2,2,1,2,4\n8,1,1,2\n1,2,2,2,4\n3,4,1,1\n1,1,1,1,1,1,1,3\n2,1,2,2,1\n1,1,"
       "2,1\n"
       "1,1,1,1\n1,1,1,1\n2,4,1,3,2\ncolumns\n1,1,2,2,4,2\n1,1,1,1,1,1\n1,2,7\n3,2,5,2\n3,1,2,1\n2,1,2,3,1,1\n2,1,7,1\n"
       "2,1,2,2,1,1,1\n2,2,1,1\n4,1,1,2\n2,1,2,1,3,1\n2,3,2\n1,1,3,2,2\n1,1,2,2,1,1\n1,1,1,2,1\n1,1,2,2,2,1\n1,2,2,2,1,"
       "2,1\n"
       "1,1,4,1,1,1,1\n1,2,1,1,2,1,1\n3,2,3,1\n",
       false}};
}

/// A large grey picture for the generator to trace and repair: rings.
std::string large_picture() {
  constexpr int side = 1500;
  std::string bytes = nazo::cat("P5\n", side, " ", side, "\n255\n");
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      bytes += static_cast<char>((row * row + column * column) / 9000 % 256);
  return bytes;
}

nazo::contract::Workload nonogram_work() {
  return {
      .small = {{"size", "8x6"}, {"trials", "300"}, {"simulations", "10"}},
      .answered = answered(),
      .large = noise(40, 0.45),
      .costly = {{{"size", "60x60"}, {"smooth", "0"}, {"density", "0.3"}, {"attempts", "1000000"}},
                 {{"size", "126x126"}, {"smooth", "4"}, {"density", "0.4"}, {"attempts", "1000000"}},
                 {{"size", "40x40"}, {"smooth", "0"}, {"density", "0.3"}, {"level", "probes"}, {"attempts", "1000000"}},
                 {{"size", "126x126"}, {"smooth", "0"}, {"density", "0.3"}, {"level", "unique"}},
                 {{"picture", large_picture()}, {"size", "126x126"}},
                 {{"picture", large_picture()}, {"size", "60x60"}, {"level", "unique"}}},
      .more_large = {noise(126, 0.7)},  // lines solve it: there is much to count
      .seconds = 0.15};
}

}  // namespace

NAZO_BUDGET_BATTERY(Nonogram, nazo::nonogram_genre(), nonogram_work())

namespace {

/// As large and as hard as a board can be; and one of which the formula is as large as it may be.
TEST_F(NonogramBudgets, TheLargestBoardsStopToo) {
  const nazo::Puzzle large = puzzle({"largest", noise(126, 0.35), true});
  const nazo::Puzzle formula = puzzle({"largest formula", noise(62, 0.2), true});
  const auto position = genre().start(large, options(), {});
  ASSERT_TRUE(position);
  const Work works[] = {
      {"solve by conflicts",
       [&](const nazo::Context& c) { (void)genre().solve(formula, options({{"engine", "sat"}}), c); }},
      {"solve", [&](const nazo::Context& c) { (void)genre().solve(large, options(), c); }},
      {"solve --engine sat",
       [&](const nazo::Context& c) { (void)genre().solve(large, options({{"engine", "sat"}}), c); }},
      {"hint", [&](const nazo::Context& c) { (void)genre().hint(*position, nazo::HintLevel::why, options(), c); }},
  };
  for (const Work& work : works) {
    double late = 1e9;
    for (int attempt = 0; attempt < 3 && late > longest_after_stop; ++attempt) late = seconds_after_stop(work);
    EXPECT_LE(late, longest_after_stop) << work.name;
    if (!nazo::child_memory_is_measurable()) continue;
    const std::uint64_t used =
        nazo::peak_bytes_in_child([&] { work.run({.budget = {.seconds = 0.5, .bytes = 1 << 20}}); });
    EXPECT_LE(used, (1 << 20) + nazo::Context::spare_bytes) << work.name;
  }
}

/// Three megabytes of blank lines are read where there is room for them, and refused where there is not.
TEST_F(NonogramBudgets, LongTextNeedsRoom) {
  const auto position = genre().start(puzzle(genre().facts().examples.front()), options(), {});
  const std::string text = *position + std::string(3'000'000, '\n');
  EXPECT_TRUE(genre().moves(text, options(), {}));
  const nazo::Context little{.budget = {.bytes = 1 << 20}};
  EXPECT_EQ(genre().moves(text, options(), little).error().limit, nazo::Limit::memory);
  EXPECT_EQ(genre().hint(text, nazo::HintLevel::why, options(), little).error().limit, nazo::Limit::memory);
  EXPECT_EQ(genre().play(text, "fill 1,1", options(), little).error().limit, nazo::Limit::memory);
}

/// A move is a stroke of the mouse, but nobody says how long.
TEST_F(NonogramBudgets, EndlessMovesEndInTime) {
  const auto position = genre().start(puzzle({"largest", noise(126, 0.7), true}), options(), {});
  std::string move = "fill";
  for (int i = 0; i < 200'000; ++i) move += " 1,1-126,126";
  std::atomic<bool> stop = true;
  const auto stopped = genre().play(*position, move, options(), {.budget = {.stop = &stop}});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().limit, nazo::Limit::stopped);
  EXPECT_EQ(genre().play(*position, move, options(), {.budget = {.seconds = 0.01}}).error().limit, nazo::Limit::time);
}

/// What memory there is never decides what the search says; and where it matters for the counts, the answer says so.
TEST(NonogramMemory, AnswersDoNotDependOnIt) {
  using namespace nazo;
  using namespace nazo::nonogram;
  for (const auto& [side, density] : {std::pair{20, 0.35}, {25, 0.45}, {30, 0.2}}) {
    const Clues clues = clues_of_noise(side, density);
    const auto answer = [&](std::uint64_t bytes) {
      return solve(clues, Marks(side, side), Wanted::unique, {.seconds = 60, .bytes = bytes});
    };
    const Answer free = answer(std::uint64_t{1} << 30);
    ASSERT_EQ(free.limit, Limit::none);
    for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{2} << 20}) {
      const std::string where = cat(side, " ", density, " ", bytes);
      const Answer little = answer(bytes);
      EXPECT_EQ(little.unique(), free.unique()) << where;
      if (!little.crowded) {
        EXPECT_EQ(little.nodes, free.nodes) << where;
      }
      const Answer again = answer(bytes);
      EXPECT_EQ(little.nodes, again.nodes) << where << ": the same every time";
    }
  }
}

}  // namespace
