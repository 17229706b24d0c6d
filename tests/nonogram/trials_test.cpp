// The trials: against exact expectations, against a slow version on the same streams, and against pinned values.
#include "genres/nonogram/analyse/trials.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"
#include "genres/nonogram/analyse/features.hpp"
#include "genres/nonogram/generate/generate.hpp"
#include "genres/nonogram/genre.hpp"
#include "nonogram/data.hpp"
#include "nonogram/oracle.hpp"

namespace nazo::nonogram {
namespace {

TrialSums all_trials(const Clues& clues, EdgeBlack edge_black, std::uint64_t seed, std::uint64_t first,
                     std::uint64_t count) {
  return *run_trials(clues, edge_black, seed, first, count, Meter({}));
}

oracle::Grid grid(std::string_view text) {
  oracle::Grid out(1);
  for (const char c : text)
    if (c == '/' || c == '\n') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  return out;
}

struct Pinned {
  const char* picture;
  std::size_t boards;
  double mean, variance;
  std::array<double, 7> rates;
  double inner, full;  ///< of h3
};

const Pinned pinned[] = {
    {"#./..", 7, 3, 0, {1 / 2., 1 / 6., 1 / 3., 0, 0, 1 / 24., 0}, 0, 0},
    {"##/#.", 7, 3, 0, {1 / 2., 1 / 3., 1 / 6., 1 / 8., 0, 1 / 6., 0}, 0, 1 / 8.},
    {".#./###/.#.",
     23,
     14 / 3.,
     2 / 9.,
     {58 / 135., 11 / 60., 133 / 540., 43 / 540., 0, 133 / 540., 0},
     13 / 180.,
     43 / 540.},
    {"#.#/###/..#",
     31,
     2219 / 432.,
     58295 / 186624.,
     {19013 / 38880., 139183 / 466560., 16163 / 116640., 49631 / 466560., 0, 72587 / 466560., 0},
     563 / 38880.,
     11621 / 93312.},
    {"###/#../#.#",
     32,
     29 / 6.,
     5 / 36.,
     {4379 / 8640., 4163 / 10368., 1171 / 8640., 869 / 12960., 0, 1621 / 8640., 0},
     -1,
     -1},
    {"#.##/####/.##./..#.",
     228,
     1198061 / 155520.,
     .9697205060,
     {.448973405, .196272470, .107297596, .144365416, 18017581 / 3483648000., .099652008, 18017581 / 3483648000.},
     .025266563,
     .149812630},
};

TEST(NonogramTrials, TheLiteralRecursionGivesThePinnedExpectations) {
  for (const Pinned& p : pinned) {
    const auto exact = oracle::exact_trials(grid(p.picture), 'p');
    EXPECT_EQ(exact.boards, p.boards) << p.picture;
    EXPECT_NEAR(exact.mean(), p.mean, 1e-9) << p.picture;
    EXPECT_NEAR(exact.variance(), p.variance, 1e-9) << p.picture;
    for (std::size_t way = 0; way < 7; ++way)
      EXPECT_NEAR(exact.rates[way], p.rates[way], 1e-9) << p.picture << " way " << way;
    if (p.inner < 0) continue;
    EXPECT_NEAR(oracle::exact_trials(grid(p.picture), 'i').rates[3], p.inner, 1e-9) << p.picture;
    EXPECT_NEAR(oracle::exact_trials(grid(p.picture), 'f').rates[3], p.full, 1e-9) << p.picture;
  }
}

TEST(NonogramTrials, SamplesComeCloseToTheExpectations) {
  constexpr std::uint64_t trials = 200'000;
  for (const Pinned& p : pinned) {
    const Clues clues = clues_of(picture(p.picture));
    const auto figures = figures_of(all_trials(clues, EdgeBlack::printed, 5, 0, trials), clues.lines());
    EXPECT_NEAR(figures.mean, p.mean, 5 * std::sqrt(p.variance / trials) + 1e-12) << p.picture;
    EXPECT_NEAR(figures.variance, p.variance, 0.02) << p.picture;
    for (std::size_t way = 0; way < 7; ++way)
      EXPECT_NEAR(figures.rate[way], p.rates[way], 0.002) << p.picture << " way " << way;
    if (p.inner < 0) continue;
    EXPECT_NEAR(figures_of(all_trials(clues, EdgeBlack::inner, 5, 0, trials), clues.lines()).rate[3], p.inner, 0.002);
    EXPECT_NEAR(figures_of(all_trials(clues, EdgeBlack::full, 5, 0, trials), clues.lines()).rate[3], p.full, 0.002);
  }
}

/// A trial exactly as defined: every line looked at anew at every step.
TrialSums slow_trials(const oracle::Grid& pictured, char variant, std::uint64_t seed, std::uint64_t count) {
  TrialSums sums;
  sums.by_steps.resize(pictured.size() * pictured[0].size() + 1);
  for (std::uint64_t n = 0; n < count; ++n) {
    oracle::Board board(pictured);
    const std::uint64_t key = mix64(seed ^ mix64(n));
    std::array<std::uint64_t, 7> used{};
    std::uint64_t steps = 0, narrowest = 255;
    for (;;) {
      std::vector<std::size_t> choices;
      for (std::size_t i = 0; i < board.lines(); ++i)
        if (board.updatable(i)) choices.push_back(i);
      if (choices.empty()) break;
      for (int way = 0; way < 7; ++way)
        used[static_cast<std::size_t>(way)] += static_cast<std::uint64_t>(board.used(way, variant));
      narrowest = std::min<std::uint64_t>(narrowest, choices.size());
      ++steps;
      const std::size_t line = choices[(mix64(key + steps) >> 32) * choices.size() >> 32];
      board.set_line(line, oracle::line_solved(board.clue(line), board.line(line)));
    }
    EXPECT_EQ(board.cells, pictured) << "every trial ends in the same picture";
    ++sums.by_steps[steps].trials;
    for (std::size_t way = 0; way < 7; ++way) sums.by_steps[steps].updatable[way] += used[way];
    sums.narrowest += narrowest;
  }
  return sums;
}

TEST(NonogramTrials, EqualASlowVersionBitForBit) {
  int tested = 0;
  for (std::uint32_t attempt = 0; tested < 8; ++attempt) {
    RandomPicture wanted;
    wanted.width = 5 + static_cast<int>(attempt % 6);
    wanted.height = 4 + static_cast<int>(attempt % 5);
    const Picture p = random_picture(wanted, 3, attempt, 0);
    if (!line_solvable(p)) continue;
    ++tested;
    const oracle::Grid pictured = grid(p.text());
    const Clues clues = clues_of(p);
    EXPECT_EQ(all_trials(clues, EdgeBlack::printed, 11, 0, 40), slow_trials(pictured, 'p', 11, 40)) << p.text();
    EXPECT_EQ(all_trials(clues, EdgeBlack::inner, 12, 0, 15), slow_trials(pictured, 'i', 12, 15)) << p.text();
    EXPECT_EQ(all_trials(clues, EdgeBlack::full, 13, 0, 15), slow_trials(pictured, 'f', 13, 15)) << p.text();
  }
}

TEST(NonogramTrials, PinnedValuesOfTwoSurveyPuzzles) {
  const auto expect = [](const char* name, double mean, double variance, int least, int most,
                         std::array<double, 7> rates) {
    const Clues clues = survey_puzzle(name);
    const auto figures = figures_of(all_trials(clues, EdgeBlack::printed, 1, 0, 100'000), clues.lines());
    EXPECT_NEAR(figures.mean, mean, 0.0005) << name;
    EXPECT_NEAR(figures.variance, variance, 0.0005) << name;
    EXPECT_EQ(figures.least, least) << name;
    EXPECT_EQ(figures.most, most) << name;
    for (std::size_t way = 0; way < 7; ++way)
      EXPECT_NEAR(figures.rate[way], rates[way], 0.00005) << name << " way " << way;
  };
  expect("webpbn-00006", 126.935, 48.070, 97, 155, {.2586, .0114, .0184, .0528, .0526, .0308, .0542});
  expect("webpbn-00001", 25.826, 3.135, 17, 33, {.2840, .0282, .0451, .0384, .0222, .0923, .0185});
}

TEST(NonogramTrials, WideBoardsEqualTheSlowVersionToo) {
  // 64-bit words from 31 cells on, 128-bit words from 63 on.
  for (const auto& [width, height] : {std::pair{34, 5}, {5, 34}, {62, 3}, {63, 3}, {4, 70}, {126, 2}}) {
    RandomPicture wanted{width, height, 0.7, 1, Symmetry::none};
    std::uint32_t attempt = 0;
    while (!line_solvable(random_picture(wanted, 4, 0, attempt))) ASSERT_LT(++attempt, 5000u);
    const Picture p = random_picture(wanted, 4, 0, attempt);
    const oracle::Grid pictured = grid(p.text());
    EXPECT_EQ(all_trials(clues_of(p), EdgeBlack::printed, 21, 0, 3), slow_trials(pictured, 'p', 21, 3)) << width;
    EXPECT_EQ(all_trials(clues_of(p), EdgeBlack::full, 22, 0, 2), slow_trials(pictured, 'f', 22, 2)) << width;
  }
}

TEST(NonogramTrials, TurningAPuzzleLeavesItsDistribution) {
  const Clues turned = transformed(survey_puzzle("webpbn-00006"), 5);
  const auto figures = figures_of(all_trials(turned, EdgeBlack::printed, 2, 0, 20'000), turned.lines());
  EXPECT_NEAR(figures.mean, 126.935, 0.25);
  EXPECT_NEAR(figures.rate[3], .0528, .0005);
}

TEST(NonogramTrials, AnySplitAndAnyNumberOfThreadsGiveTheSameBytes) {
  const Clues clues = survey_puzzle("webpbn-00021");
  const TrialSums whole = all_trials(clues, EdgeBlack::printed, 9, 0, 3000);
  TrialSums parts;
  for (const auto& [first, count] : {std::pair{0, 1}, {1, 999}, {1000, 1700}, {2700, 300}})
    parts.merge(
        all_trials(clues, EdgeBlack::printed, 9, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count)));
  EXPECT_EQ(whole, parts);
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options, {{"trials", "40000"}, {"simulations", "100"}});
  Sheet sheet;
  sheet.clues = clues;
  const auto puzzle = genre.parse(write_non(sheet), "non", *options);
  std::string json;
  for (const unsigned threads : {1u, 2u, 7u}) {
    const auto analysis = genre.analyze(puzzle->front(), {}, *options, {.threads = threads});
    ASSERT_TRUE(analysis);
    if (json.empty()) json = analysis->features.json();
    EXPECT_EQ(analysis->features.json(), json) << threads;
  }
  EXPECT_NE(json.find("\"T_mean\":110."), std::string::npos) << json;
}

TEST(NonogramFeatures, NotLineSolvableMeansNull) {
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options);
  for (const char* text : {"##./#.#/.##", ".#./##./..#"}) {
    Sheet sheet;
    sheet.clues = clues_of(picture(text));
    const auto puzzle = genre.parse(write_non(sheet), "non", *options);
    const auto analysis = genre.analyze(puzzle->front(), {}, *options, {});
    ASSERT_TRUE(analysis);
    EXPECT_EQ(*analysis->features.find("line_solvable")->boolean(), false) << text;
    EXPECT_TRUE(analysis->features.find("T_mean")->is_null()) << text;
    EXPECT_TRUE(analysis->features.find("d_h3")->is_null()) << text;
    EXPECT_EQ(*analysis->features.find("unique")->boolean(), false) << text;
  }
}

TEST(NonogramFeatures, ThePriorFollowsTheFormula) {
  const Genre& genre = nonogram_genre();
  Value features = Value::object();
  EXPECT_FALSE(genre.prior(features).difficulty);
  features.set("width", 15).set("height", 15);
  const double by_size = *genre.prior(features).difficulty;
  features.set("probes", 1);
  EXPECT_GT(*genre.prior(features).difficulty, by_size);
  features.set("effort_total", std::exp(6.61)).set("effort_E", 500.0).set("effort_h1", 500.0);
  EXPECT_NEAR(*genre.prior(features).difficulty, 50, 1e-9);
  EXPECT_NEAR(*genre.prior(features).time, 19 * std::exp(.7 * 6.61), 1e-9);
  EXPECT_LT(*genre.prior(features).interest, 1e-3) << "two techniques in equal parts are little variety";
  features.set("effort_total", std::exp(6.61 + 0.92));
  EXPECT_NEAR(*genre.prior(features).difficulty, 84.13, 0.01);
  EXPECT_LT(*genre.prior(features).success, 0.9);
}

TEST(NonogramFeatures, OnlyWhatIsWantedIsComputed) {
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options);
  Sheet sheet;
  sheet.clues = survey_puzzle("webpbn-00023");
  const auto puzzle = genre.parse(write_non(sheet), "non", *options);
  const auto analysis = genre.analyze(puzzle->front(), {"probes"}, *options, {});
  EXPECT_EQ(*analysis->features.find("probes")->integer(), 1);
  EXPECT_EQ(*analysis->features.find("unique")->boolean(), true);
  EXPECT_EQ(analysis->features.find("T_mean"), nullptr);
}

}  // namespace
}  // namespace nazo::nonogram
