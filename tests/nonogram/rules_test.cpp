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

/// The clue of a row, counted letter by letter.
Clue counted(const std::string& row) {
  Clue clue;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] != '#') continue;
    if (i == 0 || row[i - 1] != '#') clue.push_back(0);
    ++clue.back();
  }
  return clue;
}

/// Around the lengths where a line needs another word.
TEST(NonogramRules, CluesAndTheirCheckAgreeWithCountingAtAnySize) {
  Rng rng(2);
  for (const int side : {1, 2, 31, 32, 33, 63, 64, 65, 96, 125, 126})
    for (const double density : {0.0, 0.3, 0.97, 1.0}) {
      Picture p(side, side);
      std::vector<std::string> rows, columns(static_cast<std::size_t>(side));
      for (int r = 0; r < side; ++r) {
        rows.emplace_back();
        for (int c = 0; c < side; ++c) {
          const bool black = rng.chance(density);
          p.set(r, c, black);
          rows.back() += black ? '#' : '.';
          columns[static_cast<std::size_t>(c)] += black ? '#' : '.';
        }
      }
      Clues slow;
      for (const std::string& row : rows) slow.rows.push_back(counted(row));
      for (const std::string& column : columns) slow.columns.push_back(counted(column));
      EXPECT_EQ(clues_of(p), slow) << side << " " << density;
      EXPECT_TRUE(broken_clues(slow, p).empty()) << side << " " << density;
      p.flip(side - 1, side / 2);
      EXPECT_EQ(broken_clues(slow, p).size(), 2u) << side << " " << density;
    }
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
