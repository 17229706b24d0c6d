// The closed set against a plain one, through many growths and at its limits.
#include "genres/superpuzz/solve/best/closed_set.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <unordered_set>
#include <vector>

#include "base/rng.hpp"
#include "genres/superpuzz/solve/best/seen.hpp"

namespace nazo::superpuzz::best {
namespace {

Key128 key(std::uint64_t n) { return zobrist(n); }

TEST(ClosedSet, KeepsEveryKeyThroughAllGrowths) {
  ClosedSet set(std::uint64_t{256} << 20);
  const std::uint64_t count = 3'000'000;
  for (std::uint64_t n = 0; n < count; ++n) {
    ASSERT_EQ(set.insert(key(n)), ClosedSet::Answer::fresh) << n;
    if (n % 37 == 0) {
      ASSERT_EQ(set.insert(key(n / 2)), ClosedSet::Answer::known) << n;
    }
  }
  EXPECT_EQ(set.size(), count);
  for (std::uint64_t n = 0; n < count; ++n) ASSERT_TRUE(set.closed(key(n))) << n;
  for (std::uint64_t n = count; n < 2 * count; ++n) ASSERT_FALSE(set.closed(key(n))) << n;
  EXPECT_LT(static_cast<double>(set.bytes()) / static_cast<double>(count), 18.0);
}

TEST(ClosedSet, TellsKeysApartThatDifferInOneOfTheirBits) {
  ClosedSet set(std::uint64_t{64} << 20);
  Rng rng(3);
  std::vector<Key128> keys;
  for (int i = 0; i < 200; ++i) {
    const Key128 base{rng(), rng()};
    keys.push_back(base);
    for (int bit = 0; bit < 64; ++bit) keys.push_back(base ^ Key128{std::uint64_t{1} << bit, 0});
    for (int bit = 0; bit < 64; ++bit)
      if (bit < 8 || bit >= 32) keys.push_back(base ^ Key128{0, std::uint64_t{1} << bit});
  }
  for (const Key128& k : keys) ASSERT_EQ(set.insert(k), ClosedSet::Answer::fresh);
  for (std::uint64_t n = 0; n < 500'000; ++n) (void)set.insert(key(n));  // grows several times
  for (const Key128& k : keys) ASSERT_EQ(set.insert(k), ClosedSet::Answer::known);
}

TEST(ClosedSet, RefusesWhatItHasNoMemoryForAndForgetsNothing) {
  ClosedSet set(std::uint64_t{4} << 20);
  std::uint64_t n = 0;
  while (set.insert(key(n)) == ClosedSet::Answer::fresh) ++n;
  EXPECT_GT(n, 200'000u);
  EXPECT_LE(set.bytes(), std::uint64_t{4} << 20);
  for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(set.insert(key(i)), ClosedSet::Answer::known);
  EXPECT_EQ(set.insert(key(n + 1)), ClosedSet::Answer::full);
  ClosedSet none(1000);
  EXPECT_EQ(none.insert(key(0)), ClosedSet::Answer::full);
}

TEST(ClosedSet, GivenUpWhileItGrowsItKnowsNothingAnyMore) {
  // Half way through a growth keys lie in wrong places: an answer then could close what was never seen.
  std::atomic<bool> stop = false;
  Meter meter({.stop = &stop});
  ClosedSet set(std::uint64_t{64} << 20, &meter);
  std::uint64_t n = 0;
  for (; set.bytes() < std::uint64_t{16} << 20; ++n) ASSERT_EQ(set.insert(key(n)), ClosedSet::Answer::fresh);
  stop = true;
  while (set.insert(key(n)) == ClosedSet::Answer::fresh) ++n;
  EXPECT_EQ(meter.limit(), Limit::stopped);
  for (std::uint64_t i = 0; i < 2 * n; i += 101) ASSERT_EQ(set.insert(key(i)), ClosedSet::Answer::full);
}

TEST(ClosedSet, LeavesRoomToOthers) {
  ClosedSet set(std::uint64_t{8} << 20);
  set.set_aside(std::uint64_t{5} << 20);
  std::uint64_t n = 0;
  while (set.insert(key(n)) == ClosedSet::Answer::fresh) ++n;
  EXPECT_LE(set.bytes(), std::uint64_t{3} << 20);
  set.set_aside(0);
  EXPECT_EQ(set.insert(key(n)), ClosedSet::Answer::fresh) << "what was set aside is given back";
}

TEST(Seen, WhatIsOpenStaysOpenThroughGrowthsUntilItIsEntered) {
  Seen seen(std::uint64_t{64} << 20);
  for (std::uint64_t n = 0; n < 20'000; ++n) ASSERT_EQ(seen.enter(key(n)), ClosedSet::Answer::fresh);
  for (std::uint64_t n = 0; n < 20'000; n += 3) seen.interrupt(key(n));
  for (std::uint64_t n = 20'000; n < 600'000; ++n) ASSERT_EQ(seen.enter(key(n)), ClosedSet::Answer::fresh);
  for (std::uint64_t n = 0; n < 20'000; ++n) {
    ASSERT_EQ(seen.done(key(n)), n % 3 != 0) << n;
    ASSERT_EQ(seen.enter(key(n)), n % 3 != 0 ? ClosedSet::Answer::known : ClosedSet::Answer::fresh) << n;
    ASSERT_EQ(seen.enter(key(n)), ClosedSet::Answer::known) << n;
  }
  EXPECT_EQ(seen.reopened(), 6'667u);
  EXPECT_EQ(seen.size(), 600'000u);
}

}  // namespace
}  // namespace nazo::superpuzz::best
