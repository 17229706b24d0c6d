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
  for (std::uint64_t n = 0; n < count; ++n) ASSERT_TRUE(set.contains(key(n))) << n;
  for (std::uint64_t n = count; n < 2 * count; ++n) ASSERT_FALSE(set.contains(key(n))) << n;
  EXPECT_LT(static_cast<double>(set.bytes()) / static_cast<double>(count), 11.2);
}

TEST(ClosedSet, TellsKeysApartThatDifferInOneOfTheirBits) {
  ClosedSet set(std::uint64_t{64} << 20);
  Rng rng(3);
  std::vector<Key128> keys;
  for (int i = 0; i < 200; ++i) {
    const Key128 base{rng(), rng()};
    keys.push_back(base);
    for (int bit = 0; bit < 74; ++bit)
      keys.push_back(bit < 32 ? base ^ Key128{0, std::uint64_t{1} << (32 + bit)}
                              : base ^ Key128{std::uint64_t{1} << (22 + bit - 32), 0});
  }
  for (const Key128& k : keys) ASSERT_EQ(set.insert(k), ClosedSet::Answer::fresh);
  for (std::uint64_t n = 0; n < 500'000; ++n) (void)set.insert(key(n));  // grows several times
  for (const Key128& k : keys) ASSERT_EQ(set.insert(k), ClosedSet::Answer::known);
}

TEST(ClosedSet, RefusesWhatItHasNoMemoryForAndForgetsNothing) {
  ClosedSet set(std::uint64_t{4} << 20);
  std::uint64_t n = 0;
  while (set.insert(key(n)) == ClosedSet::Answer::fresh) ++n;
  EXPECT_GT(n, 300'000u);
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

TEST(Seen, StatesThatAreOpenAgainCountAsMemory) {
  Seen seen(std::uint64_t{8} << 20);
  EXPECT_TRUE(seen.may_interrupt(10'000));
  EXPECT_FALSE(seen.may_interrupt(200'000)) << "72 bytes each";
  const std::uint64_t before = seen.bytes();
  for (std::uint64_t n = 0; n < 100'000; ++n) seen.interrupt(key(n));
  EXPECT_GT(seen.bytes(), before + 4'000'000);
}

}  // namespace
}  // namespace nazo::superpuzz::best
