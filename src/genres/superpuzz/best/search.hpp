// `best`: depth-first search over frozen and floating states, with a dead-end test, and restarts that lose nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "genres/superpuzz/best/expand.hpp"
#include "genres/superpuzz/rules.hpp"
#include "search/space.hpp"

namespace nazo::superpuzz::best {

/// How a search went. The path leads from the start to a won position by real steps.
struct Outcome : search::Report {
  std::vector<Step> solution{};
  Counts tests{};
  std::uint64_t restarts = 0;
  std::uint64_t reopened = 0;  ///< states expanded again after a restart
};

struct Settings {
  std::uint64_t seed = 1;
  std::uint64_t restart_unit = 2000;  ///< states; the n-th run lasts this many times the n-th number of Luby's sequence
};

[[nodiscard]] Outcome search(const Position& start, const Budget& budget, const Settings& settings = {});

}  // namespace nazo::superpuzz::best
