#include "genres/shisen/bench.hpp"

#include "genres/shisen/analyse/space.hpp"
#include "genres/shisen/generate/generate.hpp"
#include "genres/shisen/solve/field.hpp"
#include "genres/shisen/solve/solve.hpp"
#include "genres/shisen/text/text.hpp"

namespace nazo::shisen {

namespace {

/// Nodes for deciding so many shuffled boards with four tiles of each kind.
std::uint64_t decide_boards(int width, int height, Border border, std::uint64_t count) {
  BoardPlan plan{.width = width, .height = height, .border = border};
  for (int left = width * height; left > 0; left -= plan.copies.back()) plan.copies.push_back(left < 4 ? left : 4);
  std::uint64_t nodes = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Rng rng(1, i);
    nodes += decide(Field(shuffled_board(plan, rng)), {}).nodes;
  }
  return nodes;
}

std::uint64_t explore_figure(Border border) {
  const auto board = read_position(figure_one(), border);
  const auto counts = explore_space(*board, {});
  return counts ? counts->states : 0;
}

}  // namespace

const char* figure_one() {
  return "12 10 2 7 8 4 1 12 15 6\n7 4 5 6 3 4 6 1 2 7\n3 2 7 1 8 9 10 10 11 3\n9 11 12 13 11 13 13 1 5 9\n13 5 14 11 "
         "4 12 14 14 14 9\n5 15 2 10 8 15 15 3 6 8\n";
}

std::vector<BenchTask> bench_tasks() {
  return {{"decide-10x6", [] { return decide_boards(10, 6, Border::outside, 2000); }},
          {"decide-18x8", [] { return decide_boards(18, 8, Border::outside, 60); }},
          {"decide-18x8-inside", [] { return decide_boards(18, 8, Border::inside, 200); }},
          {"space-figure-1-inside", [] { return explore_figure(Border::inside); }}};
}

}  // namespace nazo::shisen
