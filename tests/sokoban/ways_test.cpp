// Where things can be brought, against a search that plays every step by the rules.
#include "genres/sokoban/play/ways.hpp"

#include <gtest/gtest.h>

#include <map>
#include <queue>
#include <set>

#include "base/text.hpp"
#include "genres/sokoban/play/play.hpp"
#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban {
namespace {

/// Every square the chosen box can be brought to, with the fewest pushes: all steps are tried, other boxes stay.
std::map<int, int> tried(const Level& start, int from) {
  struct State {
    Level level;
    int box, pushes;
  };
  std::map<int, int> best;
  std::set<std::pair<int, int>> seen;
  std::vector<State> layer{{start, from, 0}};
  while (!layer.empty()) {
    // All walks of a layer come before its pushes.
    std::vector<State> next;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      const State now = layer[i];
      if (!seen.emplace(now.box, now.level.keeper_square()).second) continue;
      if (now.box != from) best.emplace(now.box, now.pushes);
      for (const Direction d : directions) {
        State to = now;
        const Stepped stepped = step(to.level, d);
        if (stepped == Stepped::walked) layer.push_back(to);
        if (stepped != Stepped::pushed || to.level.keeper_square() != now.box) continue;
        to.box += row_step(d) * start.width + column_step(d);
        ++to.pushes;
        next.push_back(to);
      }
    }
    layer = std::move(next);
  }
  return best;
}

void expect_right(const Level& level) {
  for (int square = 0; square < static_cast<int>(level.cells.size()); ++square) {
    const auto found = ways(level, square, Budget{});
    ASSERT_TRUE(found);
    const bool is_box = (level.cells[static_cast<std::size_t>(square)] & box) != 0;
    const bool is_keeper = square == level.keeper_square();
    EXPECT_TRUE(is_box || is_keeper || found->empty());
    const std::map<int, int> fewest = is_box ? tried(level, square) : std::map<int, int>{};
    EXPECT_TRUE(!is_box || found->size() == fewest.size());
    for (const Way& way : *found) {
      Game game{.level = level};
      int at = square;
      for (const char step : way.steps) {
        auto next = played(game, std::string(1, step));
        ASSERT_TRUE(next) << way.steps;
        const int before = game.level.keeper_square();
        if (next->pushes > game.pushes) {
          EXPECT_TRUE(is_box);
          const int keeper = next->level.keeper_square();
          EXPECT_EQ(keeper, at) << "another box was pushed";
          at = keeper + (keeper - before);
        } else if (!is_box) {
          at = next->level.keeper_square();
        }
        game = std::move(*next);
      }
      EXPECT_EQ(at, way.to);
      EXPECT_EQ(game.pushes, is_box ? fewest.at(way.to) : 0) << way.steps;
    }
  }
}

TEST(Ways, AreThoseOfTheRulesWithFewestPushes) {
  for (const std::string_view text : {
           "#######\n#@ $ .#\n#     #\n#######\n",
           "########\n#  @   #\n# $## ##\n#  $   #\n# ..# ##\n########\n",
           "  #####\n###   #\n#.@$  #\n### $.#\n#.##$ #\n# # . ##\n#$ *$$.#\n#   .  #\n########\n",
       }) {
    const auto level = read_level(text);
    ASSERT_TRUE(level);
    expect_right(*level);
  }
}

TEST(Ways, AViewTellsThemOfWhatWasChosen) {
  const auto game = read_game("#######\n#@ $ .#\n#     #\n#######\n; chosen 2,4\n");
  ASSERT_TRUE(game);
  EXPECT_EQ(game->chosen, 1 * 7 + 3);
  EXPECT_EQ(write_game(*game).find("chosen"), std::string::npos);
  for (const std::string_view wrong : {"0,4", "9,9", "2", "x,y", "-1,1", ""}) {
    const auto none = read_game(cat("#######\n#@ $ .#\n#     #\n#######\n; chosen ", wrong, "\n"));
    ASSERT_TRUE(none);
    EXPECT_EQ(none->chosen, -1) << wrong;
  }
}

}  // namespace
}  // namespace nazo::sokoban
