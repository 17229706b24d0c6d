// The rank-sum test against every way to share out the values, and against published figures.
#include "model/rank_test.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace nazo::model {
namespace {

/// Twice U by the definition: two for every pair in order, one for a tie.
double doubled_u(const std::vector<double>& a, const std::vector<double>& b) {
  double u = 0;
  for (const double x : a)
    for (const double y : b) u += x > y ? 2 : x == y ? 1 : 0;
  return u;
}

TEST(RankTest, IsTheShareOfAllSharingsOut) {
  const std::vector<std::pair<std::vector<double>, std::vector<double>>> cases{
      {{1, 2, 3}, {4, 5, 6, 7}}, {{5, 1, 9, 9}, {2, 2, 9, 3, 1}}, {{1, 1, 1}, {1, 1}}, {{7}, {1, 2, 3, 4, 5}}};
  for (const auto& [a, b] : cases) {
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    const double even = static_cast<double>(a.size() * b.size());
    const double met = std::abs(doubled_u(a, b) - even);
    double far = 0, ways = 0;
    for (std::uint32_t chosen = 0; chosen < 1u << all.size(); ++chosen) {
      if (std::popcount(chosen) != static_cast<int>(a.size())) continue;
      std::vector<double> in, out;
      for (std::size_t i = 0; i < all.size(); ++i) ((chosen >> i & 1) != 0 ? in : out).push_back(all[i]);
      ++ways;
      far += std::abs(doubled_u(in, out) - even) >= met - 1e-9;
    }
    const RankTest test = rank_test(a, b);
    EXPECT_TRUE(test.exact);
    EXPECT_NEAR(test.p, far / ways, 1e-12);
    EXPECT_NEAR(test.superiority, doubled_u(a, b) / (2 * even), 1e-12);
    const RankTest turned = rank_test(b, a);
    EXPECT_NEAR(turned.p, test.p, 1e-12);
    EXPECT_NEAR(turned.superiority, 1 - test.superiority, 1e-12);
  }
}

TEST(RankTest, LargeGroupsFollowTheNormalLaw) {
  // Just below and just above the size where counting ends the two must agree.
  std::vector<double> a, b;
  for (int i = 0; i < 20; ++i) a.push_back(i * 1.7);
  for (int i = 0; i < 36; ++i) b.push_back(i + .3);
  const RankTest exact = rank_test(a, b);
  ASSERT_TRUE(exact.exact);
  b.insert(b.end(), {36.3, 37.3, 38.3, 39.3, 40.3, 41.3});
  const RankTest normal = rank_test(a, b);
  ASSERT_FALSE(normal.exact);
  b.resize(37);
  const RankTest near = rank_test(a, b);
  EXPECT_LT(normal.p, near.p);
  EXPECT_NEAR(near.p, exact.p, .2);
  // Noughts and ones, forty of each: z without ties would be far off.
  const std::vector<double> zeros(40, 0.0);
  std::vector<double> mixed(40, 0.0);
  for (int i = 0; i < 10; ++i) mixed[static_cast<std::size_t>(i)] = 1;
  const RankTest ties = rank_test(zeros, mixed);
  EXPECT_FALSE(ties.exact);
  EXPECT_NEAR(ties.superiority, .375, 1e-12);
  // U = 600, σ² = 1600/12·(81 − (70³ − 70 + 10³ − 10)/(80·79)), z = (200 − .5)/σ
  const double sigma = std::sqrt(1600 / 12.0 * (81 - (70. * 70 * 70 - 70 + 990) / (80 * 79)));
  EXPECT_NEAR(ties.p, std::erfc(199.5 / sigma / std::sqrt(2)), 1e-9);
}

TEST(RankTest, NothingIsSaidOfNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const RankTest test = rank_test(std::vector<double>{nan}, std::vector<double>{1, 2});
  EXPECT_EQ(test.n, 0u);
  EXPECT_EQ(test.p, 1);
}

TEST(RankTest, HolmRaisesTogether) {
  const std::vector<double> raised = holm(std::vector<double>{.01, .04, .03, .5});
  EXPECT_NEAR(raised[0], .04, 1e-12);
  EXPECT_NEAR(raised[2], .09, 1e-12);
  EXPECT_NEAR(raised[1], .09, 1e-12) << "no smaller than that of a smaller p";
  EXPECT_NEAR(raised[3], .5, 1e-12);
}

}  // namespace
}  // namespace nazo::model
