// Where little is known: small collections, few plays, plays that nobody can have made. The model may say little, but
// what it says stays finite, in its range and near the genre's own word.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/rng.hpp"
#include "model/anchored_model.hpp"
#include "model/online.hpp"
#include "model/prior_worlds.hpp"

namespace nazo::model {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A feature whose usual values are 1, 2, …, 21.
UsualScale one_to_twenty_one() {
  UsualScale usual;
  usual.quantiles.emplace_back();
  for (int i = 1; i <= 21; ++i) usual.quantiles.front().push_back(i);
  return usual;
}

double score(const FeatureScale& scale, double x) { return scale.tables().front().at(x); }

TEST(SmallCollection, ThreePuzzlesAreMeasuredOnUsualOnes) {
  MatrixXd three(3, 1);
  three << 10, 11, 12;
  const FeatureScale alone = FeatureScale::of(three), beside = FeatureScale::of(three, one_to_twenty_one());
  EXPECT_GT(score(alone, 12) - score(alone, 10), 2) << "torn apart";
  EXPECT_LT(score(beside, 12) - score(beside, 10), .5);
  EXPECT_EQ(score(alone, 21), score(alone, 12)) << "nothing is known beyond the ends";
  EXPECT_GT(score(beside, 21), score(beside, 12) + 1);
  EXPECT_EQ(score(beside, missing), 0);
}

TEST(SmallCollection, PuzzlesAllAlikeDoNotHideAFeature) {
  const MatrixXd alike = MatrixXd::Constant(12, 1, 5.);
  EXPECT_TRUE(FeatureScale::of(alike).tables().front().value.empty());
  const FeatureScale beside = FeatureScale::of(alike, one_to_twenty_one());
  EXPECT_GT(score(beside, 20), score(beside, 5) + 1);
  for (const double x : {1., 5., 21., 1e9, -1e9}) EXPECT_LT(std::abs(score(beside, x)), 4) << x;
}

TEST(SmallCollection, ALargeOneHasAScaleOfItsOwn) {
  MatrixXd many(240, 1);
  for (Eigen::Index j = 0; j < many.rows(); ++j) many(j, 0) = 100 + static_cast<double>(j);
  const FeatureScale alone = FeatureScale::of(many), beside = FeatureScale::of(many, one_to_twenty_one());
  for (const double x : {90., 120., 300.}) EXPECT_DOUBLE_EQ(score(alone, x), score(beside, x));
  double last = usual_weight(1);
  for (int puzzles = 2; puzzles < 300; ++puzzles) {
    EXPECT_LE(usual_weight(puzzles), last);
    last = usual_weight(puzzles);
  }
  EXPECT_EQ(last, 0);
}

TEST(SmallCollection, TheGenresIndexIsDrawnToWhatItMeans) {
  const VectorXd easy = VectorXd::Constant(3, -2.), nothing = VectorXd::Constant(3, missing);
  const Anchor alone = Anchor::of(easy, nothing, time_limits), beside = Anchor::of(easy, nothing, time_limits, 24);
  EXPECT_DOUBLE_EQ(alone.m(-2), 0) << "three easy puzzles are the middle of the world";
  EXPECT_LT(beside.m(-2), -1);
  EXPECT_NEAR(beside.spread, 1, .3);
}

/// Forty invented puzzles, plays of some of them.
struct Small {
  Collection collection = invented_collection(40, 4, 3);
  PlayTable table{};

  explicit Small(int played) {
    table.puzzles = played;
    table.features = collection.features.topRows(played);
    table.words.assign(collection.words.begin(), collection.words.begin() + played);
    for (int f = 0; f < 4; ++f) table.feature_names.push_back(std::to_string(f));
    for (int j = 0; j < 40; ++j) collection.number.push_back(j < played ? j : -1);
  }
  void play(int person, int puzzle, double seconds, bool solved = true) {
    table.persons = std::max(table.persons, person + 1);
    const auto moment = static_cast<std::int64_t>(table.plays.size());
    table.plays.push_back({person, puzzle, seconds, solved, 0, 30, moment});
  }
};

/// Everything that is said of any puzzle is a number in its range, and puzzles that nobody played keep their order.
void expect_sane(const Small& small, const std::string& what) {
  for (const Measure measure : {Measure::time, Measure::failure}) {
    const AnchoredModel fit = fit_anchored(small.table, small.collection, measure);
    const BRange range = range_of(measure);
    double last_index = -1e9, last_value = -1e9;
    std::vector<std::pair<double, double>> unplayed;
    for (std::size_t j = 0; j < small.collection.words.size(); ++j) {
      const VectorXd features = small.collection.features.row(static_cast<Eigen::Index>(j)).transpose();
      const Estimate said = fit.cold(small.collection.words[j], features);
      ASSERT_TRUE(std::isfinite(said.value) && std::isfinite(said.standard_error)) << what;
      EXPECT_GE(said.value, range.low) << what;
      EXPECT_LE(said.value, range.high) << what;
      EXPECT_GT(said.standard_error, 0) << what;
      unplayed.emplace_back(small.collection.words[j].index, said.value);
    }
    for (int j = 0; j < small.table.puzzles; ++j) ASSERT_TRUE(std::isfinite(fit.played(j).value)) << what;
    if (fit.gates.corrections > 0) continue;
    std::ranges::sort(unplayed);
    for (const auto& [index, value] : unplayed) {
      if (index > last_index) {
        EXPECT_GE(value, last_value - 1e-9) << what;
      }
      last_index = index;
      last_value = value;
    }
  }
}

TEST(LittleData, FromNoPlaysToEleven) {
  for (const int plays : {0, 1, 9, 10, 11}) {
    Small small(12);
    small.table.persons = 1;
    Rng rng(5, static_cast<std::uint64_t>(plays));
    for (int k = 0; k < plays; ++k) small.play(k % 3, k % 12, 60 * std::exp(rng.normal()), k % 4 != 3);
    expect_sane(small, std::to_string(plays) + " plays");
  }
}

TEST(LittleData, PlaysThatTellHardlyAnything) {
  using Fill = std::function<void(Small&)>;
  const auto all = [](const std::function<void(Small&, int, int)>& one) {
    return [one](Small& small) {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < small.table.puzzles; ++j) one(small, i, j);
    };
  };
  const std::pair<const char*, Fill> kinds[] = {
      {"one player",
       [](Small& s) {
         for (int j = 0; j < 12; ++j) s.play(0, j, 30 + j);
       }},
      {"one puzzle",
       [](Small& s) {
         for (int i = 0; i < 36; ++i) s.play(i, 0, 30 + i);
       }},
      {"the same again and again",
       [](Small& s) {
         for (int k = 0; k < 36; ++k) s.play(0, 0, 30);
       }},
      {"give-ups", all([](Small& s, int i, int j) { s.play(i, j, 100, false); })},
      {"one time", all([](Small& s, int i, int j) { s.play(i, j, 60); })},
      {"no time", all([](Small& s, int i, int j) { s.play(i, j, 1e-9); })},
      {"an age", all([](Small& s, int i, int j) { s.play(i, j, 1e12); })},
      {"both", all([](Small& s, int i, int j) { s.play(i, j, (i + j) % 2 == 0 ? 1e-9 : 1e12); })},
      {"no features", all([](Small& s, int i, int j) {
         s.table.features.setConstant(missing);
         s.collection.features.setConstant(missing);
         s.play(i, j, 40 + 5 * j);
       })},
      {"a silent genre", all([](Small& s, int i, int j) {
         for (PriorWord& word : s.table.words) word = {};
         for (PriorWord& word : s.collection.words) word = {};
         s.play(i, j, 40 + 5 * j);
       })},
  };
  for (const auto& [what, fill] : kinds) {
    Small small(12);
    fill(small);
    expect_sane(small, what);
  }
}

/// One more play at a time: what is said of puzzles that nobody has played moves by steps, never by leaps.
void expect_no_leaps(PriorWorld world, double roughest) {
  const Collection collection = invented_collection(26, 2, 8);
  const auto whole = simulate_prior_world(collection, {.world = world, .plays = 40}, 12, 1);
  ASSERT_GE(whole.times.plays.size(), 36u);
  std::vector<char> played(collection.words.size(), 0);
  for (const int j : whole.played) played[static_cast<std::size_t>(j)] = 1;
  VectorXd last;
  for (std::size_t plays = 5; plays <= whole.times.plays.size(); ++plays) {
    PlayTable table = whole.times;
    table.plays = in_time_order(table.plays);
    table.plays.resize(plays);
    const AnchoredModel fit = fit_anchored(table, collection, Measure::time);
    VectorXd said(static_cast<Eigen::Index>(collection.words.size()));
    for (Eigen::Index j = 0; j < said.size(); ++j)
      said[j] = fit.cold(collection.words[static_cast<std::size_t>(j)], collection.features.row(j).transpose()).value;
    std::vector<std::pair<double, double>> unplayed;
    double step = 0, mean = 0;
    for (Eigen::Index j = 0; j < said.size(); ++j) {
      if (played[static_cast<std::size_t>(j)]) continue;
      unplayed.emplace_back(collection.words[static_cast<std::size_t>(j)].index, said[j]);
      if (last.size() > 0) mean += said[j] - last[j];
    }
    mean /= static_cast<double>(unplayed.size());
    // The level may move as a whole: that turns nobody's order over.
    for (Eigen::Index j = 0; j < said.size() && last.size() > 0; ++j)
      if (!played[static_cast<std::size_t>(j)]) step = std::max(step, std::abs(said[j] - last[j] - mean));
    EXPECT_LE(step, roughest) << name(world) << ", play " << plays;
    last = said;
    if (fit.gates.corrections > 0) continue;
    std::ranges::sort(unplayed);
    for (std::size_t k = 1; k < unplayed.size(); ++k)
      EXPECT_GE(unplayed[k].second, unplayed[k - 1].second - 1e-9) << name(world) << ", play " << plays;
  }
}

TEST(LittleData, FromFiveToFortyPlaysNothingLeaps) {
  expect_no_leaps(PriorWorld::exact, .1);
  expect_no_leaps(PriorWorld::good, .4);
  expect_no_leaps(PriorWorld::useless, 1);
}

TEST(LittleData, WhereTheSlopeIsNotKnownPracticeIsNotEither) {
  // Everybody gets better while the puzzles get harder, and the genre is wrong about how much harder: yes and no alone
  // can hardly tell the two apart, and must say so.
  double squares = 0;
  constexpr int runs = 12;
  for (std::uint64_t item = 0; item < runs; ++item) {
    const Collection collection = invented_collection(120, 4, 900 + item);
    const PriorWorldOrder order{.world = PriorWorld::steep, .choice = PuzzleChoice::easiest, .plays = 600};
    const auto world = simulate_prior_world(collection, order, 47, item);
    const AnchoredModel fit = fit_anchored(world.outcomes, collection, Measure::failure);
    squares += std::pow((fit.practice - 2 * world.practice) / fit.practice_se, 2);
  }
  EXPECT_LE(squares / runs, 2.5) << "1 is right";
}

TEST(LittleData, WhereTheGenreIsRightItsSlopeIsKept) {
  // Chance takes small steps of the slope; outside the range that was played they would be multiplied.
  double own = 0, levelled = 0;
  for (std::uint64_t item = 0; item < 12; ++item) {
    const Collection collection = invented_collection(120, 6, 700 + item);
    const PuzzleChoice choice = item % 2 == 0 ? PuzzleChoice::easiest : PuzzleChoice::near_own_level;
    const auto world =
        simulate_prior_world(collection, {.world = PriorWorld::exact, .choice = choice, .plays = 400}, 41, item);
    const AnchoredModel fit = fit_anchored(world.times, collection, Measure::time);
    double shift = 0, outside = 0, model_error = 0, level_error = 0;
    for (std::size_t k = 0; k < world.played.size(); ++k)
      shift += fit.b[static_cast<Eigen::Index>(k)] - fit.prior_b(world.times.words[k]);
    shift /= static_cast<double>(world.played.size());
    const double practised = fit.practice * fit.typical_practice;
    for (std::size_t j = 0; j < collection.words.size(); ++j) {
      const PriorWord& word = collection.words[j];
      if (fit.basis.anchor.m(word.index) <= fit.basis.highest[0]) continue;
      const auto at = static_cast<Eigen::Index>(j);
      const double truth = world.time_b[at];
      model_error += std::pow(fit.cold(word, collection.features.row(at).transpose()).value + practised - truth, 2);
      level_error += std::pow(fit.prior_b(word) + shift + practised - truth, 2);
      outside += 1;
    }
    ASSERT_GT(outside, 10);
    own += model_error / outside;
    levelled += level_error / outside;
  }
  EXPECT_LE(std::sqrt(own / levelled), 1.1);
}

}  // namespace
}  // namespace nazo::model
