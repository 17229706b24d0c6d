// The border is part of the puzzle: text, canonical form, verdicts, positions in play and generated boards carry it.
#include <gtest/gtest.h>

#include "contract_battery.hpp"
#include "genres/shisen/genre.hpp"

NAZO_CONTRACT_BATTERY(ShisenInside, nazo::shisen_genre(), {{"size", "6x4"}, {"border", "inside"}})

namespace nazo {
namespace {

Puzzle read_one(const std::string& text, const std::map<std::string, std::string>& given = {}) {
  const Genre& genre = shisen_genre();
  const auto options = Options::make(genre.facts().options, given);
  const auto puzzles = genre.parse(text, "", *options);
  EXPECT_TRUE(puzzles);
  return puzzles->front();
}

Status status_of(const Puzzle& puzzle) {
  const auto options = Options::make(shisen_genre().facts().options);
  return shisen_genre().solve(puzzle, *options, {})->status;
}

TEST(Border, DecidesWhetherTheBoardCanBeCleared) {
  const Puzzle outside = read_one("1 2 1 2\n"), inside = read_one("border: inside\n1 2 1 2\n");
  EXPECT_EQ(status_of(outside), Status::solved);
  EXPECT_EQ(status_of(inside), Status::unsolvable);
  EXPECT_NE(*shisen_genre().canonical(outside, {}), *shisen_genre().canonical(inside, {})) << "two puzzles";
  EXPECT_EQ(*shisen_genre().canonical(inside, {}),
            *shisen_genre().canonical(read_one("border: inside\n2 1 2 1\n"), {}));
}

TEST(Border, TheOptionMakesItPartOfThePuzzle) {
  const Puzzle inside = read_one("1 2 1 2\n", {{"border", "inside"}});
  EXPECT_EQ(inside.text, "border: inside\n1 2 1 2\n");
  EXPECT_EQ(status_of(inside), Status::unsolvable) << "without being told again";
  EXPECT_EQ(read_one(inside.text, {{"border", "outside"}}).text, "1 2 1 2\n");
}

TEST(Border, PositionsInPlayKeepIt) {
  const Genre& genre = shisen_genre();
  const auto options = Options::make(genre.facts().options);
  const Puzzle puzzle = read_one("border: inside\n3 3 1 2 1 2\n");
  const auto start = genre.start(puzzle, *options, {});
  ASSERT_TRUE(start);
  const auto after = genre.play(*start, "1,1-1,2", *options, {});
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_EQ(*genre.status(*after, *options, {}), Standing::stuck);
  EXPECT_EQ(*genre.view(*after, *options, {})->find("border")->string(), "inside");
}

}  // namespace
}  // namespace nazo
