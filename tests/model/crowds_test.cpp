// People who differ: a crowd to which other puzzles are hard is listened to, somebody who clicks about is not; and the
// worlds that nothing was chosen by keep to the floors of bench/people.md.
#include <gtest/gtest.h>

#include <cmath>

#include "model/anchored_model.hpp"
#include "model/prior_worlds.hpp"

namespace nazo::model {
namespace {

/// Sums of squared errors of ln t at puzzles that nobody has played: the model's, the genre's line on the level that
/// was learnt, and the genre's word as it is.
struct Errors {
  double own = 0, level = 0, raw = 0, held = 0, count = 0;
};
void add_errors(Errors& sum, const PriorWorldPlays& data, const AnchoredModel& fit) {
  const double at_first = fit.practice * fit.typical_practice;
  double level = 0;
  for (const Observation& play : data.times.plays)
    level += fit.b[play.puzzle] - fit.prior_b(data.times.words[static_cast<std::size_t>(play.puzzle)]);
  level = level / static_cast<double>(data.times.plays.size()) + at_first;
  std::vector<char> played(data.collection.words.size(), 0);
  for (const int j : data.played) played[static_cast<std::size_t>(j)] = 1;
  for (Eigen::Index j = 0; j < data.time_b.size(); ++j) {
    if (played[static_cast<std::size_t>(j)]) continue;
    const PriorWord& word = data.collection.words[static_cast<std::size_t>(j)];
    const Estimate cold = fit.cold(word, data.collection.features.row(j).transpose());
    const double off = cold.value + at_first - data.time_b[j], genre = fit.prior_b(word) - data.time_b[j];
    sum.own += off * off;
    sum.level += (genre + level) * (genre + level);
    sum.raw += genre * genre;
    sum.held += std::abs(off) <= 1.645 * std::hypot(cold.standard_error, fit.practice_se * fit.typical_practice);
    sum.count += 1;
  }
}

TEST(Crowds, OtherTastesAreNoNonsense) {
  const Collection collection = invented_collection(200, 9, 77);
  Errors sum;
  for (const PuzzleChoice choice : {PuzzleChoice::easiest, PuzzleChoice::near_own_level})
    for (std::uint64_t item = 0; item < 4; ++item) {
      const auto data = simulate_prior_world(
          collection, {.world = PriorWorld::two_crowds, .choice = choice, .plays = 1000}, 770001, item);
      const AnchoredModel fit = fit_anchored(data.times, data.at_the_fit, Measure::time);
      EXPECT_GT(fit.honest.mean(), .85) << "one crowd was taken for people who click about, run " << item;
      add_errors(sum, data, fit);
    }
  EXPECT_LT(std::sqrt(sum.own / sum.level), 1.05);
  EXPECT_LT(std::sqrt(sum.own / sum.raw), 1);
  EXPECT_GT(sum.held / sum.count, .8);
}

TEST(Crowds, WhoClicksAboutIsFoundAllTheSame) {
  const Collection collection = invented_collection(200, 9, 78);
  double odd = 0, odd_count = 0, honest = 0, honest_count = 0;
  for (std::uint64_t item = 0; item < 6; ++item) {
    const PriorWorldOrder order{
        .world = PriorWorld::good, .choice = PuzzleChoice::random, .plays = 300, .nonsense = .2};
    const auto data = simulate_prior_world(collection, order, 780001, item);
    const AnchoredModel fit = fit_anchored(data.times, data.at_the_fit, Measure::time);
    const auto clickers = static_cast<Eigen::Index>(.2 * data.times.persons + .5);
    odd += fit.honest.head(clickers).sum();
    odd_count += static_cast<double>(clickers);
    honest += fit.honest.tail(data.times.persons - clickers).sum();
    honest_count += static_cast<double>(data.times.persons - clickers);
  }
  EXPECT_LT(odd / odd_count, .2);
  EXPECT_GT(honest / honest_count, .95);
}

TEST(StrangeWorlds, LearningIsNoWorseThanTheGenreThere) {
  const Collection collection = invented_collection(120, 8, 79);
  Errors all;
  std::uint64_t item = 0;
  for (const PriorWorld world : strange_worlds())
    for (const PuzzleChoice choice : {PuzzleChoice::random, PuzzleChoice::easiest, PuzzleChoice::near_own_level}) {
      const auto data =
          simulate_prior_world(collection, {.world = world, .choice = choice, .plays = 100}, 790001, item++);
      const AnchoredModel fit = fit_anchored(data.times, data.at_the_fit, Measure::time);
      Errors own;
      add_errors(own, data, fit);
      EXPECT_LT(std::sqrt(own.own / own.count), 2.5) << name(world);
      all.own += own.own;
      all.level += own.level;
      all.raw += own.raw;
      all.held += own.held;
      all.count += own.count;
    }
  EXPECT_LE(std::sqrt(all.own / all.level), 1);
  EXPECT_LE(std::sqrt(all.own / all.raw), 1);
  EXPECT_GE(all.held / all.count, .85);
}

}  // namespace
}  // namespace nazo::model
