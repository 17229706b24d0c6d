#include "genres/shanghai/rules/rules.hpp"

#include <gtest/gtest.h>

#include <set>

#include "boards.hpp"
#include "genres/shanghai/rules/layouts.hpp"

namespace nazo::shanghai {
namespace {

TEST(ShanghaiRules, LayoutsAreSoundAndDifferent) {
  std::set<Layout> all;
  int whole_sets = 0;
  for (const NamedLayout& layout : layouts()) {
    EXPECT_TRUE(check_layout(layout.slots)) << layout.name;
    EXPECT_TRUE(all.insert(layout.slots).second) << layout.name;
    whole_sets += layout.slots.size() == most_tiles ? 1 : 0;
    EXPECT_EQ(layout.slots.size() % 4, 0u) << layout.name;
  }
  EXPECT_GE(whole_sets, 10);
}

TEST(ShanghaiRules, TheTurtleIsTheTurtle) {
  std::vector<int> tiles(most_layers, 0);
  for (const Slot& slot : *find_layout("turtle")) ++tiles[index(slot.layer)];
  EXPECT_EQ(tiles, (std::vector<int>{87, 36, 16, 4, 1}));
}

TEST(ShanghaiRules, FlowersMatchFlowersAndSeasonsSeasons) {
  for (int face = 0; face < face_count; ++face) {
    EXPECT_EQ(face_of_code(face_code(face)), face);
    EXPECT_FALSE(face_name(face).empty());
  }
  EXPECT_EQ(group_of(34), group_of(37));
  EXPECT_EQ(group_of(38), group_of(41));
  EXPECT_NE(group_of(37), group_of(38));
  for (const char* code : {"zz", "p0", "s", "m10", "f5", "y0", "w1", "", "##", "pp"})
    EXPECT_FALSE(face_of_code(code)) << code;
}

/// Taking tiles away never closes anything: what everything else rests on.
TEST(ShanghaiRules, FreeTilesStayFree) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    Rng rng(3, i);
    Board board = random_board(rng, 16, 4);
    for (auto pairs = legal_pairs(board); !pairs.empty(); pairs = legal_pairs(board)) {
      const std::vector<bool> free = free_tiles(board);
      std::set<Slot> before;
      for (std::size_t t = 0; t < free.size(); ++t)
        if (free[t]) before.insert(board.tiles[t].slot);
      const Pair pair = pairs[rng.below(pairs.size())];
      before.erase(board.tiles[pair.a].slot);
      before.erase(board.tiles[pair.b].slot);
      board = without(board, pair);
      const std::vector<bool> after = free_tiles(board);
      for (const Slot& slot : before) EXPECT_TRUE(after[index(tile_at(board, slot))]);
    }
  }
}

}  // namespace
}  // namespace nazo::shanghai
