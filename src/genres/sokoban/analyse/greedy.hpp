// A solution seen by a greedy player, who wants every push to bring the boxes nearer to the goals.
#pragma once

#include <optional>

#include "base/budget.hpp"
#include "genres/sokoban/analyse/trace.hpp"
#include "genres/sokoban/rules/rules.hpp"

namespace nazo::sokoban {

struct GreedyView {
  /// Pushes that raise the lower bound of what is left: the boxes are further from the goals than before.
  int counter_pushes = 0;
  /// How far the solution departs from the greedy player's. Before each of its pushes he looks at all pushes that can
  /// be made and would try those first after which the least bound is left (never one that makes the level unsolvable
  /// by that bound). A push before which he would try k others surprises by log2(1 + k); this is the mean over all
  /// pushes. 0: he solves it without thinking.
  double surprise = 0;
};

/// Nothing if the bound could not be worked out within what the meter allows.
[[nodiscard]] std::optional<GreedyView> greedy_view(const Level& level, const Trace& trace, Meter& meter);

}  // namespace nazo::sokoban
