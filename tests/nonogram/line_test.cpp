// The line solver against brute force, and packs against single words.
#include "genres/nonogram/solve/line.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "base/rng.hpp"
#include "nonogram/oracle.hpp"

namespace nazo::nonogram {
namespace {

template <class Word>
Word bits_of(std::string_view line, char c) {
  Word word = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == c) word |= bit<Word>(static_cast<int>(i));
  return word;
}

Clue clue_of(const oracle::Blocks& blocks) { return {blocks.begin(), blocks.end()}; }

template <class Word>
std::string solved_with(const Clue& clue, const std::string& known) {
  const auto length = static_cast<int>(known.size());
  const auto can = possible<Word>(Rule(clue, length), bits_of<Word>(known, '#'), bits_of<Word>(known, '.'));
  if ((can.black | can.white) != first_bits<Word>(length)) {
    EXPECT_TRUE(can.black == 0 && can.white == 0) << "a contradictory line can hold nothing anywhere";
    return "";
  }
  std::string out;
  for (int i = 0; i < length; ++i) out += (can.white >> i & 1) == 0 ? '#' : (can.black >> i & 1) == 0 ? '.' : '?';
  return out;
}

/// All clues that fit a line.
void all_clues(int length, const std::function<void(const oracle::Blocks&)>& found) {
  std::set<oracle::Blocks> seen;
  for (unsigned picture = 0; picture < 1u << length; ++picture) {
    std::string line;
    for (int i = 0; i < length; ++i) line += picture >> i & 1 ? '#' : '.';
    if (const auto blocks = oracle::blocks_of(line); seen.insert(blocks).second) found(blocks);
  }
}

TEST(NonogramLine, EveryLineOfUpToSevenCellsAgreesWithBruteForce) {
  for (int length = 1; length <= 7; ++length) {
    int states = 1;
    for (int i = 0; i < length; ++i) states *= 3;
    all_clues(length, [&](const oracle::Blocks& blocks) {
      for (int state = 0; state < states; ++state) {
        std::string known;
        for (int i = 0, rest = state; i < length; ++i, rest /= 3) known += "?#."[rest % 3];
        ASSERT_EQ(solved_with<Word32>(clue_of(blocks), known), oracle::line_by_force(blocks, known)) << known;
      }
    });
  }
}

/// A random line: a picture's clue, some of its cells known, now and then one of them wrongly.
std::pair<oracle::Blocks, std::string> random_line(Rng& rng, int length) {
  const double density = rng.unit(), known_share = rng.unit();
  std::string picture, known;
  for (int i = 0; i < length; ++i) {
    picture += rng.chance(density) ? '#' : '.';
    known += rng.chance(known_share) ? picture.back() : '?';
  }
  if (rng.chance(0.1)) known[rng.below(known.size())] = rng.chance(0.5) ? '#' : '.';
  return {oracle::blocks_of(picture), known};
}

TEST(NonogramLine, RandomLinesAgreeWithBruteForce) {
  Rng rng(41);
  for (int i = 0; i < 20'000; ++i) {
    const auto [blocks, known] = random_line(rng, rng.between(8, 22));
    const std::string expected = oracle::line_by_force(blocks, known);
    ASSERT_EQ(oracle::line_solved(blocks, known), expected) << "the table that longer lines are tested with: " << known;
    ASSERT_EQ(solved_with<Word32>(clue_of(blocks), known), expected) << known;
    ASSERT_EQ(solved_with<Word64>(clue_of(blocks), known), expected) << known;
    ASSERT_EQ(solved_with<Word128>(clue_of(blocks), known), expected) << known;
  }
}

TEST(NonogramLine, WordsOfAllWidthsAgreeUpToTheirLastCells) {
  Rng rng(42);
  for (int i = 0; i < 4000; ++i) {
    const auto [blocks, known] = random_line(rng, rng.between(28, 30));
    ASSERT_EQ(solved_with<Word32>(clue_of(blocks), known), solved_with<Word64>(clue_of(blocks), known)) << known;
  }
  for (int i = 0; i < 4000; ++i) {
    const auto [blocks, known] = random_line(rng, rng.between(60, 62));
    ASSERT_EQ(solved_with<Word64>(clue_of(blocks), known), solved_with<Word128>(clue_of(blocks), known)) << known;
  }
}

TEST(NonogramLine, LongLinesAgreeWithATable) {
  Rng rng(43);
  for (int i = 0; i < 3000; ++i) {
    const int length = std::array{61, 62, 63, 64, 65, 66, 99, 125, 126}[rng.below(9)];
    const auto [blocks, known] = random_line(rng, length);
    const std::string expected = oracle::line_solved(blocks, known);
    ASSERT_EQ(solved_with<Word128>(clue_of(blocks), known), expected) << known;
    if (length <= 62) {
      ASSERT_EQ(solved_with<Word64>(clue_of(blocks), known), expected) << known;
    }
  }
}

TEST(NonogramLine, LinesWithoutBlackAndFullLines) {
  EXPECT_EQ(solved_with<Word32>({}, "???"), "...");
  EXPECT_EQ(solved_with<Word32>({}, "?#?"), "");
  EXPECT_EQ(solved_with<Word32>({30}, std::string(30, '?')), std::string(30, '#'));
  EXPECT_EQ(solved_with<Word64>({62}, std::string(62, '?')), std::string(62, '#'));
  EXPECT_EQ(solved_with<Word128>({126}, std::string(126, '?')), std::string(126, '#'));
  EXPECT_EQ(solved_with<Word32>({5}, "??????"), "?####?");
}

template <class Size>
void packs_equal_words(int shortest, int longest) {
  using Word = typename Size::Word;
  using Lanes = typename Size::Lanes;
  Rng rng(44);
  for (int i = 0; i < 2000; ++i) {
    const int length = rng.between(shortest, longest);
    const auto [blocks, ignored] = random_line(rng, length);
    std::vector<std::string> lines;
    Lanes black = all_lanes<Lanes>(0), white = all_lanes<Lanes>(0);
    for (int lane = 0; lane < Lanes::lanes; ++lane) {
      std::string known = random_line(rng, length).second;
      black.set_lane(lane, bits_of<Word>(known, '#'));
      white.set_lane(lane, bits_of<Word>(known, '.'));
      lines.push_back(std::move(known));
    }
    const Rule rule(clue_of(blocks), length);
    const auto together = possible<Lanes>(rule, black, white);
    for (int lane = 0; lane < Lanes::lanes; ++lane) {
      const auto alone = possible<Word>(rule, black.lane(lane), white.lane(lane));
      ASSERT_TRUE(together.black.lane(lane) == alone.black && together.white.lane(lane) == alone.white)
          << lines[static_cast<std::size_t>(lane)];
    }
  }
}
TEST(NonogramLine, PacksEqualWords) {
  packs_equal_words<SmallSize>(1, 30);
  packs_equal_words<MediumSize>(1, 62);
  packs_equal_words<LargeSize>(1, 126);
}

TEST(NonogramLine, RulesOfCellsEqualRulesOfClues) {
  Rng rng(45);
  for (int i = 0; i < 2000; ++i) {
    const int length = rng.between(1, 62);
    const Word64 cells = rng() & rng() & first_bits<Word64>(length);
    std::string line;
    for (int j = 0; j < length; ++j) line += cells >> j & 1 ? '#' : '.';
    const Rule a = Rule::of_cells(cells, length), b(clue_of(oracle::blocks_of(line)), length);
    ASSERT_EQ(a.count, b.count);
    ASSERT_EQ(a.slack, b.slack);
    ASSERT_EQ(a.run_levels, b.run_levels);
    ASSERT_EQ(a.gap_levels, b.gap_levels);
    for (int j = 0; j < a.count; ++j)
      ASSERT_EQ(a.blocks[static_cast<std::size_t>(j)].size, b.blocks[static_cast<std::size_t>(j)].size);
    const std::string empty(line.size(), '?');
    ASSERT_EQ(a.starts(), oracle::line_solved(oracle::blocks_of(line), empty) != empty) << line;
  }
}

}  // namespace
}  // namespace nazo::nonogram
