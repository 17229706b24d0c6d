// The readers and writers: what each format holds, and where each mistake is said to be.
#include "genres/sokoban/text/text.hpp"

#include <gtest/gtest.h>

#include "genres/sokoban/genre.hpp"
#include "puzzle/genre.hpp"
#include "random_level.hpp"

namespace nazo::sokoban {
namespace {

const Options& options() {
  static const auto made = Options::make(sokoban_genre().facts().options);
  return *made;
}
Result<std::vector<Puzzle>> parse(std::string_view text, std::string_view format = "") {
  return sokoban_genre().parse(text, format, options());
}

/// The error that reading, or else solving, this text ends with.
Error error_of(std::string_view text, std::string_view format = "") {
  const auto puzzles = parse(text, format);
  if (!puzzles) return puzzles.error();
  for (const Puzzle& puzzle : *puzzles)
    if (const auto verdict = sokoban_genre().solve(puzzle, options(), {}); !verdict) return verdict.error();
  return {};
}

void expect_error(std::string_view text, std::size_t line, std::size_t column, std::string_view part,
                  std::string_view format = "") {
  const Error error = error_of(text, format);
  EXPECT_EQ(error.line, line) << text << error.message;
  EXPECT_EQ(error.column, column) << text << error.message;
  EXPECT_NE(error.message.find(part), std::string::npos) << error.message;
}

TEST(Text, SokCarriesWordsAndSolutions) {
  const auto puzzles = parse(
      "Collection: Small ones\n"
      "Author: A. Nobody\n"
      "\n"
      "first\n"
      "#####\n"
      "#@$.#\n"
      "#####\n"
      "Comment:\n"
      "two\n"
      "lines\n"
      "Comment-End:\n"
      "Solution\n"
      "R\n"
      "\n"
      "######\n"
      "#p-bo#\n"
      "######\n"
      "Title: letters\n"
      "Author: B\n"
      "Solution: r\n"
      ":: skipped\n"
      "\n"
      "6#|#@-$.#|6#\n"
      "Title: runs\n"
      "Solution/Moves: 2(R)\n",
      "sok");
  ASSERT_TRUE(puzzles) << puzzles.error().text();
  ASSERT_EQ(puzzles->size(), 3U);
  const Puzzle& first = puzzles->at(0);
  EXPECT_EQ(first.title, "first");
  EXPECT_EQ(first.solution, "R");
  EXPECT_EQ(*first.notes.find("author")->string(), "A. Nobody");
  EXPECT_EQ(*first.notes.find("collection")->string(), "Small ones");
  EXPECT_EQ(*first.notes.find("comment")->string(), "two\nlines");
  EXPECT_EQ(puzzles->at(1).text, "######\n#@ $.#\n######\n");
  EXPECT_EQ(puzzles->at(1).title, "letters");
  EXPECT_EQ(*puzzles->at(1).notes.find("author")->string(), "B");
  EXPECT_EQ(puzzles->at(2).text, puzzles->at(1).text);
  EXPECT_EQ(puzzles->at(2).title, "runs");
  EXPECT_EQ(puzzles->at(2).solution, "RR");
  // Written and read again, everything is still there.
  for (const Puzzle& puzzle : *puzzles) {
    const auto written = sokoban_genre().print(puzzle, "sok", options(), {});
    ASSERT_TRUE(written);
    const auto again = parse(*written, "sok");
    ASSERT_TRUE(again) << *written;
    ASSERT_EQ(again->size(), 1U) << *written;
    EXPECT_EQ(again->front().text, puzzle.text);
    EXPECT_EQ(again->front().title, puzzle.title);
    EXPECT_EQ(again->front().solution, puzzle.solution);
    EXPECT_EQ(again->front().notes, puzzle.notes) << *written;
  }
}

TEST(Text, SlcIsRead) {
  const auto puzzles = parse(
      "<?xml version=\"1.0\"?>\n<SokobanLevels>\n<Title>Some</Title>\n<LevelCollection Copyright=\"C\">\n"
      "<Level Id=\"one\" Width=\"5\" Height=\"3\"><L>#####</L><L>#@$.#</L><L>#####</L></Level>\n"
      "<Level Id=\"two\" Copyright=\"D\"><L> #####</L><L> #.$@#</L><L> "
      "#####</L></Level>\n</LevelCollection>\n</SokobanLevels>\n");
  ASSERT_TRUE(puzzles) << puzzles.error().text();
  ASSERT_EQ(puzzles->size(), 2U);
  EXPECT_EQ(puzzles->at(0).text, "#####\n#@$.#\n#####\n");
  EXPECT_EQ(puzzles->at(0).title, "one");
  EXPECT_EQ(puzzles->at(1).text, "#####\n#.$@#\n#####\n");
  EXPECT_EQ(*puzzles->at(0).notes.find("author")->string(), "C");
  EXPECT_EQ(*puzzles->at(1).notes.find("author")->string(), "D");
  EXPECT_EQ(*puzzles->at(1).notes.find("collection")->string(), "Some");
}

TEST(Text, RandomBoardsSurviveEveryFormat) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Level level = to_level(random_small(31, i, 1 + static_cast<int>(i % 4)));
    const Puzzle puzzle{.genre = "sokoban", .text = write_level(level)};
    for (const std::string_view format : {"xsb", "sok", "rle"}) {
      const auto written = sokoban_genre().print(puzzle, format, options(), {});
      ASSERT_TRUE(written);
      const auto again = parse(*written, format);
      ASSERT_TRUE(again && again->size() == 1) << format << "\n" << *written;
      EXPECT_EQ(again->front().text, puzzle.text) << format;
    }
  }
}

TEST(Text, MistakesAreNamedWithLineAndColumn) {
  expect_error("#####\n#@$ #\n#####\n", 2, 3, "1 box but 0 goals");
  expect_error("; two boards\n\n#####\n#@$.#\n#####\n\n#####\n#@$.#\n#@  #\n#####\n", 9, 2, "2 keepers");
  expect_error("#####\n# $.#\n#####\n", 1, 1, "keeper");
  expect_error("######\n#@ $.#\n#    \n######\n", 3, 6, "open");
  expect_error("  ######\n  #@ $.#\n  #    \n  ######\n", 3, 8, "open");
  expect_error("#####\n#@?.#\n#####\n", 2, 3, "'?'");
  expect_error("", 1, 1, "no board");
  expect_error("only words\n", 1, 1, "no board");
  expect_error("6#|#@-x.#|6#\n", 1, 7, "'x'", "rle");
  expect_error("99999999999#|#@$.#\n", 1, 12, "too long", "rle");
  expect_error("<SokobanLevels><LevelCollection></LevelCollection>", 1, 50, "XML");
  expect_error("<Other/>", 1, 1, "SokobanLevels");
  expect_error("<SokobanLevels>\n<LevelCollection><Level><L>##?</L></Level></LevelCollection></SokobanLevels>", 2, 30,
               "'?'");
  expect_error("#####\n#@$.#\n#####\nSolution: 99999999999R\n", 4, 12, "too long");
}

TEST(Text, LurdIsReplayed) {
  const auto puzzles = parse("######\n#@ $.#\n######\nSolution: 2(r)\n");
  ASSERT_TRUE(puzzles);
  EXPECT_EQ(*sokoban_genre().print(puzzles->front(), "lurd", options(), {}), "rR\n");
  Puzzle wrong = puzzles->front();
  wrong.solution = "r";
  EXPECT_FALSE(sokoban_genre().print(wrong, "lurd", options(), {}));
  wrong.solution = "u";
  EXPECT_FALSE(sokoban_genre().print(wrong, "lurd", options(), {}));
  const auto report = sokoban_genre().verify(puzzles->front(), "rx", options(), {});
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->valid());
}

}  // namespace
}  // namespace nazo::sokoban
