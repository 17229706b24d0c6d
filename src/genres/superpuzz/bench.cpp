#include "genres/superpuzz/bench.hpp"

#include "genres/superpuzz/analyse/paper.hpp"
#include "genres/superpuzz/generate/generate.hpp"
#include "genres/superpuzz/solve/best/search.hpp"

namespace nazo::superpuzz {

namespace {

std::uint64_t best_nodes(int columns, std::uint64_t deals, std::uint64_t nodes_each) {
  std::uint64_t nodes = 0;
  for (std::uint64_t i = 0; i < deals; ++i)
    nodes += best::search(random_deal(columns, 1, i), {.nodes = nodes_each}).nodes;
  return nodes;
}

}  // namespace

std::vector<BenchTask> bench_tasks() {
  return {
      {"best-9", [] { return best_nodes(9, 30, Budget::unlimited); }},
      {"best-13", [] { return best_nodes(13, 12, 100'000); }},
      {"priority-1-7",
       [] {
         std::uint64_t nodes = 0;
         for (std::uint64_t i = 0; i < 10; ++i)
           nodes +=
               search_plainly(random_deal(7, 1, i), Strategy::priority_1, Rows::told_apart, {.nodes = 50'000}).nodes;
         return nodes;
       }},
      {"breadth-5",
       [] {
         std::uint64_t nodes = 0;
         for (std::uint64_t i = 0; i < 20; ++i)
           nodes += search_plainly(random_deal(5, 1, i), Strategy::breadth, Rows::alike, {}).nodes;
         return nodes;
       }},
  };
}

}  // namespace nazo::superpuzz
