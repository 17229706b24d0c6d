#include "genres/nonogram/rules/rules.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.hpp"
#include "genres/nonogram/solve/check.hpp"
#include "nonogram/data.hpp"

namespace nazo::nonogram {
namespace {

TEST(NonogramRules, CluesOfAPicture) {
  const Clues clues = clues_of(picture("##.#/..../#.#."));
  EXPECT_EQ(clues.rows, (std::vector<Clue>{{2, 1}, {}, {1, 1}}));
  EXPECT_EQ(clues.columns, (std::vector<Clue>{{1, 1}, {1}, {1}, {1}}));
  EXPECT_EQ(room({2, 1}), 4);
  EXPECT_EQ(room({}), 0);
  EXPECT_EQ(words_of({12, 3, 100}), "12 3 100");
  EXPECT_EQ(words_of({}), "0");
}

TEST(NonogramRules, PicturesReadAndWrite) {
  EXPECT_EQ(picture("#./.#\n").text(), "#.\n.#");
  EXPECT_EQ(picture("X- 01").text(), "#.\n.#");
  EXPECT_FALSE(
      picture_of("#./.."
                 "#"));
  EXPECT_FALSE(picture_of(""));
  EXPECT_FALSE(picture_of("#?"));
  EXPECT_FALSE(picture_of(std::string(127, '#')));
  EXPECT_TRUE(picture_of(std::string(126, '#')));
}

TEST(NonogramRules, SymmetriesOfCluesAreThoseOfPictures) {
  Rng rng(1);
  Picture p(5, 3);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 5; ++c) p.set(r, c, rng.chance(0.5));
  std::set<std::string> seen;
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    EXPECT_EQ(clues_of(transformed(p, symmetry)), transformed(clues_of(p), symmetry)) << symmetry;
    seen.insert(transformed(p, symmetry).text());
  }
  EXPECT_EQ(seen.size(), 8u);
}

TEST(NonogramRules, EveryWrongCellIsNoticed) {
  const Picture p = picture("#.#/###/..#");
  const Clues clues = clues_of(p);
  EXPECT_TRUE(broken_clues(clues, p).empty());
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      Picture wrong = p;
      wrong.flip(r, c);
      EXPECT_EQ(broken_clues(clues, wrong).size(), 2u) << r << "," << c;
    }
  EXPECT_EQ(broken_clues(clues, picture("#.#/###")).size(), 1u);
  EXPECT_EQ(broken_clues(clues, picture("#../###/..#")).front(), "row 1 has 1, but its clue is 1 1");
}

}  // namespace
}  // namespace nazo::nonogram
