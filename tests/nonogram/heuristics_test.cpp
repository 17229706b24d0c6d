// The heuristics: word by word and pack by pack against the literal ones; none fires where E does not.
#include "genres/nonogram/analyse/heuristics.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "genres/nonogram/analyse/flags.hpp"
#include "nonogram/oracle.hpp"

namespace nazo::nonogram {
namespace {

struct RandomLine {
  oracle::Blocks blocks;
  std::string known;
};

/// A consistent line: cells of a picture, known in runs as they are in play rather than one by one.
RandomLine random_line(Rng& rng, int length, const std::string* of = nullptr) {
  std::string picture = of != nullptr ? *of : "";
  const double change = 0.15 + 0.5 * rng.unit();
  bool black = rng.chance(0.5);
  while (static_cast<int>(picture.size()) < length) {
    picture += black ? '#' : '.';
    if (rng.chance(change)) black = !black;
  }
  std::string known;
  bool open = rng.chance(0.5);
  const double toggle = 0.1 + 0.4 * rng.unit();
  for (const char c : picture) {
    known += open ? '?' : c;
    if (rng.chance(toggle)) open = !open;
  }
  return {oracle::blocks_of(picture), known};
}

template <class Word>
Word bits_of(std::string_view line, char c) {
  Word word = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == c) word |= bit<Word>(static_cast<int>(i));
  return word;
}

constexpr std::pair<EdgeBlack, char> variants[] = {
    {EdgeBlack::printed, 'p'}, {EdgeBlack::inner, 'i'}, {EdgeBlack::full, 'f'}};

template <class Word>
std::string applied(Way way, const RandomLine& line, EdgeBlack variant) {
  const Rule rule(Clue(line.blocks.begin(), line.blocks.end()), static_cast<int>(line.known.size()));
  const auto set = apply<Word>(way, rule, bits_of<Word>(line.known, '#'), bits_of<Word>(line.known, '.'), variant);
  std::string out = line.known;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (set.black >> i & 1) out[i] = '#';
    if (set.white >> i & 1) out[i] = '.';
  }
  return out;
}

TEST(NonogramHeuristics, EqualTheLiteralOnesAndNeverSayMoreThanE) {
  Rng rng(51);
  std::array<int, 7> fired{};
  for (int i = 0; i < 60'000; ++i) {
    const RandomLine line = random_line(rng, rng.between(1, 18));
    const std::string by_e = oracle::line_solved(line.blocks, line.known);
    for (const auto& [variant, letter] : variants)
      for (int h = 1; h <= 6; ++h) {
        const std::string literal = oracle::heuristic(h, line.blocks, line.known, letter);
        ASSERT_EQ(applied<Word32>(static_cast<Way>(h), line, variant), literal)
            << "h" << h << letter << " on " << line.known;
        for (std::size_t c = 0; c < literal.size(); ++c)
          ASSERT_TRUE(literal[c] == line.known[c] || literal[c] == by_e[c])
              << "h" << h << letter << " on " << line.known << " says " << literal << " but E " << by_e;
        fired[static_cast<std::size_t>(h)] += literal != line.known;
      }
  }
  for (int h = 1; h <= 6; ++h) EXPECT_GT(fired[static_cast<std::size_t>(h)], 300) << "h" << h << " is hardly tested";
}

TEST(NonogramHeuristics, TrimmingIsOneResultFromEitherSide) {
  Rng rng(52);
  for (int i = 0; i < 20'000; ++i) {
    const RandomLine line = random_line(rng, rng.between(1, 20));
    const RandomLine mirrored{{line.blocks.rbegin(), line.blocks.rend()}, {line.known.rbegin(), line.known.rend()}};
    const auto trim = [](const RandomLine& l) {
      return trim_line<Word64>(Rule(Clue(l.blocks.begin(), l.blocks.end()), static_cast<int>(l.known.size())),
                               bits_of<Word64>(l.known, '#'), bits_of<Word64>(l.known, '.'));
    };
    const Trimmed a = trim(line), b = trim(mirrored);
    if (a.from == a.to || a.first >= a.last) continue;  // nothing is left: where is a matter of taste
    const auto length = static_cast<int>(line.known.size()), count = static_cast<int>(line.blocks.size());
    ASSERT_EQ(a.first, length - b.last) << line.known;
    ASSERT_EQ(a.last, length - b.first) << line.known;
    ASSERT_EQ(a.from, count - b.to) << line.known;
  }
}

template <class Size, EdgeBlack variant>
void flags_equal(int shortest, int longest, int rounds, char letter) {
  using Word = typename Size::Word;
  using Lanes = typename Size::Lanes;
  Rng rng(53);
  for (int i = 0; i < rounds; ++i) {
    const int length = rng.between(shortest, longest);
    std::string picture;
    const double density = 0.2 + 0.6 * rng.unit();
    for (int c = 0; c < length; ++c) picture += rng.chance(density) ? '#' : '.';
    std::vector<RandomLine> lines;
    Lanes black = all_lanes<Lanes>(0), white = all_lanes<Lanes>(0);
    for (int lane = 0; lane < Lanes::lanes; ++lane) {
      lines.push_back(random_line(rng, length, &picture));
      black.set_lane(lane, bits_of<Word>(lines.back().known, '#'));
      white.set_lane(lane, bits_of<Word>(lines.back().known, '.'));
    }
    const oracle::Blocks& blocks = lines.front().blocks;
    const FlagRule rule(Clue(blocks.begin(), blocks.end()), length);
    const auto found = updates_of<variant>(rule, black, white);
    for (int lane = 0; lane < Lanes::lanes; ++lane) {
      const RandomLine& line = lines[static_cast<std::size_t>(lane)];
      const Word flags = found.flags.lane(lane);
      const auto e = apply<Word>(Way::E, rule.rule, black.lane(lane), white.lane(lane), variant);
      ASSERT_TRUE(e.black == found.black.lane(lane) && e.white == found.white.lane(lane));
      ASSERT_EQ(flags & 1, e.any() ? 1u : 0u);
      for (int h = 1; h <= 6; ++h) {
        const bool fires = oracle::heuristic(h, blocks, line.known, letter) != line.known;
        ASSERT_EQ((flags >> h & 1) != 0, fires) << "h" << h << letter << " on " << line.known;
      }
    }
  }
}

TEST(NonogramHeuristics, FlagsOfPacksEqualTheLiteralOnes) {
  flags_equal<SmallSize, EdgeBlack::printed>(1, 30, 6000, 'p');
  flags_equal<SmallSize, EdgeBlack::inner>(1, 30, 2000, 'i');
  flags_equal<SmallSize, EdgeBlack::full>(1, 30, 2000, 'f');
  flags_equal<MediumSize, EdgeBlack::printed>(25, 62, 2000, 'p');
  flags_equal<MediumSize, EdgeBlack::inner>(25, 62, 500, 'i');
  flags_equal<MediumSize, EdgeBlack::full>(25, 62, 500, 'f');
  flags_equal<LargeSize, EdgeBlack::printed>(60, 126, 1000, 'p');
  flags_equal<LargeSize, EdgeBlack::full>(60, 126, 300, 'f');
}

}  // namespace
}  // namespace nazo::nonogram
