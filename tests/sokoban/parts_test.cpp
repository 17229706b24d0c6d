// Parts of one's own: what is read, what is refused, and that outlines are made of them.
#include "genres/sokoban/generate/parts.hpp"

#include <gtest/gtest.h>

#include "genres/sokoban/generate/outline.hpp"
#include "genres/sokoban/genre.hpp"
#include "puzzle/genre.hpp"

namespace nazo::sokoban {
namespace {

TEST(Parts, ADrawingIsReadAsItStands) {
  const auto set = read_parts("; mine\nlaid 12\n\npart\n..#\n-_\n\nprototype\n......\n.####.\n\npart\n #\n.\n");
  ASSERT_TRUE(set) << set.error().text();
  EXPECT_EQ(set->laid, 12);
  ASSERT_EQ(set->parts.size(), 2u);
  EXPECT_EQ(set->parts[0].rows, (std::vector<std::string>{"..#", ".. "}));
  EXPECT_EQ(set->parts[1].rows, (std::vector<std::string>{" #", ". "}));
  ASSERT_EQ(set->prototypes.size(), 1u);
  EXPECT_EQ(set->prototypes[0].height(), 2);
  EXPECT_EQ(set->prototypes[0].width(), 6);
}

TEST(Parts, WhatIsNoDrawingIsRefusedWithItsLine) {
  const auto line_of = [](const char* text) {
    const auto set = read_parts(text);
    EXPECT_FALSE(set) << text;
    return set ? std::size_t{0} : set.error().line;
  };
  EXPECT_EQ(line_of("part\n..x\n"), 2u);
  EXPECT_EQ(line_of("...\n"), 1u);
  EXPECT_EQ(line_of("part\n..\n\n..\n"), 4u);
  EXPECT_EQ(line_of("laid 0\n"), 1u);
  EXPECT_EQ(line_of("part\n...........\n"), 2u);
  EXPECT_EQ(line_of(""), 0u);
  EXPECT_EQ(line_of("part\n\nprototype\n..\n"), 0u);
  const auto wide = read_parts("part\n.......\n");
  ASSERT_TRUE(wide);
  EXPECT_FALSE(parts_fit(*wide, 6, 8));
  EXPECT_TRUE(parts_fit(*wide, 7, 8));
}

/// Every floor square comes from the prototype or a part: with parts that only build walls nothing else is left.
TEST(Parts, OutlinesAreLaidFromThem) {
  const auto walls = read_parts("laid 3\npart\n#\nprototype\n....\n....\n....\n....\n");
  ASSERT_TRUE(walls);
  const Plan plan{.width = 6, .height = 6};
  bool walled = false;
  for (std::uint64_t i = 0; i < 50; ++i) {
    Rng rng(3, i);
    const auto floor = outline_from_parts<Grid6>(plan, *walls, rng);
    for_each_bit<Grid6>(floor, [&](int square) {
      EXPECT_TRUE(row_of<Grid6>(square) >= 1 && row_of<Grid6>(square) <= 4);
      EXPECT_TRUE(column_of<Grid6>(square) >= 1 && column_of<Grid6>(square) <= 4);
    });
    EXPECT_GE(Grid6::count(floor), 10);
    EXPECT_LE(Grid6::count(floor), 16);
    walled = walled || Grid6::count(floor) < 16;
  }
  EXPECT_TRUE(walled);
}

TEST(Parts, TheGeneratorTakesThem) {
  const Genre& genre = sokoban_genre();
  const std::string parts = "part\n...\n..#\n...\n\npart\n....\n....\n";
  const auto made = [&](std::map<std::string, std::string> given) {
    const auto options = Options::make(genre.facts().options, given);
    EXPECT_TRUE(options);
    std::uint64_t kept = 0;
    for (std::uint64_t i = 0; i < 60; ++i) {
      const auto batch = genre.generate({.options = *options, .keep = nullptr, .seed = 1, .index = i}, {});
      if (!batch) return std::optional<std::uint64_t>();
      kept += batch->candidates.size();
    }
    return std::optional(kept);
  };
  EXPECT_GT(made({{"method", "paper"}, {"own-parts", parts}}).value_or(0), 0u);
  EXPECT_GT(made({{"outline", "parts"}, {"own-parts", parts}, {"per-walk", "1"}, {"patience", "3"}}).value_or(0), 0u);
  EXPECT_FALSE(made({{"own-parts", parts}})) << "outlines grown cell by cell need no parts";
  EXPECT_FALSE(made({{"method", "paper"}, {"own-parts", "part\n?\n"}}));
}

}  // namespace
}  // namespace nazo::sokoban
