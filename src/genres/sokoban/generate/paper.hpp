// The generator of Murase, Matsubara and Hiraga (1998), step by step: outline from parts, goals, boxes, keeper; solve;
// throw away what needs no detour, 3 box changes or fewer, or 6 pushes or fewer. Optionally repairs what it would throw
// away.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/rng.hpp"
#include "genres/sokoban/generate/outline.hpp"
#include "genres/sokoban/rules/small.hpp"
#include "genres/sokoban/solve/check.hpp"
#include "genres/sokoban/solve/field_solution.hpp"

namespace nazo::sokoban {

struct PaperOrder {
  Plan plan{};
  const PartSet* parts = &parts_a();
  int boxes = 3;
  bool repair = false;  ///< mend a level that would be thrown away by small changes (the paper's wish)
};

/// What became of one loop, in the words of the paper's table 1.
enum class PaperEnd {
  failed,  ///< no square was left for a goal or a box
  unsolvable,
  too_large,  ///< more states than we are ready to look at; the paper has no such case
  no_detour,  ///< solvable, but thrown away
  few_changes,
  few_pushes,
  kept,
  repaired  ///< kept after a repair
};
[[nodiscard]] std::string_view name(PaperEnd end);

template <class G>
struct PaperLevel {
  Limit limit = Limit::none;  ///< memory: something was too large for it; else the loop was cut, and has no end
  PaperEnd end = PaperEnd::failed;
  PaperEnd before_repair = PaperEnd::failed;
  Small<G> level{};
  Measures measures{};
  std::vector<Push> pushes{};
};

/// One loop of the experiment, within what the meter allows.
template <class G>
[[nodiscard]] PaperLevel<G> paper_loop(const PaperOrder& order, Rng& rng, Meter& meter);

extern template PaperLevel<Grid6> paper_loop<Grid6>(const PaperOrder&, Rng&, Meter&);
extern template PaperLevel<Grid8> paper_loop<Grid8>(const PaperOrder&, Rng&, Meter&);
extern template PaperLevel<Grid10> paper_loop<Grid10>(const PaperOrder&, Rng&, Meter&);

}  // namespace nazo::sokoban
