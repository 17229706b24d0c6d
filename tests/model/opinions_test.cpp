// What people say of difficulty moves what the plays alone leave open, and a person's own words their own weights.
#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"
#include "model/anchored_model.hpp"
#include "model/own_opinions.hpp"
#include "model/prior_worlds.hpp"

namespace nazo::model {
namespace {

int level_of(double difference) {
  if (std::abs(difference) < .5) return 3;
  if (difference > 0) return difference > 2 ? 1 : 2;
  return difference < -2 ? 5 : 4;
}

double logistic_noise(Rng& rng) {
  const double p = .001 + .998 * rng.unit();
  return std::log(p / (1 - p));
}

double played_error(const AnchoredModel& fit, const PriorWorldPlays& world) {
  double mean_off = 0, squares = 0;
  const auto n = static_cast<double>(world.played.size());
  for (std::size_t k = 0; k < world.played.size(); ++k)
    mean_off += (fit.b[static_cast<Eigen::Index>(k)] - world.time_b[world.played[k]]) / n;
  for (std::size_t k = 0; k < world.played.size(); ++k)
    squares += std::pow(fit.b[static_cast<Eigen::Index>(k)] - world.time_b[world.played[k]] - mean_off, 2) / n;
  return std::sqrt(squares);
}

/// The mean error of the played puzzles with and without what people said, over some worlds.
template <class Say>
std::pair<double, double> errors(const Say& say) {
  double without = 0, with = 0;
  for (std::uint64_t item = 0; item < 12; ++item) {
    const Collection collection = invented_collection(60, 5, 40 + item);
    PriorWorldPlays world = simulate_prior_world(
        collection, {.world = PriorWorld::mediocre, .choice = PuzzleChoice::random, .plays = 36}, 9, item);
    without += played_error(fit_anchored(world.times, collection, Measure::time), world);
    Rng rng(77, item);
    say(world, rng);
    with += played_error(fit_anchored(world.times, collection, Measure::time), world);
  }
  return {without / 12, with / 12};
}

TEST(Opinions, ComparisonsBringTheOrderCloserToTheTruth) {
  const auto [without, with] = errors([](PriorWorldPlays& world, Rng& rng) {
    const auto n = world.played.size();
    for (int k = 0; k < 60; ++k) {
      const auto x = static_cast<int>(rng.below(n)), y = static_cast<int>(rng.below(n));
      if (x == y) continue;
      const double d = 1.5 * (world.time_b[world.played[static_cast<std::size_t>(x)]] -
                              world.time_b[world.played[static_cast<std::size_t>(y)]]);
      const int person = static_cast<int>(rng.below(static_cast<std::uint64_t>(world.times.persons)));
      world.times.opinions.pairs.push_back({person, x, y, level_of(d + logistic_noise(rng))});
    }
  });
  EXPECT_LT(with, .92 * without);
}

TEST(Opinions, MarksDoSoWhateverTheSeverityOfThePersons) {
  const auto [without, with] = errors([](PriorWorldPlays& world, Rng& rng) {
    std::vector<double> severity;
    for (int i = 0; i < world.times.persons; ++i) severity.push_back(rng.normal());
    for (const Observation& play : world.times.plays) {
      const double b = world.time_b[world.played[static_cast<std::size_t>(play.puzzle)]];
      const double felt = 1.5 * (b - 4.5) + severity[static_cast<std::size_t>(play.person)] + logistic_noise(rng);
      int mark = 1;
      for (const double cut : {-2., -.7, .7, 2.}) mark += felt > cut;
      world.times.opinions.marks.push_back({play.person, play.puzzle, mark});
    }
  });
  EXPECT_LT(with, .97 * without);
}

TEST(Opinions, MeaninglessOnesDoNotHurtMuch) {
  const auto [without, with] = errors([](PriorWorldPlays& world, Rng& rng) {
    const auto n = world.played.size();
    for (int k = 0; k < 60; ++k)
      world.times.opinions.pairs.push_back(
          {k % 3, static_cast<int>(rng.below(n - 1)), static_cast<int>(n) - 1, 1 + static_cast<int>(rng.below(5))});
  });
  EXPECT_LT(with, 1.1 * without);
}

TEST(Opinions, WhoFindsAFeatureHardGetsAWeightOnIt) {
  OwnState state{.own = .1, .u = Eigen::VectorXd::Zero(2), .covariance = Eigen::MatrixXd::Zero(3, 3)};
  std::vector<OwnComparison> said;
  for (int k = 0; k < 5; ++k) said.push_back({Eigen::Vector2d(1, 0), 0, 1});
  hear(state, said, {}, Tastes::none);
  EXPECT_GT(state.u[0], .05);
  EXPECT_NEAR(state.u[1], 0, 1e-9);
  EXPECT_LT(state.covariance(1, 1), state.covariance(2, 2)) << "of the other feature nothing was said";
}

TEST(Opinions, MarksBecomePairsOfThoseThatDiffer) {
  const std::vector<Pairing> pairs = as_pairs({.pairs = {}, .marks = {{0, 0, 5}, {0, 1, 3}, {0, 2, 3}, {0, 3, 2}}});
  ASSERT_EQ(pairs.size(), 5u);
  EXPECT_EQ(pairs.front().level, 1);
  EXPECT_EQ(pairs.back().level, 2);
}

}  // namespace
}  // namespace nazo::model
