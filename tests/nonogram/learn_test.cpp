// Conflict-driven search against exhaustive counts: it finds every picture of a clue set once and then says that there
// are no others, whatever memory it has.
#include "genres/nonogram/solve/learn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "genres/nonogram/solve/check.hpp"
#include "genres/nonogram/solve/root.hpp"

namespace nazo::nonogram {
namespace {

constexpr std::size_t most = 200;

/// All pictures that the search finds, from lines alone; no more than `most`.
template <class Size>
std::vector<Picture> all_pictures(const Clues& clues, std::uint64_t bytes, bool* crowded = nullptr) {
  const Problem<Size> problem(clues);
  Meter meter{Budget{}};
  Root<Size> root(problem, meter, 2);
  const Ended ended = root.follow_lines(Board<Size>::empty(problem));
  if (ended == Ended::decided) return root.solutions();
  Learner<Size> learner(problem, root.board(), meter, bytes);
  std::vector<Picture> found;
  Said said = Said::picture;
  while (found.size() < most && (said = learner.next()) == Said::picture) found.push_back(learner.picture());
  if (said == Said::none) {
    EXPECT_EQ(learner.next(), Said::none) << "and so it stays";
  }
  if (crowded != nullptr) *crowded |= learner.crowded();
  return found;
}

Picture small_picture(int width, int height, unsigned bits) {
  Picture p(width, height);
  for (int i = 0; i < width * height; ++i) p.set(i / width, i % width, bits >> i & 1);
  return p;
}

TEST(NonogramLearn, EveryPictureOnceOnAllSmallBoards) {
  for (const auto& [width, height] : {std::pair{4, 4}, {5, 3}, {2, 7}}) {
    std::map<Clues, std::set<std::string>> by_clues;
    for (unsigned bits = 0; bits < 1u << (width * height); ++bits) {
      const Picture p = small_picture(width, height, bits);
      by_clues[clues_of(p)].insert(p.text());
    }
    for (const auto& [clues, pictures] : by_clues) {
      if (pictures.size() == 1) continue;
      const auto found = all_pictures<SmallSize>(clues, 1 << 20);
      ASSERT_EQ(found.size(), pictures.size());
      for (const Picture& p : found) ASSERT_TRUE(pictures.contains(p.text()));
      std::set<std::string> different;
      for (const Picture& p : found) different.insert(p.text());
      ASSERT_EQ(different.size(), found.size());
    }
  }
}

TEST(NonogramLearn, AllWordsFindTheSameAndMemoryDoesNotMatter) {
  Rng rng(31);
  bool crowded = false;
  for (int i = 0; i < 60; ++i) {
    const int width = rng.between(6, 11), height = rng.between(6, 11);
    Picture p(width, height);
    for (int r = 0; r < height; ++r)
      for (int c = 0; c < width; ++c) p.set(r, c, rng.chance(0.45));
    const Clues clues = clues_of(p);
    const auto small = all_pictures<SmallSize>(clues, 1 << 20);
    if (small.size() == most) continue;
    const auto medium = all_pictures<MediumSize>(clues, 1 << 20);
    const auto large = all_pictures<LargeSize>(clues, 1 << 20);
    ASSERT_EQ(small, medium) << "the same order, too";
    ASSERT_EQ(small, large);
    auto little = all_pictures<SmallSize>(clues, 2'000, &crowded);
    ASSERT_EQ(little.size(), small.size());
    for (const Picture& found : little) ASSERT_TRUE(std::ranges::count(small, found));
    for (const Picture& found : small) ASSERT_TRUE(broken_clues(clues, found).empty());
    ASSERT_TRUE(std::ranges::count(small, p));
  }
  EXPECT_TRUE(crowded) << "two kilobytes were never too few";
}

TEST(NonogramLearn, WhatIsExcludedIsNotFound) {
  const Picture a = small_picture(3, 3, 0b110'101'011), b = small_picture(3, 3, 0b011'101'110);
  const Clues clues = clues_of(a);
  ASSERT_EQ(clues, clues_of(b));
  const Problem<SmallSize> problem(clues);
  Meter meter{Budget{}};
  Learner<SmallSize> learner(problem, Board<SmallSize>::empty(problem), meter, 1 << 20);
  learner.exclude(a);
  ASSERT_EQ(learner.next(), Said::picture);
  EXPECT_EQ(learner.picture(), b);
  EXPECT_EQ(learner.next(), Said::none);
}

TEST(NonogramLearn, LubysSequence) {
  const std::uint64_t expected[] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8};
  for (std::uint64_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(luby(i), expected[i]);
}

}  // namespace
}  // namespace nazo::nonogram
