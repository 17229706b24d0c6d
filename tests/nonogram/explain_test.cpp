// Explanations against counting: what is named suffices, nothing of it can be spared, and it is what leaving out one
// cell after the other, the latest first, comes to.
#include "genres/nonogram/solve/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/rng.hpp"
#include "genres/nonogram/rules/rules.hpp"

namespace nazo::nonogram {
namespace {

enum class Known : char { open = '?', black = '#', white = '.' };

/// Is there a placement? ends[j] are the cells before which the first j blocks, and a white cell after each, can stand.
bool has_placement(const Clue& clue, const std::vector<Known>& line) {
  const std::size_t length = line.size();
  const auto whites = [&](std::vector<bool> at) {  // white cells may follow
    for (std::size_t i = 0; i < length; ++i)
      if (at[i] && line[i] != Known::black) at[i + 1] = true;
    return at;
  };
  std::vector<bool> ends(length + 2);
  ends[0] = true;
  ends = whites(ends);
  for (const std::uint8_t size : clue) {
    std::vector<bool> next(length + 2);
    for (std::size_t start = 0; start + size <= length; ++start) {
      bool fits = ends[start] && (start + size == length || line[start + size] != Known::black);
      for (std::size_t i = start; i < start + size; ++i) fits = fits && line[i] != Known::white;
      if (fits) next[start + size + 1] = true;
    }
    ends = whites(next);
  }
  return ends[length] || ends[length + 1];
}

template <class Size>
void compare(int longest, int lines, std::uint64_t seed) {
  using Word = typename Size::Word;
  Rng rng(seed);
  int explained = 0;
  for (int i = 0; i < lines; ++i) {
    const int length = rng.between(1, longest);
    Clue clue;
    for (int used = 0;;) {
      const int size = rng.between(1, 5);
      if (used + size > length) break;
      clue.push_back(static_cast<std::uint8_t>(size));
      used += size + 1 + rng.between(0, 2);
    }
    const Rule rule(clue, length);
    std::vector<Known> line(static_cast<std::size_t>(length), Known::open);
    std::vector<std::uint8_t> order;  // as they became known
    Word black = 0, white = 0;
    while (has_placement(clue, line) && order.size() < line.size()) {
      const auto place = static_cast<std::uint8_t>(rng.between(0, length - 1));
      if (line[place] != Known::open) continue;
      line[place] = rng.chance(0.5) ? Known::black : Known::white;
      (line[place] == Known::black ? black : white) |= bit<Word>(place);
      order.push_back(place);
    }
    ASSERT_EQ(feasible<Word>(rule, black, white) != 0, has_placement(clue, line));
    if (has_placement(clue, line)) continue;
    ++explained;
    std::vector<std::uint8_t> latest_first(order.rbegin(), order.rend()), expected;
    const std::size_t fixed = latest_first.size() > 3 && rng.chance(0.3) ? 2 : 0;  // as cells of level 0 are
    latest_first.resize(latest_first.size() - fixed);
    for (const std::uint8_t place : latest_first) {
      const Known was = line[place];
      line[place] = Known::open;
      if (!has_placement(clue, line)) continue;
      line[place] = was;
      expected.push_back(place);
    }
    std::vector<std::uint8_t> needed(line.size());
    needed.resize(static_cast<std::size_t>(needed_cells<Size>(rule, black, white, latest_first, needed.data())));
    ASSERT_EQ(needed, expected) << "line " << i;
  }
  EXPECT_GT(explained, lines / 4);
}

TEST(NonogramExplain, WhatIsNeededAndNothingElse) {
  compare<SmallSize>(30, 4'000, 1);
  compare<MediumSize>(62, 1'000, 2);
  compare<LargeSize>(126, 300, 3);
}

}  // namespace
}  // namespace nazo::nonogram
