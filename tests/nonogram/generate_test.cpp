// The generator and the repair of pictures.
#include "genres/nonogram/generate/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "base/parallel.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"
#include "genres/nonogram/genre.hpp"
#include "genres/nonogram/solve/solve.hpp"
#include "nonogram/data.hpp"
#include "puzzle/critique.hpp"

namespace nazo::nonogram {
namespace {

Options options(const std::map<std::string, std::string>& given) {
  const auto made = Options::make(nonogram_genre().facts().options, given);
  EXPECT_TRUE(made) << (made ? "" : made.error().text());
  return made ? *made : Options{};
}

int black_cells(const Picture& p) {
  const std::string text = p.text();
  return static_cast<int>(std::ranges::count(text, '#'));
}

TEST(NonogramGenerate, DensityAndSymmetryAreMet) {
  const std::pair<Symmetry, std::vector<unsigned>> symmetries[] = {
      {Symmetry::left_right, {1}}, {Symmetry::top_bottom, {2}},         {Symmetry::both, {1, 2, 3}},
      {Symmetry::half_turn, {3}},  {Symmetry::quarter_turn, {3, 5, 6}}, {Symmetry::diagonal, {4}}};
  for (const int smooth : {0, 1, 3})
    for (const double density : {0.2, 0.5, 0.75}) {
      const Picture plain = random_picture({13, 13, density, smooth, Symmetry::none}, 1, 2, 3);
      EXPECT_NEAR(black_cells(plain), std::round(169 * density), 1);
      EXPECT_EQ(plain, random_picture({13, 13, density, smooth, Symmetry::none}, 1, 2, 3));
      EXPECT_NE(plain, random_picture({13, 13, density, smooth, Symmetry::none}, 1, 2, 4));
      for (const auto& [symmetry, kept] : symmetries) {
        const Picture p = random_picture({13, 13, density, smooth, symmetry}, 1, 2, 3);
        EXPECT_NEAR(black_cells(p), 169 * density, 4);
        for (const unsigned s : kept) EXPECT_EQ(transformed(p, s), p) << s;
      }
    }
}

TEST(NonogramGenerate, EveryPuzzleIsWhatWasOrdered) {
  const Genre& genre = nonogram_genre();
  for (const auto& given : {std::map<std::string, std::string>{{"size", "12x9"}},
                            {{"size", "10"}, {"symmetry", "quarter-turn"}},
                            {{"size", "20x20"}, {"smooth", "2"}},
                            {{"size", "9x9"}, {"level", "probes"}, {"density", "0.4"}},
                            {{"size", "8x8"}, {"level", "unique"}, {"density", "0.35"}, {"smooth", "0"}}}) {
    const Options opts = options(given);
    for (std::uint64_t index = 0; index < 10; ++index) {
      const auto batch = genre.generate({.options = opts, .seed = 3, .index = index}, {});
      ASSERT_TRUE(batch) << batch.error().text();
      ASSERT_FALSE(batch->candidates.empty());
      const Candidate& made = batch->candidates.back();
      const auto report = genre.check(made.puzzle, opts, {});
      EXPECT_TRUE(report->valid());
      const auto verdict = genre.solve(made.puzzle, opts, {});
      EXPECT_EQ(verdict->solution, made.solution);
      EXPECT_EQ(*verdict->notes.find("unique")->boolean(), true);
      if (!given.contains("level")) {
        EXPECT_EQ(*verdict->notes.find("technique")->string(), "lines");
      }
      EXPECT_EQ(*made.features.find("line_solvable"), *verdict->notes.find("line_solvable"));
    }
  }
}

TEST(NonogramGenerate, PicturesInLockstepEqualPicturesAlone) {
  int solvable = 0, not_solvable = 0;
  for (const auto& [width, height] :
       {std::pair{15, 15}, {1, 1}, {30, 7}, {6, 30}, {31, 9}, {20, 62}, {63, 5}, {25, 25}})
    for (const double density : {0.05, 0.4, 0.5, 0.65, 0.95})
      for (const int smooth : {0, 1}) {
        std::vector<Picture> pictures;
        for (std::uint32_t i = 0; i < 37; ++i)
          pictures.push_back(random_picture({width, height, density, smooth, Symmetry::none}, 8, 0, i));
        const auto together = line_solvable(pictures);
        ASSERT_EQ(together.size(), pictures.size());
        for (std::size_t i = 0; i < pictures.size(); ++i) {
          ASSERT_EQ(together[i], line_solvable(pictures[i])) << pictures[i].text();
          (together[i] ? solvable : not_solvable) += 1;
        }
      }
  EXPECT_GT(solvable, 500);
  EXPECT_GT(not_solvable, 500);
}

TEST(NonogramGenerate, ImpossibleOrdersEnd) {
  const Genre& genre = nonogram_genre();
  const auto batch =
      genre.generate({.options = options({{"size", "30x30"}, {"density", "0.3"}, {"smooth", "0"}, {"attempts", "50"}}),
                      .seed = 1,
                      .index = 0},
                     {});
  ASSERT_TRUE(batch);
  EXPECT_TRUE(batch->candidates.empty());
  ASSERT_FALSE(batch->rejected.empty());
  EXPECT_EQ(batch->rejected.front().second, 50u);
  for (const auto& bad : {std::map<std::string, std::string>{{"size", "0x0"}},
                          {{"size", "200x3"}},
                          {{"size", "axb"}},
                          {{"size", "4x5x6"}},
                          {{"size", "5x4"}, {"symmetry", "diagonal"}},
                          {{"picture", "no such file"}},
                          {{"picture", "####/####"}}})
    EXPECT_FALSE(genre.generate({.options = options(bad), .seed = 1, .index = 0}, {})) << bad.begin()->second;
}

std::optional<Repaired> repaired_freely(const Traced& traced, Level level) {
  Meter meter({});
  return repaired(traced, level, meter);
}

/// The fewest changes by trying all sets of up to `most` cells.
std::size_t fewest_by_force(const Picture& p, std::size_t most) {
  if (line_solvable(p)) return 0;
  const int cells = p.width() * p.height();
  Picture q = p;
  const auto flip = [&](int c) { q.flip(c / p.width(), c % p.width()); };
  for (std::size_t count = 1; count <= most; ++count) {
    const std::function<bool(int, std::size_t)> search = [&](int from, std::size_t left) {
      if (left == 0) return line_solvable(q);
      for (int c = from; c < cells; ++c) {
        flip(c);
        const bool found = search(c + 1, left - 1);
        flip(c);
        if (found) return true;
      }
      return false;
    };
    if (search(0, count)) return count;
  }
  return most + 1;
}

TEST(NonogramGenerate, RepairsByTheFewestChanges) {
  std::array<int, 4> seen{};
  for (int i = 0; i < 60; ++i) {
    const Picture p = random_picture({6, 6, 0.3, 0, Symmetry::none}, 4, static_cast<std::uint64_t>(i), 0);
    const auto repair = repaired_freely(traced(p), Level::lines);
    ASSERT_TRUE(repair);
    EXPECT_TRUE(line_solvable(repair->picture));
    Picture back = repair->picture;
    for (const Cell& cell : repair->changed) back.flip(cell.row - 1, cell.column - 1);
    EXPECT_EQ(back, p) << "says exactly which cells were changed";
    const std::size_t fewest = fewest_by_force(p, 3);
    if (repair->fewest) {
      EXPECT_EQ(repair->changed.size(), fewest) << p.text();
    }
    EXPECT_GE(repair->changed.size(), fewest);
    if (fewest <= 3) ++seen[fewest];
    EXPECT_TRUE(repair->fewest || repair->changed.size() > 3);
  }
  EXPECT_GT(seen[1], 3);
  EXPECT_GT(seen[2], 3);
}

TEST(NonogramGenerate, RepairsForUniquenessOnly) {
  for (int i = 0; i < 10; ++i) {
    const Picture p = random_picture({8, 8, 0.35, 0, Symmetry::none}, 5, static_cast<std::uint64_t>(i), 0);
    const auto repair = repaired_freely(traced(p), Level::unique);
    ASSERT_TRUE(repair);
    const Clues clues = clues_of(repair->picture);
    EXPECT_EQ(solve(clues, Marks(8, 8), Wanted::unique, {}).unique(), true);
    const auto stricter = repaired_freely(traced(p), Level::lines);
    EXPECT_LE(repair->changed.size(), stricter->changed.size() + 1);
  }
}

TEST(NonogramGenerate, PicturesBecomePuzzles) {
  const Genre& genre = nonogram_genre();
  const Options opts = options({{"rows", "##./#.#/.##"}});
  const auto batch = genre.generate({.options = opts, .seed = 1, .index = 0}, {});
  ASSERT_TRUE(batch) << batch.error().text();
  ASSERT_EQ(batch->candidates.size(), 1u);
  const Candidate& made = batch->candidates.front();
  EXPECT_EQ(made.puzzle.notes.find("changed")->items()->size(), 1u);
  EXPECT_EQ(*made.puzzle.notes.find("fewest")->boolean(), true);
  EXPECT_TRUE(genre.check(made.puzzle, opts, {})->valid());
  EXPECT_TRUE(genre.generate({.options = opts, .seed = 1, .index = 1}, {})->candidates.empty())
      << "the same picture again";
  // A file's bytes, however they are written.
  for (const std::string bytes : {"##.\n#.#\n.##\n", "P1\n3 3\n110 101 011\n"}) {
    const auto same = genre.generate({.options = options({{"picture", bytes}}), .seed = 1, .index = 0}, {});
    ASSERT_TRUE(same) << same.error().text();
    EXPECT_EQ(same->candidates.front().puzzle.text, made.puzzle.text);
  }
  EXPECT_EQ(
      genre.generate({.options = options({{"picture", "P1\n3 3\n11x\n"}}), .seed = 1, .index = 0}, {}).error().file,
      "--picture");
  EXPECT_FALSE(
      genre.generate({.options = options({{"picture", "#./.#"}, {"rows", "#./.#"}}), .seed = 1, .index = 0}, {}))
      << "one picture is enough";
}

TEST(NonogramGenerate, RepairStopsAtTheBudget) {
  Meter meter({.nodes = 100}, 1);
  EXPECT_FALSE(repaired(traced(random_picture({20, 20, 0.3, 0, Symmetry::none}, 1, 0, 0)), Level::lines, meter));
  EXPECT_EQ(meter.limit(), Limit::nodes);
}

/// With less and less to spend, an item is what it is without limits, or says what ran out; the same each time.
TEST(NonogramGenerate, ItemsThatWereCutSaySo) {
  const Genre& genre = nonogram_genre();
  for (const auto& given :
       {std::map<std::string, std::string>{{"size", "10x10"}, {"level", "unique"}, {"density", "0.4"}, {"smooth", "0"}},
        {{"size", "12x12"}, {"density", "0.4"}},
        {{"rows", "#..#.#..#./.#..#..#.#/#.#..##.../..#.#...##"}, {"level", "unique"}},
        {{"rows", "#..#.#..#./.#..#..#.#/#.#..##.../..#.#...##"}}}) {
    const Options opts = options(given);
    const Order order{.options = opts, .seed = 3, .index = 0};
    const auto whole = genre.generate(order, {});
    ASSERT_TRUE(whole) << whole.error().text();
    EXPECT_EQ(whole->limit, Limit::none);
    ASSERT_FALSE(whole->candidates.empty());
    int cut = 0, same = 0;
    for (std::uint64_t nodes = 1; nodes < 100'000; nodes *= 2) {
      const auto part = genre.generate(order, {.budget = {.nodes = nodes}});
      const auto again = genre.generate(order, {.budget = {.nodes = nodes}});
      ASSERT_TRUE(part && again);
      EXPECT_EQ(part->limit, again->limit);
      EXPECT_EQ(part->rejected, again->rejected);
      EXPECT_EQ(part->candidates.size(), again->candidates.size());
      if (part->limit != Limit::none) {
        EXPECT_EQ(part->limit, Limit::nodes);
        ++cut;
        continue;
      }
      ++same;
      ASSERT_EQ(part->candidates.size(), whole->candidates.size());
      EXPECT_EQ(part->candidates.front().puzzle.text, whole->candidates.front().puzzle.text);
      EXPECT_EQ(part->candidates.front().features, whole->candidates.front().features);
    }
    EXPECT_GT(cut, 0);
    EXPECT_GT(same, 0);
  }
}

/// Two cells on a diagonal with empty edges: to cut those off leaves two solutions.
TEST(NonogramCritique, WhatMendsNothingIsNotOfferedAsARepair) {
  const auto codes = [](const std::string& text) {
    const Genre& genre = nonogram_genre();
    const auto puzzles = genre.parse(text, "", options({}));
    EXPECT_TRUE(puzzles);
    const auto critique = critique_verified(genre, puzzles->front(), Closeness::repairs, options({}), {});
    EXPECT_TRUE(critique);
    std::vector<std::string> all;
    for (const Repair& repair : critique->repairs) all.push_back(repair.code);
    return all;
  };
  const auto doubtful = codes("width 3\nheight 3\n\nrows\n1\n1\n0\n\ncolumns\n1\n1\n0\n\ngoal \"100010000\"\n");
  EXPECT_EQ(std::ranges::count(doubtful, "crop"), 0);
  EXPECT_EQ(std::ranges::count(doubtful, "unique_by_cells"), 1);
  EXPECT_EQ(codes("width 3\nheight 3\n\nrows\n2\n2\n0\n\ncolumns\n2\n2\n0\n\ngoal \"110110000\"\n"),
            std::vector<std::string>{"crop"});
}

}  // namespace
}  // namespace nazo::nonogram
