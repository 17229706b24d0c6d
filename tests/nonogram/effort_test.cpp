#include "genres/nonogram/analyse/effort.hpp"

#include <gtest/gtest.h>

#include "nonogram/data.hpp"

namespace nazo::nonogram {
namespace {

EffortSums simulated(const Clues& clues, const std::vector<Preference>& preferences, EdgeBlack edge_black,
                     std::uint64_t seed, std::uint64_t first, std::uint64_t count) {
  return *simulate(clues, preferences, edge_black, seed, first, count, Meter({}));
}

TEST(NonogramEffort, PreferencesAreRead) {
  const auto p = preferences_of("h2, h5:1.5,E:7");
  ASSERT_TRUE(p) << p.error().text();
  ASSERT_EQ(p->size(), 3u);
  EXPECT_EQ((*p)[0].way, Way::h2);
  EXPECT_EQ((*p)[0].cost, 1000u);
  EXPECT_EQ((*p)[1].cost, 1500u);
  EXPECT_EQ((*p)[2].way, Way::E);
  EXPECT_EQ(preferences_of("h1")->back().way, Way::E) << "E is the last resort";
  for (const char* bad : {"", "h7", "h1,h1", "h1:x", "h1:-1", "h1:", "e"}) EXPECT_FALSE(preferences_of(bad)) << bad;
}

TEST(NonogramEffort, OneCell) {
  // 1×1, black: row 1 and column 1 both have h1; the first step fills the cell and finishes both.
  const auto sums = simulated(clues_of(picture("#")), *preferences_of("h1:2,E"), EdgeBlack::printed, 1, 0, 10);
  EXPECT_EQ(sums.trials, 10u);
  EXPECT_EQ(sums.steps, 10u);
  EXPECT_EQ(sums.steps_by[static_cast<std::size_t>(Way::h1)], 10u);
  // 2 + 0.15 for one cell + 0.5 for one block.
  EXPECT_EQ(sums.effort_by[static_cast<std::size_t>(Way::h1)], 10u * 2650);
}

TEST(NonogramEffort, OnlyEIsTheTrialOfThePaper) {
  // With E alone every step is a trial's step: the means agree (other streams, so within the standard error).
  const auto sums = simulated(survey_puzzle("webpbn-00006"), *preferences_of("E"), EdgeBlack::printed, 3, 0, 400);
  EXPECT_NEAR(static_cast<double>(sums.steps) / 400, 126.935, 5 * 6.93 / 20);
}

TEST(NonogramEffort, APreferredTechniqueIsUsedMore) {
  const Clues clues = survey_puzzle("webpbn-00006");
  const auto share = [&](const char* preference, Way way) {
    const auto sums = simulated(clues, *preferences_of(preference), EdgeBlack::printed, 3, 0, 50);
    return static_cast<double>(sums.steps_by[static_cast<std::size_t>(way)]) / static_cast<double>(sums.steps);
  };
  EXPECT_GT(share("h3,E", Way::h3), share("E,h3", Way::h3));
  EXPECT_EQ(share("E,h3", Way::h3), 0.0) << "E finds all that h3 finds, so after it h3 has nothing to do";
  EXPECT_GT(share("h2,h1,h5,h3,h4,h6,E", Way::h6), 0.0);
  EXPECT_LT(share("h2,h1,h5,h3,h4,h6,E", Way::E), 0.6);
}

TEST(NonogramEffort, AnySplitGivesTheSameSums) {
  const Clues clues = survey_puzzle("webpbn-00001");
  const auto preferences = *preferences_of("h2,h1,E");
  EffortSums parts = simulated(clues, preferences, EdgeBlack::inner, 5, 0, 13);
  parts.merge(simulated(clues, preferences, EdgeBlack::inner, 5, 13, 37));
  EXPECT_EQ(parts, simulated(clues, preferences, EdgeBlack::inner, 5, 0, 50));
}

}  // namespace
}  // namespace nazo::nonogram
