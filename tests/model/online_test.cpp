#include "model/online.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "model/stats.hpp"

namespace nazo::model {
namespace {

TEST(Glicko, ThePublishedExample) {
  // Glickman, "Example of the Glicko-2 system": 1500 ± 200 against three opponents.
  const GlickoGame games[] = {{{1400, 30, .06}, 1}, {{1550, 100, .06}, 0}, {{1700, 300, .06}, 0}};
  const GlickoRating after = glicko2({1500, 200, .06}, games, .5);
  EXPECT_NEAR(after.rating, 1464.06, .01);
  EXPECT_NEAR(after.deviation, 151.52, .01);
  EXPECT_NEAR(after.volatility, .05999, .00001);
}

TEST(Glicko, WithoutGamesOnlyTheDeviationGrows) {
  const GlickoRating after = glicko2({1500, 200, .06}, {}, .5);
  EXPECT_EQ(after.rating, 1500);
  EXPECT_NEAR(after.deviation, 200.2714, .001);
  EXPECT_EQ(after.volatility, .06);
}

TEST(Glicko, SurprisesOfAnySizeStayFinite) {
  std::vector<GlickoGame> games(200, {{3000, 30, .06}, 1});
  const GlickoRating up = glicko2({1000, 350, .06}, games, .5);
  EXPECT_GT(up.rating, 1800);
  EXPECT_LT(up.rating, 6000);
  EXPECT_GT(up.volatility, .05);
  EXPECT_LT(up.volatility, 2);
  EXPECT_NEAR(glicko_expected({1500, 0, .06}, {1500, 350, .06}), .5, 1e-12);
}

TEST(Online, EloAndGlickoFindTheOrderOfPuzzlesAndPeople) {
  PlayTable table{.persons = 200, .puzzles = 40};
  std::vector<double> skill, difficulty;
  Rng rng(6);
  for (int i = 0; i < table.persons; ++i) skill.push_back(rng.normal());
  for (int j = 0; j < table.puzzles; ++j) difficulty.push_back(1.2 * rng.normal());
  for (int k = 0; k < 12'000; ++k) {
    const int i = static_cast<int>(rng.below(200)), j = static_cast<int>(rng.below(40));
    table.plays.push_back(
        {i, j, 1, rng.chance(logistic(skill[static_cast<std::size_t>(i)] - difficulty[static_cast<std::size_t>(j)])), 0,
         0, k * 60'000LL});
  }
  const Elo elo = run_elo(table);
  const GlickoTable glicko = run_glicko(table, 86'400'000);
  std::vector<double> elo_puzzles, elo_persons, glicko_puzzles, glicko_persons;
  for (int j = 0; j < 40; ++j) {
    elo_puzzles.push_back(elo.difficulty(j));
    glicko_puzzles.push_back(glicko.puzzles[static_cast<std::size_t>(j)].rating);
  }
  for (int i = 0; i < 200; ++i) {
    elo_persons.push_back(elo.skill(i));
    glicko_persons.push_back(glicko.persons[static_cast<std::size_t>(i)].rating);
  }
  EXPECT_GT(correlation(elo_puzzles, difficulty), .97);
  EXPECT_GT(correlation(glicko_puzzles, difficulty), .97);
  EXPECT_GT(correlation(elo_persons, skill), .9);
  EXPECT_GT(correlation(glicko_persons, skill), .9);
  EXPECT_LT(glicko.puzzles[0].deviation, 80);
}

TEST(Online, AStepIsZeroSumAtTheStartAndShrinks) {
  Elo elo(1, 1);
  elo.update(0, 0, true);
  EXPECT_DOUBLE_EQ(elo.skill(0), .6);
  EXPECT_DOUBLE_EQ(elo.difficulty(0), -.6);
  const double before = elo.skill(0), expected = elo.expected(0, 0);
  elo.update(0, 0, true);
  EXPECT_NEAR(elo.skill(0) - before, 1.2 / 1.08 * (1 - expected), 1e-12);
}

}  // namespace
}  // namespace nazo::model
