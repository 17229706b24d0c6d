// The fixed work list of `nazo bench`: each task returns a count that is the same on every machine.
#include "genres/nonogram/bench.hpp"
#include "base/hash.hpp"
#include "base/rng.hpp"
#include "genres/nonogram/analyse/features.hpp"
#include "genres/nonogram/generate/generate.hpp"
#include "genres/nonogram/solve/line.hpp"
#include "genres/nonogram/solve/solve.hpp"

namespace nazo::nonogram {

namespace {

/// A picture of the generator that lines alone solve.
Clues line_solvable(int side, std::uint64_t index) {
  RandomPicture wanted;
  wanted.width = wanted.height = side;
  for (std::uint32_t attempt = 0;; ++attempt) {
    const Picture picture = random_picture(wanted, 2017, index, attempt);
    if (nonogram::line_solvable(picture)) return clues_of(picture);
  }
}

std::uint64_t line_solves() {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const int length = 10 + static_cast<int>(i % 53);
    const Word64 cells = first_bits<Word64>(length), picture = mix64(i) & cells, known = mix64(~i) & cells;
    const auto can = possible<Word64>(Rule::of_cells(picture, length), picture & known, ~picture & known & cells);
    sum += static_cast<std::uint64_t>(bits_in(can.black) + bits_in(can.white));
  }
  return sum;
}

std::uint64_t steps_of_trials(int side, std::uint64_t count) {
  const TrialSums sums = *run_trials(line_solvable(side, 1), EdgeBlack::printed, 1, 0, count, Meter({}));
  std::uint64_t steps = 0;
  for (std::size_t t = 0; t < sums.by_steps.size(); ++t) steps += sums.by_steps[t].trials * t;
  return steps;
}

std::uint64_t nodes_of_search(int side, double density, std::uint64_t count) {
  RandomPicture wanted{side, side, density, 0, Symmetry::none};
  std::uint64_t nodes = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Clues clues = clues_of(random_picture(wanted, 2018, i, 0));
    nodes += solve(clues, Marks(side, side), Wanted::unique, {}).nodes;
  }
  return nodes;
}

/// Of so many random pictures, those that lines alone solve.
std::uint64_t kept_of_pictures(int side, std::uint64_t packs) {
  RandomPicture wanted;
  wanted.width = wanted.height = side;
  std::uint64_t kept = 0;
  for (std::uint64_t i = 0; i < packs; ++i) {
    std::vector<Picture> pictures;
    for (std::uint32_t attempt = 0; attempt < 16; ++attempt) pictures.push_back(random_picture(wanted, 1, i, attempt));
    for (const bool solvable : line_solvable(pictures)) kept += solvable;
  }
  return kept;
}

}  // namespace

std::vector<BenchTask> bench_tasks() {
  return {
      {"line solver, 200,000 lines", line_solves},
      {"trials 15x15, 10,000", [] { return steps_of_trials(15, 10'000); }},
      {"trials 20x20, 10,000", [] { return steps_of_trials(20, 10'000); }},
      {"uniqueness, 200 random 25x25", [] { return nodes_of_search(25, 0.5, 200); }},
      {"generator, 16,000 pictures of 15x15", [] { return kept_of_pictures(15, 1'000); }},
  };
}

}  // namespace nazo::nonogram
