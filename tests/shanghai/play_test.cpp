// The hidden game: what nobody has seen is in no view, no picture and no hint.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.hpp"
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

/// All that a player is shown of a position, as one text.
std::string all_that_is_told(const Board& board) {
  const Genre& genre = shanghai_genre();
  std::string told = view_of(board).json() + draw_text(board).caption;
  for (const auto& row : draw_text(board).rows)
    for (const TextCell& cell : row) told += cell.text;
  const Puzzle puzzle{.genre = "shanghai", .text = write_board(board)};
  told += *genre.picture(puzzle, "", *Options::make(genre.facts().options), {});
  for (const auto level : {HintLevel::solvable, HintLevel::step, HintLevel::why}) {
    const Hint hint = hint_for(board, level, {});
    told += cat(hint.text, hint.move, hint.technique, hint.values.json());
    told += hint.solvable ? cat(*hint.solvable ? "yes" : "no") : "?";
    for (const Cell cell : hint.cells) told += cat(" ", cell.row, ",", cell.column);
  }
  return told;
}

/// From the first move to the last, on small boards and on the turtle.
TEST(ShanghaiHidden, NothingThatIsToldDependsOnWhatNobodyHasSeen) {
  int compared = 0;
  for (std::uint64_t i = 0; i < 12; ++i) {
    Rng rng(31, i);
    Board board = i % 4 == 3 ? *deal_layout(*find_layout("turtle"), Seen::top, i) : hidden_hut(i);
    for (auto pairs = legal_pairs(board); !pairs.empty(); pairs = legal_pairs(board)) {
      const std::vector<bool> covered = covered_tiles(board);
      if (std::ranges::count(covered, true) < 2) break;  // nothing is left to exchange
      ASSERT_EQ(all_that_is_told(board), all_that_is_told(with_other_secrets(board, rng)));
      ++compared;
      board = without(board, pairs[rng.below(pairs.size())]);
    }
  }
  EXPECT_GT(compared, 60);
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

/// The same deal with its faces hidden is harder, unless nothing can go wrong in it.
TEST(ShanghaiHidden, IsRatedHarderThanTheSameDealInSight) {
  const Genre& genre = shanghai_genre();
  const auto rated = [&](const Board& board) {
    const Puzzle puzzle{.genre = "shanghai", .text = write_board(board)};
    const auto analysis = genre.analyze(puzzle, {"tiles", "unseen_faces", "blind_win", "sighted_win"},
                                        *Options::make(genre.facts().options), {});
    return genre.prior(analysis->features).difficulty.value();
  };
  int harder = 0;
  for (const char* layout : {"hill", "gate", "turtle"})
    for (std::uint64_t deal = 0; deal < 3; ++deal) {
      Board open = *deal_layout(*find_layout(layout), Seen::all, deal), hidden = open;
      hidden.seen = Seen::top;
      const double difficulty = rated(open), without_sight = rated(hidden);
      EXPECT_GE(without_sight, difficulty) << layout << ' ' << deal;
      harder += without_sight > difficulty + 1 ? 1 : 0;
    }
  EXPECT_GE(harder, 5);
}

}  // namespace
}  // namespace nazo::shanghai
