#include "genres/shisen/rules/rules.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "boards.hpp"
#include "genres/shisen/solve/check.hpp"
#include "genres/shisen/solve/field.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {
namespace {

Board board_of(const char* text, Border border = Border::outside) { return *read_position(text, border); }

TEST(FreeRun, StopsBeforeTheNextTilesAndIncludesItsOwnCell) {
  EXPECT_EQ(free_run(0b1000'0001, 4), 0b0111'1110u);
  EXPECT_EQ(free_run(0b1001'0001, 4), 0b0111'1110u) << "its own tile does not matter";
  EXPECT_EQ(free_run(0b0010'1000, 4), 0b0001'0000u);
  EXPECT_EQ(free_run(0, 3), ~0u);
  EXPECT_EQ(free_run(1u << 31, 30), 0x7fff'ffffu);
}

TEST(Joined, TheFourShapesOfPaths) {
  EXPECT_EQ(legal_pairs(board_of("1 1\n")).size(), 1u) << "neighbours";
  EXPECT_EQ(legal_pairs(board_of("1 . . 1\n", Border::inside)).size(), 1u) << "straight";
  EXPECT_EQ(legal_pairs(board_of("1 2 3\n4 5 .\n6 7 1\n. . .\n", Border::inside)).size(), 0u);
  EXPECT_EQ(legal_pairs(board_of("1 . .\n2 3 .\n4 5 1\n", Border::inside)).size(), 1u) << "one corner";
  EXPECT_EQ(legal_pairs(board_of("1 . 2\n3 . 4\n5 . 1\n", Border::inside)).size(), 1u) << "Z";
  EXPECT_EQ(legal_pairs(board_of("1 2 1\n. . .\n", Border::inside)).size(), 1u) << "U";
  EXPECT_EQ(legal_pairs(board_of("1 2 1\n", Border::inside)).size(), 0u);
  EXPECT_EQ(legal_pairs(board_of("1 2 1\n", Border::outside)).size(), 1u) << "round the outside";
  EXPECT_EQ(legal_pairs(board_of("2 3 4\n1 5 1\n6 7 8\n", Border::outside)).size(), 0u)
      << "out at the left, round the top and in at the right: five segments";
}

TEST(Joined, AgreesWithAPlainWalkOnRandomGrids) {
  EXPECT_TRUE(rc::check("joined() and the step-by-step walk say the same", [](std::uint64_t seed) {
    Rng rng(seed);
    const int width = rng.between(1, 30), height = rng.between(1, 30);
    const Border border = rng.chance(.5) ? Border::outside : Border::inside;
    const double density = rng.unit();
    std::vector<int> cells;
    for (int i = 0; i < width * height; ++i) cells.push_back(rng.chance(density) ? rng.between(1, 3) : no_tile);
    const Board board = make_board(width, height, border, cells);
    if (board.tiles.size() < 2) return;
    const Occupancy o = occupancy_of(board);
    PlainGrid grid(board);
    for (const Tile& tile : board.tiles) grid.set(tile.place, true);
    for (int i = 0; i < 40; ++i) {
      const Tile& a = rng.pick(std::span(board.tiles));
      const Tile& b = rng.pick(std::span(board.tiles));
      if (a.place == b.place) continue;
      const bool can = grid.connected(a.place, b.place);
      RC_ASSERT(joined(o, a.place, b.place) == can);
      const Spot sa{static_cast<std::uint8_t>(a.place.row), static_cast<std::uint8_t>(a.place.column)};
      const Spot sb{static_cast<std::uint8_t>(b.place.row), static_cast<std::uint8_t>(b.place.column)};
      RC_ASSERT(meet(o, sa, sb) == can);
      const auto path = joining_path(o, width, height, a.place, b.place);
      RC_ASSERT(path.empty() == !can);
      if (!can) continue;
      RC_ASSERT(path.size() >= 2u);
      RC_ASSERT(path.size() <= 4u);
      RC_ASSERT(path.front() == a.place);
      RC_ASSERT(path.back() == b.place);
      for (std::size_t k = 1; k < path.size(); ++k) {
        RC_ASSERT((path[k].row == path[k - 1].row) != (path[k].column == path[k - 1].column));
        if (k + 1 < path.size()) RC_ASSERT(!o.occupied(path[k]));
      }
    }
  }));
}

TEST(Joined, StaysSoWhenOtherTilesGo) {
  EXPECT_TRUE(rc::check("monotone play", [](std::uint64_t seed) {
    Rng rng(seed);
    const Board board =
        random_board(rng, 8, 6, rng.chance(.5) ? Border::outside : Border::inside, std::vector<int>(10, 4));
    Occupancy o = occupancy_of(board);
    const auto before = legal_pairs(board);
    std::vector<bool> gone(board.tiles.size(), false);
    for (std::size_t t = 0; t < board.tiles.size(); ++t)
      if (rng.chance(.3)) {
        gone[t] = true;
        o.take(board.tiles[t].place);
      }
    for (const Pair p : before)
      if (!gone[p.a] && !gone[p.b]) RC_ASSERT(joined(o, board.tiles[p.a].place, board.tiles[p.b].place));
  }));
}

TEST(Board, KnowsItsKindsAndTiles) {
  const Board board = board_of("7 3 7\n. 3 12\n");
  EXPECT_EQ(board.labels, (std::vector{3, 7, 12}));
  EXPECT_EQ(board.copies(0), 2);
  EXPECT_EQ(board.odd_kind(), 2);
  EXPECT_EQ(board.tiles[0].place, (Place{1, 2}));
  EXPECT_EQ(board.tiles[1].place, (Place{2, 2}));
  EXPECT_EQ(tile_at(board, {2, 1}), no_tile);
  EXPECT_EQ(write_board(without(board, {0, 1})), " 7  .  7\n .  . 12\n");
}

}  // namespace
}  // namespace nazo::shisen
