// Planted parameters are found again, with intervals that hold what they promise. (The full protocol at the papers'
// sizes is `nazo experiment simulated-players`.)
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "base/rng.hpp"
#include "model/paired.hpp"
#include "model/personal.hpp"
#include "model/simulate.hpp"
#include "model/success_model.hpp"
#include "model/time_model.hpp"

namespace nazo::model {
namespace {

std::uint64_t repeats(std::uint64_t few, std::uint64_t many) {
  return std::getenv("NAZO_TEST_ALL") != nullptr ? many : few;
}

struct Coverage {
  double inside = 0, all = 0, bias = 0;
  void add(const Estimate& estimate, double truth) {
    inside += estimate.low <= truth && truth <= estimate.high;
    all += 1;
    bias += estimate.value - truth;
  }
  [[nodiscard]] double share() const { return inside / all; }
};

TEST(Recovery, TimeModelInTheWorldItAssumes) {
  Coverage b, s, w;
  double sigma = 0, person = 0, puzzle = 0, bias = 0;
  const std::uint64_t n = repeats(20, 200);
  for (std::uint64_t i = 0; i < n; ++i) {
    const SimulatedPlays data = simulate_plays(World::null, {}, 31, i);
    const TimeModel model = fit_time(data.times);
    // The people of one world are not average: what they share cannot be told from the puzzles.
    bias += ((model.b - data.time_b).mean() + data.person_speed.mean()) / static_cast<double>(n);
    for (int j = 0; j < 100; ++j) b.add(normal_estimate(model.b[j], model.b_se[j]), data.time_b[j]);
    for (int p = 0; p < 90; ++p) s.add(normal_estimate(model.s[p], model.s_se[p]), data.person_speed[p]);
    for (int k = 0; k <= 5; ++k) w.add(model.weight(k), data.truth.weights[k]);
    sigma += model.sigma / static_cast<double>(n);
    person += model.person_sd / static_cast<double>(n);
    puzzle += model.puzzle_sd / static_cast<double>(n);
  }
  EXPECT_NEAR(b.share(), .95, .03);
  EXPECT_NEAR(s.share(), .95, .03);
  EXPECT_NEAR(w.share(), .95, .06);
  EXPECT_NEAR(bias, 0, .02);
  EXPECT_NEAR(sigma, .5, .02);
  EXPECT_NEAR(person, .4, .03);
  EXPECT_NEAR(puzzle, .3, .03);
}

TEST(Recovery, CensoringIsNotIgnored) {
  // Throwing give-ups away would make hard puzzles look fast: the difference must show, and the model must not have it.
  const SimulatedPlays data =
      simulate_plays(World::null, {.persons = 200, .puzzles = 50, .plays = 6000, .features = 2}, 5, 0);
  PlayTable only_solved = data.times;
  std::erase_if(only_solved.plays, [](const Observation& play) { return !play.solved; });
  const TimeModel right = fit_time(data.times), wrong = fit_time(only_solved);
  EXPECT_NEAR((right.b - data.time_b).mean(), 0, .04);
  EXPECT_LT((wrong.b - data.time_b).mean(), -.05);
}

TEST(Recovery, RaschInTheWorldItAssumes) {
  Coverage b, theta, w;
  double person = 0, puzzle = 0;
  const std::uint64_t n = repeats(15, 200);
  for (std::uint64_t i = 0; i < n; ++i) {
    const SimulatedPlays data = simulate_plays(World::null, {}, 32, i);
    const SuccessModel model = fit_rasch(data.outcomes);
    for (int j = 0; j < 100; ++j) b.add(normal_estimate(model.b[j], model.b_se[j]), data.outcome_b[j]);
    for (int p = 0; p < 90; ++p) theta.add(normal_estimate(model.theta[p], model.theta_se[p]), data.person_skill[p]);
    for (int k = 1; k <= 5; ++k) w.add(model.weight(k), data.truth.weights[k]);
    person += model.person_sd / static_cast<double>(n);
    puzzle += model.puzzle_sd / static_cast<double>(n);
  }
  EXPECT_NEAR(b.share(), .95, .03);
  EXPECT_NEAR(theta.share(), .95, .03);
  EXPECT_NEAR(w.share(), .95, .07);
  EXPECT_NEAR(person, 1, .08);
  EXPECT_NEAR(puzzle, .5, .07);
}

TEST(Recovery, SharpnessOfPuzzlesIsFound) {
  const SimulatedPlays data =
      simulate_plays(World::null, {.persons = 400, .puzzles = 30, .plays = 12'000, .features = 2}, 8, 0);
  PlayTable table = data.outcomes;
  Rng rng(4);
  std::vector<double> log_alpha;
  for (int j = 0; j < 30; ++j) log_alpha.push_back(.6 * rng.normal());
  for (Observation& play : table.plays)
    play.solved = rng.chance(logistic(std::exp(log_alpha[static_cast<std::size_t>(play.puzzle)]) *
                                      (data.person_skill[play.person] - data.outcome_b[play.puzzle])));
  const SuccessModel rasch = fit_rasch(table), model = fit_2pl(table, rasch);
  std::vector<double> found;
  for (int j = 0; j < 30; ++j) found.push_back(std::log(model.alpha[j]));
  EXPECT_GT(correlation(found, log_alpha), .85);
  EXPECT_NEAR(model.alpha_sd, .6, .2);
}

TEST(Recovery, ColdStartKnowsWhatTheFeaturesTell) {
  const SimulatedPlays data =
      simulate_plays(World::null, {.persons = 200, .puzzles = 100, .plays = 8000, .features = 5}, 12, 0);
  const TimeModel model = fit_time(data.times);
  Coverage cold;
  Rng rng(3);
  for (int j = 0; j < 2000; ++j) {
    Eigen::VectorXd x(5);
    for (double& v : x) v = rng.normal();
    const double b = data.truth.weights[0] + x.dot(data.truth.weights.tail(5)) + data.truth.puzzle_sd * rng.normal();
    cold.add(model.cold(x), b);
  }
  EXPECT_NEAR(cold.share(), .95, .02);
}

TEST(Recovery, PersonalWeightsAppearWhereTheyAreAndOnlyThere) {
  const WorldSize size{.persons = 150, .puzzles = 100, .plays = 6000, .features = 4};
  const SimulatedPlays differ = simulate_plays(World::correct, size, 9, 0),
                       alike = simulate_plays(World::null, size, 9, 0);
  const PersonalWeights found = fit_personal_time(differ.times, fit_time(differ.times));
  EXPECT_NEAR(found.spread, .15, .04);
  EXPECT_GT(found.log_likelihood_gain, 20);
  std::vector<double> u, planted;
  for (Eigen::Index i = 0; i < 150; ++i)
    for (Eigen::Index f = 0; f < 4; ++f) {
      u.push_back(found.u(i, f));
      planted.push_back(differ.u(i, f));
    }
  EXPECT_GT(correlation(u, planted), .6);
  const PersonalWeights none = fit_personal_time(alike.times, fit_time(alike.times));
  EXPECT_LT(none.spread, .05);
  EXPECT_LT(none.log_likelihood_gain, 3);
}

TEST(Recovery, IntervalsHoldWhereTastesDiffer) {
  // The common model alone would take tastes for noise and its weights for everyone's.
  Coverage w, b, logit_w, logit_b;
  double sigma = 0, spread = 0;
  const std::uint64_t n = repeats(12, 150);
  for (std::uint64_t i = 0; i < n; ++i) {
    const SimulatedPlays data = simulate_plays(World::correct, {}, 52, i);
    const TimeTogether time = fit_together(data.times, fit_time(data.times));
    const SuccessTogether success = fit_together(data.outcomes, fit_rasch(data.outcomes));
    const double common = data.person_speed.mean(), skill = data.person_skill.mean();
    for (int k = 1; k <= 5; ++k) {
      w.add(time.common.weight(k), data.truth.weights[k]);
      logit_w.add(success.common.weight(k), data.truth.weights[k]);
    }
    for (int j = 0; j < 100; ++j) {
      b.add(normal_estimate(time.common.b[j] + common, time.common.b_se[j]), data.time_b[j]);
      logit_b.add(normal_estimate(success.common.b[j] + skill, success.common.b_se[j]), data.outcome_b[j]);
    }
    sigma += time.common.sigma / static_cast<double>(n);
    spread += time.own.spread / static_cast<double>(n);
  }
  EXPECT_NEAR(w.share(), .95, n > 100 ? .03 : .07);
  EXPECT_NEAR(logit_w.share(), .95, n > 100 ? .03 : .07);
  EXPECT_NEAR(b.share(), .95, .03);
  EXPECT_NEAR(logit_b.share(), .94, .03)
      << "yes and no of some sixteen plays a puzzle: the approximation is a little narrow";
  EXPECT_NEAR(sigma, .5, .04) << "without taking tastes off it would be .6";
  EXPECT_NEAR(spread, .15, .03);
}

TEST(Recovery, ComparisonsAtThePapersSize) {
  Coverage strength;
  const std::uint64_t n = repeats(25, 300);
  for (std::uint64_t i = 0; i < n; ++i) {
    const SimulatedPairs data = simulate_pairs(30, 5, .6, 77, i);
    const BradleyTerry fit = fit_bradley_terry(data.pairs, 30, 5);
    for (std::size_t j = 0; j < 5; ++j) strength.add(fit.strength[j], data.strength[j]);
  }
  EXPECT_NEAR(strength.share(), .95, n > 100 ? .03 : .05);
}

TEST(Recovery, AThousandPersonsTakeTheShortWayToTheSameAnswer) {
  // Above 500 persons the variances come from a sample: the answer must be as good.
  const SimulatedPlays data =
      simulate_plays(World::null, {.persons = 700, .puzzles = 60, .plays = 9000, .features = 3}, 14, 0);
  const TimeModel model = fit_time(data.times);
  EXPECT_NEAR(model.sigma, .5, .02);
  EXPECT_NEAR(model.person_sd, .4, .03);
  Coverage b;
  for (int j = 0; j < 60; ++j) b.add(normal_estimate(model.b[j], model.b_se[j]), data.time_b[j]);
  EXPECT_GT(b.share(), .88);
}

}  // namespace
}  // namespace nazo::model
