#include "search/key_index.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>

#include "base/rng.hpp"

namespace nazo::search {
namespace {

TEST(KeyIndex, NumbersKeysInOrderOfSightLikeAMap) {
  KeyIndex<std::uint64_t> index(1 << 24);
  std::map<std::uint64_t, std::uint32_t> expected;
  Rng rng(1);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t key = rng.below(60000);
    const auto seen = index.insert(key);
    ASSERT_TRUE(seen);
    const auto [entry, fresh] = expected.emplace(key, static_cast<std::uint32_t>(expected.size()));
    ASSERT_EQ(seen->inserted, fresh);
    ASSERT_EQ(seen->number, entry->second);
  }
  EXPECT_EQ(index.size(), expected.size());
  EXPECT_EQ(index.find(1 << 30), KeyIndex<std::uint64_t>::none);
}

TEST(KeyIndex, TellsKeysApartThatDifferInOneHalfOnly) {
  KeyIndex<Key128> index(1 << 20);
  EXPECT_EQ(index.insert({1, 2})->number, 0u);
  EXPECT_EQ(index.insert({1, 3})->number, 1u);
  EXPECT_EQ(index.insert({4, 2})->number, 2u);
  EXPECT_FALSE(index.insert({1, 2})->inserted);
}

TEST(KeyIndex, KeepsToItsBytes) {
  for (const std::uint64_t bytes : {0ull, 5000ull, 100000ull, 1000000ull}) {
    KeyIndex<std::uint64_t> index(bytes);
    std::uint64_t i = 0;
    while (i < 1000000 && index.insert(i)) ++i;
    EXPECT_LT(i, 1000000u);
    EXPECT_LE(index.bytes(), std::max<std::uint64_t>(bytes, 4096)) << "the first slots are always there";
    if (i > 0) {
      EXPECT_FALSE(index.insert(i - 1)->inserted) << "what is in stays in";
    }
  }
}

TEST(KeyIndex, AGrowthIsGivenUpWhenTheMeterHasRunOut) {
  std::atomic<bool> stop = false;
  Meter meter({.stop = &stop});
  KeyIndex<std::uint64_t> index(1 << 26, &meter);
  std::uint64_t i = 0;
  for (; i < 600'000; ++i) ASSERT_TRUE(index.insert(i));
  stop = true;
  while (i < 2'000'000 && index.insert(i)) ++i;
  EXPECT_LT(i, 2'000'000u);
  EXPECT_EQ(meter.limit(), Limit::stopped);
}

}  // namespace
}  // namespace nazo::search
