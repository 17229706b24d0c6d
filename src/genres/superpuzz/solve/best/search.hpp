// `best`: depth-first search with persistent sets and a dead-end test, and restarts that lose nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "genres/superpuzz/rules/rules.hpp"
#include "genres/superpuzz/solve/best/expand.hpp"
#include "genres/superpuzz/solve/best/seen.hpp"
#include "search/space.hpp"

namespace nazo::superpuzz::best {

/// How a search went. `nodes` are the states generated, on forced ways too; limits count states expanded.
struct Outcome : search::Report {
  std::vector<Step> solution{};  ///< real steps, from the start to a won table
  Counts counts{};
  std::uint64_t stored = 0;  ///< states in the closed set
  std::uint64_t restarts = 0;
  std::uint64_t reopened = 0;  ///< states expanded again after a restart
};

struct Settings {
  std::uint64_t seed = 1;
  /// Threads that search together. What can be won does not depend on it; which solution is found does, and on chance.
  unsigned together = 1;
  std::uint64_t restart_unit = 200;  ///< states; the n-th run lasts this many times the n-th number of Luby's sequence
};

[[nodiscard]] Outcome search(const Position& start, const Budget& budget, const Settings& settings = {});

}  // namespace nazo::superpuzz::best
