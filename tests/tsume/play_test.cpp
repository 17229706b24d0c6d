// Playing against the longest defence.
#include "genres/tsume/play/play.hpp"

#include <gtest/gtest.h>

#include "genres/tsume/genre.hpp"
#include "tsume/helpers.hpp"

namespace nazo::tsume {
namespace {

constexpr std::string_view seven = "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1";

Options options(const std::map<std::string, std::string>& given = {}) {
  return *Options::make(tsume_genre().facts().options, given);
}

TEST(TsumePlay, TheDefenceIsTheLongest) {
  const Genre& genre = tsume_genre();
  std::string position(seven);
  for (const char* move : {"R*2b", "2b3b", "P*1b", "３一と"}) {
    const auto next = genre.play(position, move, options(), {});
    ASSERT_TRUE(next) << move << ": " << next.error().text();
    position = *next;
  }
  EXPECT_EQ(position, std::string(seven) + " moves R*2b 2a1a 2b3b 4c3c P*1b 1a2a 4a3a");
  EXPECT_EQ(*genre.status(position, options(), {}), Standing::won);
  EXPECT_TRUE(genre.moves(position, options(), {})->empty());
}

TEST(TsumePlay, TheViewTellsBothMoves) {
  const Genre& genre = tsume_genre();
  const auto next = genre.play(seven, "R*2b", options(), {});
  ASSERT_TRUE(next);
  const auto view = genre.view(*next, options(), {});
  ASSERT_TRUE(view);
  const Value* last = view->find("last");
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(*last->find("attack")->string(), "R*2b");
  EXPECT_EQ(*last->find("answer")->string(), "2a1a");
  EXPECT_EQ(*last->find("answer_label")->string(), "△１一玉");
  EXPECT_EQ(view->find("board")->items()->size(), 9u);
  EXPECT_EQ(*(*(*view->find("board")->items())[0].items())[8].string(), "k") << "the king stands on 1a";
}

TEST(TsumePlay, AnswersCanBeChosen) {
  const auto next = tsume_genre().play(seven, "R*2b 2a3a", options(), {});
  EXPECT_TRUE(next.has_value() || next.error().message.find("not a legal answer") != std::string::npos);
  EXPECT_FALSE(tsume_genre().play(seven, "R*2b 9i9h", options(), {}));
}

TEST(TsumePlay, WhatIsNoCheckIsRefusedWithTheReason) {
  const auto refused = [&](const char* move) {
    const auto next = tsume_genre().play(seven, move, options(), {});
    return next ? std::string("accepted") : next.error().message;
  };
  EXPECT_NE(refused("R*9i").find("does not give check"), std::string::npos);
  EXPECT_NE(refused("9i9h").find("no check here"), std::string::npos);
  EXPECT_NE(refused("nonsense").find("no check here"), std::string::npos);
}

TEST(TsumePlay, WrongMovesAreRefuted) {
  // After a wrong first move there is no mate any more, and the hint says so.
  const Genre& genre = tsume_genre();
  Context context;
  const auto moves = genre.moves(seven, options(), {});
  ASSERT_TRUE(moves);
  for (const Move& move : *moves) {
    const auto next = genre.play(seven, move.text, options(), {});
    ASSERT_TRUE(next);
    if (*genre.status(*next, options(), {}) != Standing::playing) continue;
    const auto hint = genre.hint(*next, HintLevel::solvable, options(), context);
    ASSERT_TRUE(hint);
    if (move.text == "R*2b") {
      EXPECT_EQ(hint->solvable, true);
    }
  }
}

TEST(TsumePlay, UselessInterpositionsAreNotPlayed) {
  const auto won = tsume_genre().play("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", "1e3c+", options(), {});
  ASSERT_TRUE(won);
  EXPECT_EQ(*tsume_genre().status(*won, options(), {}), Standing::won);
  const auto counted =
      tsume_genre().play("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", "1e3c+", options({{"mudaai", "count"}}), {});
  ASSERT_TRUE(counted);
  EXPECT_EQ(*tsume_genre().status(*counted, options({{"mudaai", "count"}}), {}), Standing::playing);
}

}  // namespace
}  // namespace nazo::tsume
