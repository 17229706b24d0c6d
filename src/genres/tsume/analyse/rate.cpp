// Difficulty and interest before anyone has played: two indices made of the features, as percentiles of a population.
//
// The population is the first hundred positions each of five public sets of mates in 3, 5, 7, 9 and 11 plies from games
// between engines; docs/TSUME.md names it and gives the formulas. No one has shown yet what people think of them.
#include <algorithm>
#include <array>
#include <cmath>

#include "genres/tsume/analyse/features.hpp"

namespace nazo::tsume {
namespace {

/// Every twentieth of the population lies below one of these, from the least to the greatest.
using Twentieths = std::array<double, 21>;
constexpr Twentieths difficulties{0.477, 1.875, 2.097, 2.303, 2.447, 2.620, 2.782, 2.934, 3.073, 3.228, 3.366,
                                  3.537, 3.657, 3.823, 3.922, 4.091, 4.239, 4.441, 4.715, 4.971, 5.798};
constexpr Twentieths interests{0.119, 0.489, 0.589, 0.701, 0.814, 0.903, 0.985, 1.118, 1.235, 1.299, 1.422,
                               1.506, 1.610, 1.714, 1.795, 1.917, 2.069, 2.198, 2.376, 2.579, 3.229};

double percentile(double index, const Twentieths& population) {
  const auto above = std::ranges::upper_bound(population, index);
  if (above == population.begin()) return 0;
  if (above == population.end()) return 100;
  const double share = (index - *(above - 1)) / (*above - *(above - 1));
  return 5 * (static_cast<double>(above - population.begin() - 1) + share);
}

double feature_number(const Value& features, const char* name) {
  const Value* value = features.find(name);
  return value == nullptr ? std::nan("") : value->number();
}

}  // namespace

double interest_index(const Value& features) {
  const auto number = [&](const char* name) { return feature_number(features, name); };
  const double length = number("length"), updates = number("updates");
  if (!(length >= 1) || !(updates >= 1)) return std::nan("");
  const double attacking_moves = (length + 1) / 2;
  const double surprises = number("sacrifices") + number("underpromotions") + number("interpositions");
  return std::log10(std::max(1.0, number("pn_mean"))) + .25 * std::log10(updates) + .25 * std::log10(length) +
         .5 * number("pn_peak_share") + .5 * std::min(1.0, surprises / attacking_moves);
}

Prior prior(const Value& features) {
  const double length = feature_number(features, "length"), updates = feature_number(features, "updates");
  Prior prior;
  if (!(length >= 1) || !(updates >= 1)) return prior;
  prior.difficulty = percentile(std::log10(updates) + std::log10(length), difficulties);
  const double interest = interest_index(features);
  if (!std::isnan(interest)) prior.interest = percentile(interest, interests);
  return prior;
}

}  // namespace nazo::tsume
