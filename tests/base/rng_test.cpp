// Random streams: known answers, independence of items, exact uniformity of `below`.
#include "base/rng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace nazo {
namespace {

// The known answers published with Random123 for philox4x32-10.
TEST(Philox, GivesThePublishedAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Rng, ItemsAndSubstreamsDiffer) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t item = 0; item < 100; ++item)
      for (std::uint32_t sub = 0; sub < 3; ++sub) first.insert(Rng(seed, item, sub)());
  EXPECT_EQ(first.size(), 3000u);
}

TEST(Rng, SameItemSameNumbers) {
  Rng a(7, 42), b(7, 42);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a(), b());
}

TEST(Rng, BelowIsUniform) {
  Rng rng(1);
  std::array<int, 7> count{};
  constexpr int draws = 70000;
  for (int i = 0; i < draws; ++i) ++count[rng.below(7)];
  for (const int c : count) EXPECT_NEAR(c, draws / 7, 5 * std::sqrt(draws / 7.0));
}

TEST(Rng, ShuffleReachesEveryOrder) {
  std::set<std::vector<int>> seen;
  for (std::uint64_t item = 0; item < 600; ++item) {
    std::vector<int> v{1, 2, 3, 4};
    Rng(3, item).shuffle(std::span(v));
    seen.insert(v);
  }
  EXPECT_EQ(seen.size(), 24u);
}

TEST(Rng, NormalHasMeanZeroAndVarianceOne) {
  Rng rng(5);
  double sum = 0, squares = 0;
  constexpr int draws = 100000;
  for (int i = 0; i < draws; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / draws, 0, 0.02);
  EXPECT_NEAR(squares / draws, 1, 0.03);
}

}  // namespace
}  // namespace nazo
