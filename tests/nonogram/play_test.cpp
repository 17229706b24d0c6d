#include "genres/nonogram/play/play.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "genres/nonogram/genre.hpp"
#include "nonogram/data.hpp"

namespace nazo::nonogram {
namespace {

Position start(std::string_view pictured) {
  Sheet sheet;
  sheet.title = "a title";
  sheet.clues = clues_of(picture(pictured));
  return {sheet, Marks(sheet.clues.width(), sheet.clues.height())};
}

TEST(NonogramPlay, PositionsRoundTrip) {
  Position position = start("##./#.#/.##");
  position = *played(position, "fill 1,1-1,2; cross 2,2 3,1");
  const std::string text = write_position(position);
  EXPECT_TRUE(text.ends_with("\nmarks\n##?\n?x?\nx??\n")) << text;
  const auto again = read_position(text);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->marks, position.marks);
  EXPECT_EQ(again->sheet.title, "a title");
  EXPECT_EQ(write_position(*again), text);
}

TEST(NonogramPlay, StrokesFillManyCells) {
  Position position = start("###/###/###");
  position = *played(position, "fill 3,3-1,1");
  EXPECT_TRUE(won(position));
  position = *played(position, "clear 2,2; cross 1,1 3,3");
  EXPECT_EQ(write_position(position).substr(write_position(position).find("marks\n") + 6), "x##\n#?#\n##x\n");
  EXPECT_FALSE(won(position));
}

TEST(NonogramPlay, CrossesDoNotMatterForWinning) {
  Position position = start("#./.#");
  position = *played(position, "fill 1,2 2,1");
  EXPECT_TRUE(won(position)) << "the other solution wins as well";
  position = *played(position, "cross 1,1");
  EXPECT_TRUE(won(position));
  position = *played(position, "cross 1,2");
  EXPECT_FALSE(won(position));
}

TEST(NonogramPlay, BadMovesSayWhy) {
  const Position position = start("#./.#");
  for (const auto& [move, says] : {std::pair{"", "found nothing"},
                                   {"fill", "expected a cell"},
                                   {"fill 3,1", "no cell 3,1"},
                                   {"fill 0,1", "no cell 0,1"},
                                   {"paint 1,1", "fill, cross or clear"},
                                   {"fill 1", "such as 3,4"},
                                   {"fill 1,1-1,2-2,2", "two with -"},
                                   {"clear 1,1", "changes nothing"},
                                   {"fill 1,1;", "found nothing"},
                                   {"fill 1,1; fill 9,9", "no cell 9,9"},
                                   {"fill 99999999999,1", "such as 3,4"}}) {
    const auto next = played(position, move);
    ASSERT_FALSE(next) << move;
    EXPECT_NE(next.error().message.find(says), std::string::npos) << move << ": " << next.error().message;
  }
}

TEST(NonogramPlay, MovesForMarksPlayBack) {
  Marks wanted(3, 2);
  wanted.set(0, 0, Mark::black);
  wanted.set(0, 1, Mark::black);
  wanted.set(1, 2, Mark::black);
  wanted.set(1, 0, Mark::white);
  EXPECT_EQ(move_for(wanted), "fill 1,1-1,2 2,3; cross 2,1");
  Position position = start("##./..#");
  EXPECT_EQ(played(position, move_for(wanted))->marks, wanted);
}

TEST(NonogramPlay, TheViewSaysWhatIsMet) {
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options);
  const Position position = *played(start("##./#.#/.##"), "fill 1,1-1,2");
  const auto view = genre.view(write_position(position), *options, {});
  ASSERT_TRUE(view);
  EXPECT_EQ(view->json(),
            "{\"title\":\"a title\",\"width\":3,\"height\":3,\"rows\":[[2],[1,1],[2]],\"columns\":[[2],[1,1],[2]],"
            "\"cells\":[\"##?\",\"???\",\"???\"],\"rows_met\":[true,false,false],\"columns_met\":[false,false,false],"
            "\"rows_done\":[[true],[false,false],[false]],\"columns_done\":[[false],[false,false],[false]],"
            "\"won\":false}");
  const auto drawn_board = genre.draw(write_position(position), *options, {});
  ASSERT_TRUE(drawn_board);
  EXPECT_EQ(drawn_board->origin.row, 3);
  EXPECT_EQ(drawn_board->origin.column, 3);
  EXPECT_EQ(drawn_board->rows.size(), 5u);
}

TEST(NonogramPlay, NumbersAreDoneOneByOneFromEitherEdge) {
  const auto done = [](std::string_view marks) {
    const auto position =
        read_position(cat("width 6\nheight 1\n\nrows\n1,1,1\n\ncolumns\n1\n0\n1\n0\n1\n0\n\nmarks\n", marks, "\n"));
    EXPECT_TRUE(position) << marks;
    const auto found = numbers_done(*position);
    std::string out;
    for (const bool one : found.front()) out += one ? '1' : '0';
    return out;
  };
  EXPECT_EQ(done("??????"), "000");
  EXPECT_EQ(done("#?????"), "000") << "a run that is not closed may go on";
  EXPECT_EQ(done("#x????"), "100");
  EXPECT_EQ(done("x#x???"), "100");
  EXPECT_EQ(done("????x#"), "001");
  EXPECT_EQ(done("#x??x#"), "101");
  EXPECT_EQ(done("?x#x??"), "000") << "the first cell may still be filled";
  EXPECT_EQ(done("##x???"), "000") << "a run of another length is not done";
  EXPECT_EQ(done("#?#?#?"), "111") << "a line that is met";
}

}  // namespace
}  // namespace nazo::nonogram
