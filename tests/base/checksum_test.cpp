#include "base/checksum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/rng.hpp"

namespace nazo {
namespace {

std::vector<std::uint8_t> some_bytes(std::size_t length) {
  Rng rng(81, length);
  std::vector<std::uint8_t> bytes(length);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(256));
  return bytes;
}

TEST(Checksum, EveryBitCounts) {
  for (const std::size_t length : {1U, 7U, 8U, 9U, 31U, 32U, 33U, 64U, 77U, 128U}) {
    auto bytes = some_bytes(length);
    std::set<std::uint64_t> seen{checksum(bytes, 5)};
    for (std::size_t bit = 0; bit < 8 * length; ++bit) {
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      EXPECT_TRUE(seen.insert(checksum(bytes, 5)).second) << length << ", bit " << bit;
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
  }
}

TEST(Checksum, TwoBitsDoNotMakeUpForOneAnother) {
  auto bytes = some_bytes(128);
  const std::uint64_t sum = checksum(bytes, 0);
  for (std::size_t one = 0; one < 8 * bytes.size(); ++one)
    for (std::size_t two = one % 8; two < one; two += 8) {  // the same bit of two bytes
      for (const std::size_t bit : {one, two}) bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      EXPECT_NE(checksum(bytes, 0), sum) << one << " and " << two;
      for (const std::size_t bit : {one, two}) bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
}

TEST(Checksum, LengthPlaceAndSeedCount) {
  const std::vector<std::uint8_t> nothing(300, 0);
  std::set<std::uint64_t> seen;
  for (std::size_t length = 0; length <= nothing.size(); ++length)
    for (const std::uint64_t seed : {0U, 1U, 1U << 31})
      EXPECT_TRUE(seen.insert(checksum(std::span(nothing).first(length), seed)).second) << length << " of " << seed;
  auto bytes = some_bytes(96);
  const std::uint64_t sum = checksum(bytes, 0);
  std::swap_ranges(bytes.begin(), bytes.begin() + 32, bytes.begin() + 64);
  EXPECT_NE(checksum(bytes, 0), sum) << "words that changed places";
}

TEST(Checksum, IsTheSameWhereverTheBytesLie) {
  const auto bytes = some_bytes(100);
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::vector<std::uint8_t> moved(shift, 0);
    moved.insert(moved.end(), bytes.begin(), bytes.end());
    EXPECT_EQ(checksum(std::span(moved).subspan(shift), 9), checksum(bytes, 9));
  }
}

}  // namespace
}  // namespace nazo
