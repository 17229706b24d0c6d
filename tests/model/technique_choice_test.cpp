// Planted preferences and costs come back from what was found and how long it took.
#include "model/technique_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace nazo::model {
namespace {

/// A world in which every place offers the techniques that apply there; those of one place find parts of what the first
/// technique finds.
std::vector<Alternative> offers(Rng& rng, std::vector<int>& place, std::vector<std::uint32_t>& cells) {
  std::vector<Alternative> all;
  place.clear();
  cells.clear();
  for (int line = 0; line < 6; ++line) {
    const auto everything = static_cast<std::uint32_t>(1 + rng.below(255));
    const bool stays = line == 0 && rng.chance(.7), near = line == 1 || line == 2;
    for (int technique = 0; technique < 4; ++technique) {
      if (technique > 0 && rng.chance(.5)) continue;
      const std::uint32_t found = technique == 0 ? everything : everything & static_cast<std::uint32_t>(rng.below(256));
      if (found == 0) continue;
      all.push_back({.technique = technique, .stays = stays, .near = near, .finds = std::popcount(found)});
      place.push_back(line);
      cells.push_back(found);
    }
  }
  return all;
}

TechniqueChoice somebody() {
  TechniqueChoice person;
  for (const double u : {0., 1.5, -1., 2.2}) person.preference.push_back(normal_estimate(u, 0));
  person.stay = normal_estimate(1, 0);
  person.near = normal_estimate(.6, 0);
  person.cost = {2.2, 1.0, 2.8, .3};
  person.stay_cost = -.5;
  person.sigma = .5;
  person.whole = .7;
  return person;
}

std::vector<Step> play(const TechniqueChoice& person, std::size_t count, std::uint64_t seed) {
  Rng rng(seed, 0);
  std::vector<Step> steps;
  std::vector<int> place;
  std::vector<std::uint32_t> cells;
  while (steps.size() < count) {
    Step step{.alternatives = offers(rng, place, cells)};
    const ChosenStep chosen = choose_step(person, step.alternatives, rng);
    std::uint32_t found = cells[chosen.alternative];
    if (!chosen.all) {
      const std::uint32_t whole = found;
      do found = whole & static_cast<std::uint32_t>(rng.below(256));
      while (found == 0 || found == whole);
    }
    for (std::size_t i = 0; i < step.alternatives.size(); ++i)
      if (place[i] == place[chosen.alternative] && (found & ~cells[i]) == 0)
        step.alternatives[i].match = found == cells[i] ? Match::whole : Match::part;
    step.seconds = chosen.seconds;
    steps.push_back(std::move(step));
  }
  return steps;
}

TEST(TechniqueChoice, PlantedPreferencesAndCostsComeBack) {
  const TechniqueChoice person = somebody();
  const TechniqueChoice fit = fit_techniques(play(person, 4000, 5), 4);
  EXPECT_EQ(fit.steps, 4000u);
  EXPECT_EQ(fit.unexplained, 0u);
  for (std::size_t t = 1; t < 4; ++t) {
    EXPECT_NEAR(fit.preference[t].value, person.preference[t].value, .35) << t;
    EXPECT_NEAR(fit.preference[t].value, person.preference[t].value, 4 * fit.preference[t].standard_error) << t;
  }
  for (std::size_t t = 0; t < 4; ++t) EXPECT_NEAR(fit.cost[t], person.cost[t], t == 2 ? .3 : .12) << t;
  EXPECT_NEAR(fit.stay.value, person.stay.value, .25);
  EXPECT_NEAR(fit.near.value, person.near.value, .25);
  EXPECT_NEAR(fit.stay_cost, person.stay_cost, .1);
  EXPECT_NEAR(fit.sigma, person.sigma, .05);
  EXPECT_NEAR(fit.whole, person.whole, .05);
}

TEST(TechniqueChoice, IntervalsHoldTheTruthAboutAsOftenAsTheySay) {
  const TechniqueChoice person = somebody();
  int inside = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const TechniqueChoice fit = fit_techniques(play(person, 300, 100 + seed), 4);
    for (const std::size_t t : {1u, 3u}) {
      ++all;
      inside +=
          fit.preference[t].low <= person.preference[t].value && person.preference[t].value <= fit.preference[t].high;
    }
  }
  EXPECT_GE(inside, all * 4 / 5);
}

TEST(TechniqueChoice, OtherPeopleGetOtherAnswers) {
  TechniqueChoice other = somebody();
  std::swap(other.preference[1], other.preference[3]);
  const TechniqueChoice a = fit_techniques(play(somebody(), 800, 7), 4), b = fit_techniques(play(other, 800, 8), 4);
  EXPECT_GT(a.preference[3].value, a.preference[1].value);
  EXPECT_LT(b.preference[3].value, b.preference[1].value);
}

TEST(TechniqueChoice, WithoutStepsThePriorStands) {
  const TechniqueChoice nothing = fit_techniques({}, 3);
  EXPECT_EQ(nothing.preference[1].value, 0);
  EXPECT_NEAR(nothing.preference[1].standard_error, 2, 1e-6);
  // A step that nothing explains says nothing.
  Step odd{.seconds = 3, .alternatives = {{.technique = 1}}};
  const TechniqueChoice still = fit_techniques({odd}, 3);
  EXPECT_EQ(still.unexplained, 1u);
  EXPECT_EQ(still.preference[1].value, 0);
}

}  // namespace
}  // namespace nazo::model
