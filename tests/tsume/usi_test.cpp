// The USI protocol, line by line and as a session.
#include "genres/tsume/play/usi.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "faults/threads.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "tsume/helpers.hpp"

namespace nazo::tsume {
namespace {

std::string last(std::vector<std::string> lines) { return lines.empty() ? "" : lines.back(); }

TEST(TsumeUsi, Handshake) {
  UsiEngine engine;
  EXPECT_EQ(last(engine.feed("usi")), "usiok");
  EXPECT_TRUE(engine.feed("setoption name USI_Hash value 64").empty());
  EXPECT_TRUE(engine.feed("setoption name Threads value 2").empty());
  EXPECT_FALSE(engine.feed("setoption name USI_Hash value lots").empty());
  EXPECT_EQ(last(engine.feed("isready")), "readyok");
  EXPECT_TRUE(engine.feed("usinewgame").empty());
  EXPECT_TRUE(engine.feed("").empty());
  EXPECT_FALSE(engine.done());
  engine.feed("quit");
  EXPECT_TRUE(engine.done());
}

TEST(TsumeUsi, Mates) {
  UsiEngine engine;
  engine.feed("setoption name Shortest value true");
  EXPECT_TRUE(engine.feed("position sfen 5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1").empty());
  EXPECT_EQ(last(engine.feed("go mate 20000")), "checkmate R*2b 2a1a 2b3b 4c3c P*1b 1a2a 4a3a");
  EXPECT_TRUE(engine.feed("position sfen 5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1 moves R*2b 2a1a").empty());
  EXPECT_EQ(last(engine.feed("go mate infinite")), "checkmate 2b3b 4c3c P*1b 1a2a 4a3a");
  engine.feed("position sfen 4k4/9/4P4/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1");
  EXPECT_EQ(last(engine.feed("go mate 20000")), "checkmate nomate");
  engine.feed("position sfen 4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1");
  const std::string hard = last(engine.feed("go mate 1"));
  EXPECT_TRUE(hard == "checkmate timeout" || hard.starts_with("checkmate ")) << hard;
  EXPECT_NE(hard, "checkmate nomate");
}

TEST(TsumeUsi, ThreadsGiveTheSameAnswers) {
  for (const char* threads : {"1", "2", "3"}) {
    UsiEngine engine;
    EXPECT_TRUE(engine.feed(std::string("setoption name Threads value ") + threads).empty());
    engine.feed("setoption name USI_Hash value 64");
    engine.feed("setoption name Shortest value true");
    engine.feed("position sfen 5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
    EXPECT_EQ(last(engine.feed("go mate infinite")), "checkmate R*2b 2a1a 2b3b 4c3c P*1b 1a2a 4a3a") << threads;
    engine.feed("position sfen 4k4/9/4P4/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1");
    EXPECT_EQ(last(engine.feed("go mate infinite")), "checkmate nomate") << threads;
    engine.feed("position sfen 4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1");
    EXPECT_EQ(last(engine.feed("go mate 30")), "checkmate timeout") << threads;
  }
}

TEST(TsumeUsi, BadLinesAreAnsweredNotObeyed) {
  UsiEngine engine;
  for (const char* line : {"position", "position sfen", "position sfen rubbish b - 1", "position startpos moves 7g7g",
                           "position sfen 9/9/9/9/9/9/9/9/9 b - 1", "hello", "setoption", "setoption name", "go",
                           "go infinite", "go mate", "go mate soon"}) {
    const auto answer = engine.feed(line);
    ASSERT_FALSE(answer.empty()) << line;
    for (const std::string& text : answer) EXPECT_EQ(text.find('\n'), std::string::npos);
  }
  EXPECT_TRUE(engine.feed("position startpos moves 7g7f 3c3d").empty());
}

TEST(TsumeUsi, ASession) {
  std::istringstream in(
      "usi\nisready\nposition sfen 9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1\ngo mate 10000\nisready\nquit\n");
  std::ostringstream out;
  run_usi(in, out);
  const std::string text = out.str();
  EXPECT_NE(text.find("checkmate 1e3c+"), std::string::npos) << text;
  EXPECT_LT(text.find("checkmate"), text.rfind("readyok"))
      << "a search is finished before the next command is answered";
}

TEST(TsumeUsi, StopEndsASearch) {
  // A problem that takes minutes: if the stop is lost, this test does not end.
  std::istringstream in(
      "stop\nposition sfen 4+bn1g1/5kpPl/2l1b1s2/3+l1N1GP/4G1+P1N/5L3/9/1+r7/R8 b GP3sn13p 1\ngo mate "
      "infinite\nstop\nisready\nquit\n");
  std::ostringstream out;
  run_usi(in, out);
  EXPECT_NE(out.str().find("checkmate timeout"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("readyok"), std::string::npos);
}

TEST(TsumeUsi, AnEarlierStopDoesNotEndALaterSearch) {
  std::istringstream in("stop\nposition sfen 9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1\ngo mate infinite\n");
  std::ostringstream out;
  run_usi(in, out);
  EXPECT_NE(out.str().find("checkmate 1e3c+"), std::string::npos) << out.str();
}

constexpr const char* mate_in_one =
    "position sfen 9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1\ngo mate infinite\nisready\n";

std::string session(const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  run_usi(in, out);
  return out.str();
}

TEST(TsumeUsi, ASearchThatBreaksAtItsTopHasFoundNothing) {
  const faults::ThrowIn thrower("usi");
  const std::string text = session(std::string(mate_in_one) + mate_in_one + "quit\n");
  EXPECT_LT(text.find("checkmate timeout"), text.find("readyok")) << text;
  EXPECT_LT(text.find("readyok"), text.find("checkmate 1e3c+")) << "the session went on: " << text;
  EXPECT_NE(text.find("checkmate 1e3c+"), std::string::npos) << text;
}

TEST(TsumeUsi, ASearchThatThereIsNoRoomForHasFoundNothing) {
  const faults::NoRoomFor full("usi");
  const std::string text = session(std::string(mate_in_one) + "quit\n");
  EXPECT_LT(text.find("checkmate timeout"), text.find("readyok")) << text;
  EXPECT_NE(text.find("readyok"), std::string::npos) << text;
}

}  // namespace
}  // namespace nazo::tsume
