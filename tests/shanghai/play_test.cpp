// The hidden game: what nobody has seen is in no view, no picture and no hint.
#include <gtest/gtest.h>

#include <algorithm>

#include "boards.hpp"
#include "genres/shanghai/genre.hpp"
#include "genres/shanghai/play/hint.hpp"
#include "genres/shanghai/rules/layouts.hpp"

namespace nazo::shanghai {
namespace {

Board hidden_hut(std::uint64_t seed) { return *deal_layout(*find_layout("hut"), Seen::top, seed); }

/// The same board with the faces of covered tiles exchanged among each other.
Board with_other_secrets(const Board& board, Rng& rng) {
  const std::vector<bool> covered = covered_tiles(board);
  std::vector<int> faces;
  for (std::size_t i = 0; i < covered.size(); ++i)
    if (covered[i]) faces.push_back(board.tiles[i].face);
  rng.shuffle(std::span(faces));
  std::vector<FacedSlot> tiles;
  for (std::size_t i = 0; i < covered.size(); ++i) {
    tiles.push_back({board.tiles[i].slot, board.tiles[i].face});
    if (!covered[i]) continue;
    tiles.back().face = faces.back();
    faces.pop_back();
  }
  return make_board({board.width, board.height, board.layers}, board.seen, std::move(tiles));
}

TEST(ShanghaiHidden, ViewAndHintsDoNotDependOnWhatNobodyHasSeen) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    Rng rng(31, i);
    const Board board = hidden_hut(i), other = with_other_secrets(board, rng);
    EXPECT_EQ(view_of(board).json(), view_of(other).json());
    const auto drawn = draw_text(board), drawn_other = draw_text(other);
    EXPECT_EQ(drawn.caption, drawn_other.caption);
    for (const auto level : {HintLevel::solvable, HintLevel::step, HintLevel::why}) {
      const Hint hint = hint_for(board, level, {}), hint_other = hint_for(other, level, {});
      EXPECT_EQ(hint.text, hint_other.text);
      EXPECT_EQ(hint.solvable, hint_other.solvable);
      EXPECT_EQ(hint.technique, hint_other.technique);
    }
  }
}

TEST(ShanghaiHidden, TheGameStaysHiddenThroughPlay) {
  const Genre& genre = shanghai_genre();
  const Options options = *Options::make(genre.facts().options);
  std::string position = write_board(hidden_hut(3));
  for (int move = 0; move < 12; ++move) {
    EXPECT_TRUE(position.starts_with("seen: top"));
    const auto moves = genre.moves(position, options, {});
    ASSERT_TRUE(moves);
    if (moves->empty()) break;
    position = *genre.play(position, moves->front().text, options, {});
  }
}

TEST(ShanghaiHidden, TheOptionOpensAndHidesABoard) {
  const Genre& genre = shanghai_genre();
  const std::string text = write_board(hidden_hut(3));
  const auto open = genre.parse(text, "", *Options::make(genre.facts().options, {{"seen", "all"}}));
  ASSERT_TRUE(open);
  EXPECT_FALSE(open->front().text.starts_with("seen"));
  const auto closed = genre.parse(open->front().text, "", *Options::make(genre.facts().options, {{"seen", "top"}}));
  EXPECT_EQ(closed->front().text, text);
}

}  // namespace
}  // namespace nazo::shanghai
