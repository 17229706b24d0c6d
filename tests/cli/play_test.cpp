// Typed play, and the session behind it.
#include "cli/play_session.hpp"
#include "cli_fixture.hpp"

namespace nazo::cli {
namespace {

TEST(Play, TypedMovesWin) {
  const TemporaryFile file("plus.lights", plus);
  const Ran ran = nazo({"play", file.path()}, "2,2\n");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("Solved in 1 moves"), std::string::npos);
}

TEST(Play, CommandsAndBadMoves) {
  const TemporaryFile file("plus.lights", plus);
  const Ran ran = nazo({"play", file.path()},
                       "undo\n9,9\nhint\nhint\nhint\n1,1\nundo\nredo\nredo\nrestart\nmoves\nback\ngive up\n");
  EXPECT_EQ(ran.code, 1);
  for (const auto* said : {"nothing to undo", "expected a lamp ROW,COLUMN", "can still be solved", "Press 2,2.",
                           "Press 2,2: it is one of 1", "nothing to redo", "3,3"})
    EXPECT_NE(ran.out.find(said), std::string::npos) << said;
}

TEST(Play, ANewPuzzleIsMadeFromTheSeed) {
  EXPECT_EQ(nazo({"play", "lights", "--seed", "4"}, "q\n").out, nazo({"play", "lights", "--seed", "4"}, "q\n").out);
  EXPECT_NE(nazo({"play", "lights", "--seed", "4"}, "q\n").out, nazo({"play", "lights", "--seed", "5"}, "q\n").out);
  EXPECT_EQ(nazo({"play"}, "").code, 2);
  const TemporaryFile file("plus.lights", plus);
  EXPECT_EQ(nazo({"play", file.path(), "--number", "2"}, "").code, 2);
}

TEST(PlaySession, UndoAndRedoWalkTheHistory) {
  const auto options = Options::make(lights::genre().facts().options);
  auto session = PlaySession::begin(lights::genre(), {.genre = "lights", .text = plus}, *options, {});
  ASSERT_TRUE(session);
  ASSERT_TRUE(session->play("1,1"));
  const std::string after = session->position();
  ASSERT_TRUE(session->play("2,2"));
  EXPECT_TRUE(session->undo());
  EXPECT_EQ(session->position(), after);
  EXPECT_TRUE(session->redo());
  EXPECT_FALSE(session->redo());
  session->undo();
  ASSERT_TRUE(session->play("3,3"));
  EXPECT_FALSE(session->redo()) << "a new move forgets what was undone";
  EXPECT_EQ(*session->back_to_solvable(), 0u);
  const auto rest = session->give_up();
  ASSERT_TRUE(rest);
  for (const std::string& move : *rest) ASSERT_TRUE(session->play(move));
  EXPECT_EQ(session->standing(), Standing::won);
}

}  // namespace
}  // namespace nazo::cli
