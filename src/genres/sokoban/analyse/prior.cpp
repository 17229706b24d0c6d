#include "genres/sokoban/analyse/prior.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nazo::sokoban {

namespace {

/// Values of the reference population at 0 %, 5 %, … 100 %.
using Quantiles = std::array<double, 21>;

#include "genres/sokoban/analyse/reference.inc"

/// The share of the population below a value, in per cent, by linear interpolation between the quantiles. A value that
/// several quantiles share gets the middle of them.
double percentile(const Quantiles& quantiles, double value) {
  const auto [low, high] = std::ranges::equal_range(quantiles, value);
  const auto place = [&](auto at) { return static_cast<double>(at - quantiles.begin()); };
  if (low != high) return 5 * (place(low) + place(high) - 1) / 2;
  if (low == quantiles.begin()) return 0;
  if (low == quantiles.end()) return 100;
  return 5 * (place(low) - 1 + (value - *(low - 1)) / (*low - *(low - 1)));
}

double number(const Value& features, std::string_view name) {
  const Value* const value = features.find(name);
  return value == nullptr ? std::nan("") : value->number();
}

std::optional<double> known(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

}  // namespace

std::optional<double> raw_difficulty(const Value& features) {
  const double pushes = number(features, "pushes");
  // Features of the whole state space are missing on large boards: the population's median stands in for them.
  double dead_ends = number(features, "dead_end_share"), walker = number(features, "walker_steps");
  if (!std::isfinite(dead_ends)) dead_ends = median_dead_end_share;
  if (!std::isfinite(walker)) walker = median_walker_steps;
  return known(1.0 * std::log(pushes) + 0.15 * (number(features, "box_changes") - number(features, "boxes")) +
               0.8 * number(features, "detour") / pushes +
               0.05 * (number(features, "counter_pushes") + number(features, "goal_reentries")) + 0.5 * dead_ends +
               0.3 * std::log(std::max(walker, 1.0)));
}

std::optional<double> raw_interest(const Value& features) {
  return known((percentile(reference_detour, number(features, "detour")) +
                percentile(reference_box_changes, number(features, "box_changes")) +
                percentile(reference_pushes_per_area, number(features, "pushes") / number(features, "area"))) /
               3);
}

Prior prior(const Value& features) {
  Prior prior;
  const auto usable = [&](std::string_view name) { return std::isfinite(number(features, name)); };
  if (!usable("pushes") || !usable("box_changes") || !usable("detour") || !usable("area") ||
      number(features, "area") <= 0)
    return prior;
  if (number(features, "pushes") <= 0) {
    prior.difficulty = prior.interest = 0;
    return prior;
  }
  if (const auto raw = raw_difficulty(features)) prior.difficulty = percentile(reference_difficulty, *raw);
  if (const auto raw = raw_interest(features)) prior.interest = percentile(reference_interest, *raw);
  return prior;
}

}  // namespace nazo::sokoban
