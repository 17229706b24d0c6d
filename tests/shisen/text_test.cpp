#include "genres/shisen/text/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "boards.hpp"

namespace nazo::shisen {
namespace {

std::string message(std::string_view text) {
  const auto boards = read_boards(text, Border::outside);
  return boards ? "" : boards.error().text();
}

TEST(ReadBoards, CommentsTitlesGapsAndSeveralBoards) {
  const auto boards = read_boards(
      "# first\ntitle: One # two\n 1 2 . -- # gaps\n2 1 1 1\n\n\nTITLE:Second\n5\n5\nsolution: 1,1-2,1\n3 3\n",
      Border::inside);
  ASSERT_TRUE(boards) << boards.error().text();
  ASSERT_EQ(boards->size(), 3u);
  EXPECT_EQ((*boards)[0].title, "One # two");
  EXPECT_EQ(write_board((*boards)[0].board), "border: inside\n1 2 . .\n2 1 1 1\n");
  EXPECT_EQ((*boards)[0].board.border, Border::inside);
  EXPECT_EQ((*boards)[1].title, "Second");
  EXPECT_EQ((*boards)[1].solution, "1,1-2,1");
  EXPECT_EQ((*boards)[1].line, 8u);
  EXPECT_EQ((*boards)[2].title, "");
}

TEST(ReadBoards, TheBorderIsPartOfTheBoard) {
  const std::string text = "title: One\nborder: INSIDE\n1 1\nborder: outside\n2 2\n\n3 3\n";
  const auto boards = read_boards(text, std::nullopt);
  ASSERT_TRUE(boards) << boards.error().text();
  ASSERT_EQ(boards->size(), 3u);
  EXPECT_EQ((*boards)[0].title, "One");
  EXPECT_EQ((*boards)[0].board.border, Border::inside);
  EXPECT_EQ((*boards)[1].board.border, Border::outside);
  EXPECT_EQ((*boards)[2].board.border, Border::outside) << "said of one board, not of the next";
  for (const BoardText& entry : *boards) {
    const auto again = read_position(write_board(entry.board), std::nullopt);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->border, entry.board.border);
  }
  EXPECT_EQ(write_board((*boards)[1].board), "2 2\n") << "the usual border is not said";
  EXPECT_EQ(read_position("border: inside\n1 1\n", Border::outside)->border, Border::outside)
      << "who asks has the word";
  EXPECT_EQ(message("border: beside\n1 1\n"), "1:1: expected border: outside or border: inside, not 'beside'");
}

TEST(ReadBoards, AFirstLineWithTheSizeIsUnderstood) {
  const auto boards = read_boards("3 2\n1 2 3\n1 2 3\n", Border::outside);
  ASSERT_TRUE(boards);
  EXPECT_EQ(write_board((*boards)[0].board), "1 2 3\n1 2 3\n");
  const auto narrow = read_boards("2 1\n2 1\n", Border::outside);
  ASSERT_TRUE(narrow) << "rows two cells wide are rows";
  EXPECT_EQ((*narrow)[0].board.height, 2);
  EXPECT_EQ(message("3 5\n1 2 3\n1 2 3\n"), "1:3: the first line promises 5 rows, but there are 2");
}

TEST(ReadBoards, BadInputGetsOneClearLine) {
  EXPECT_EQ(message("1 2 3\n1 2\n"), "2:1: expected 3 cells as in the rows before, not 2");
  EXPECT_EQ(message("1 2 3\n1 2 3 4\n"), "2:7: expected 3 cells as in the rows before, not 4");
  EXPECT_EQ(message("1 x\n"), "1:3: expected a tile (a number from 0 to 9999) or '.' for an empty cell, not 'x'");
  EXPECT_EQ(message("1 -1\n"), "1:3: expected a tile (a number from 0 to 9999) or '.' for an empty cell, not '-1'");
  EXPECT_EQ(message("1 10000\n"),
            "1:3: expected a tile (a number from 0 to 9999) or '.' for an empty cell, not '10000'");
  EXPECT_EQ(message(""), "no board: expected rows of tile numbers");
  EXPECT_EQ(message("# nothing\n"), "no board: expected rows of tile numbers");
  EXPECT_EQ(message("\n. .\n. .\n"), "2:1: the board has no tiles");
  EXPECT_EQ(message("solution: 1,1-1,2\n1 1\n"), "1:1: a solution without a board before it");
  std::string wide, high;
  for (int i = 0; i < 31; ++i) {
    wide += "1 ";
    high += "1\n";
  }
  EXPECT_EQ(message(wide), "1:61: a board has at most 30 columns");
  EXPECT_EQ(message(high), "1:1: a board has at most 30 rows");
  std::string same;
  for (int i = 0; i < 7; ++i) same += "1 1 1 1 1 1 1 1 1 1\n";
  EXPECT_EQ(message(same), "1:1: kind 1 has 70 tiles, at most 64 are allowed");
}

TEST(ReadPosition, MayBeEmptyAndIsOne) {
  EXPECT_TRUE(read_position(". .\n", Border::outside)->empty());
  EXPECT_FALSE(read_position("1 1\n\n1 1\n", Border::outside));
  EXPECT_FALSE(read_position("", Border::outside));
}

TEST(Boards, RoundTrip) {
  EXPECT_TRUE(rc::check("write, read, write", [](std::uint64_t seed) {
    Rng rng(seed);
    const int width = rng.between(1, 30), height = rng.between(1, 30), tiles = rng.between(1, width * height);
    std::vector<int> cells;
    const int labels = rng.between(1, 3000);
    for (int i = 0; i < width * height; ++i)
      cells.push_back(i < tiles ? rng.between(labels, labels + 30 + tiles) : no_tile);
    rng.shuffle(std::span(cells));
    const Board board = make_board(width, height, Border::outside, cells);
    const auto again = read_boards(write_board(board), Border::outside);
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->size() == 1u);
    RC_ASSERT(labels_by_cell(again->front().board) == cells);
    RC_ASSERT(again->front().board.width == width);
  }));
}

TEST(Pairs, ReadAndWritten) {
  EXPECT_EQ(write_pair({1, 2}, {10, 3}), "1,2-10,3");
  const auto pairs = read_pairs(" 1,2-10,3\n4,4-5,5 ");
  ASSERT_TRUE(pairs);
  EXPECT_EQ((*pairs)[1], (PlacePair{{4, 4}, {5, 5}}));
  for (const char* bad : {"1,2", "1,2-3", "0,1-1,1", "1,2-3,4,5", "1,2-3,x", "1,2--3,4", "31,1-1,1", "a"})
    EXPECT_FALSE(read_pairs(bad)) << bad;
  EXPECT_EQ(read_pairs("1,1-1,2\n  oops").error().text(),
            "2:3: expected a pair of tiles ROW,COLUMN-ROW,COLUMN, not 'oops'");
  EXPECT_TRUE(read_pairs("")->empty());
}

}  // namespace
}  // namespace nazo::shisen
