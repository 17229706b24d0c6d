#include "budget_battery.hpp"
#include "genres/shisen/bench.hpp"
#include "genres/shisen/genre.hpp"

namespace {

/// A board full of tiles, so many of each kind, shuffled by a fixed rule.
std::string shuffled(int width, int height, int copies) {
  nazo::Rng rng(18);
  std::vector<int> tiles;
  for (int i = 0; i < width * height; ++i) tiles.push_back(i / copies + 1);
  for (std::size_t i = tiles.size(); i > 1; --i) std::swap(tiles[i - 1], tiles[rng.below(i)]);
  std::string text;
  for (std::size_t i = 0; i < tiles.size(); ++i)
    text += nazo::cat(tiles[i], (i + 1) % static_cast<std::size_t>(width) == 0 ? "\n" : " ");
  return text;
}

/// Boards on which the plays at random fail and the search finds some dozen cores before it knows.
std::vector<nazo::Example> answered() {
  return {{"a proof of eighty steps",
           "9 15 21 10 16 11 3 7 13 20 19 20\n18 8 23 13 6 12 7 8 3 23 3 6\n11 14 16 13 21 24 19 22 4 17 24 6\n"
           "20 12 9 8 1 16 5 19 17 18 20 23\n24 23 5 19 22 1 22 11 14 15 17 2\n4 7 15 22 17 14 7 2 13 12 14 4\n"
           "2 18 12 9 1 11 16 21 9 5 3 15\n21 6 18 10 24 1 5 10 4 8 2 10\n",
           false},
          {"a solution that is hard to find",
           "5 22 5 3 9 19 14 11 15 1 19 4\n20 7 2 8 19 17 22 18 22 15 4 5\n9 10 16 23 6 14 12 4 24 12 20 2\n"
           "7 8 10 13 4 3 23 12 2 16 23 1\n15 20 17 8 11 14 6 9 7 3 10 5\n6 2 15 14 23 13 17 18 21 24 21 21\n"
           "24 17 21 22 13 12 9 18 20 6 16 24\n13 1 7 1 10 19 8 11 11 16 18 3\n",
           true},
          {"hard inside, small enough to explore",
           "1 3 2 1 6 10 7 5\n10 8 3 2 9 4 8 7\n2 9 7 1 4 6 8 9\n6 6 2 3 5 7 5 1\n9 4 10 10 4 3 8 5\n", true},
          {"impossible inside, small enough to explore",
           "4 8 2 6 3 5 3 7\n1 8 3 9 1 4 1 7\n8 2 10 8 10 7 4 3\n4 1 5 2 9 6 9 5\n10 2 6 5 7 9 6 10\n", true}};
}

nazo::contract::Workload shisen_work() {
  return {.small = {{"size", "6x4"}},
          .answered = answered(),
          .large = shuffled(18, 8, 4),
          .costly = {{{"size", "18x8"}, {"copies", "4"}},
                     {{"size", "30x30"}, {"copies", "60"}},
                     {{"size", "30x30"}, {"kinds", "450"}},
                     {{"size", "30x30"}, {"copies", "60"}, {"method", "reverse"}},
                     {{"size", "18x8"}, {"kinds", "18"}, {"copies", "8"}, {"border", "inside"}}},
          // One with 133 million states, one with few kinds of many tiles, one as large as can be.
          .more_large = {nazo::shisen::figure_one(), shuffled(10, 6, 12), shuffled(30, 30, 60)}};
}

}  // namespace

NAZO_BUDGET_BATTERY(Shisen, nazo::shisen_genre(), shisen_work())

namespace {

/// Three megabytes of blank lines are read where there is room for them, and refused where there is not.
TEST_F(ShisenBudgets, LongTextNeedsRoom) {
  const auto position = genre().start(puzzle(genre().facts().examples.front()), options(), {});
  const std::string text = *position + std::string(3'000'000, '\n');
  EXPECT_TRUE(genre().moves(text, options(), {}));
  const nazo::Context little{.budget = {.bytes = 1 << 20}};
  EXPECT_EQ(genre().moves(text, options(), little).error().limit, nazo::Limit::memory);
  EXPECT_EQ(genre().hint(text, nazo::HintLevel::why, options(), little).error().limit, nazo::Limit::memory);
  EXPECT_EQ(genre().play(text, "1,1-1,5", options(), little).error().limit, nazo::Limit::memory);
}

/// Half of the groups would look like all of them.
TEST_F(ShisenBudgets, NoPictureIsHighlightedByHalf) {
  const nazo::Puzzle board = puzzle({"large", shuffled(30, 30, 60), true});
  const auto picture = genre().picture(board, "", options({{"highlight", "traps"}}), {.budget = {.nodes = 100'000}});
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().limit, nazo::Limit::nodes);
  EXPECT_TRUE(genre().picture(board, "", options(), {.budget = {.nodes = 100'000}}));
}

/// Whoever asks for a proof gets one that was checked within the same time, or no verdict.
TEST_F(ShisenBudgets, AProofIsCheckedInTime) {
  const nazo::Puzzle board = puzzle(answered().front());
  const auto whole = genre().solve(board, options({{"proof", "true"}}), {});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->status, nazo::Status::unsolvable);
  EXPECT_GT(whole->notes.find("proof")->items()->size(), 50u);
  int unknown = 0;
  for (const double seconds : {1e-4, 1e-3, 3e-3, 6e-3, 1e-2, 2e-2}) {
    const auto part = genre().solve(board, options({{"proof", "true"}}), {.budget = {.seconds = seconds}});
    ASSERT_TRUE(part);
    if (part->status == nazo::Status::unknown) {
      ++unknown;
      EXPECT_EQ(part->notes.find("proof"), nullptr);
    } else {
      EXPECT_EQ(part->notes.find("proof")->json(), whole->notes.find("proof")->json());
    }
  }
  EXPECT_GT(unknown, 0);
}

}  // namespace
