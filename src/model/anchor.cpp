#include "model/anchor.hpp"

#include <algorithm>
#include <cmath>

#include "model/stats.hpp"

namespace nazo::model {

namespace {

/// Percentiles at the very ends say little more than that: beyond the last half percent a score grows by a tenth of
/// itself, so that the order stays.
double drawn_in(double score) {
  constexpr double end = 2.576;
  if (std::abs(score) <= end) return score;
  return std::copysign(end + .1 * (std::abs(score) - end), score);
}

}  // namespace

PriorWord prior_word(double difficulty, double seconds, double success) {
  PriorWord word;
  word.difficulty = difficulty;
  if (std::isfinite(difficulty)) word.index = drawn_in(normal_quantile(std::clamp(difficulty / 100, 1e-9, 1 - 1e-9)));
  if (seconds > 0 && std::isfinite(seconds)) word.log_time = std::log(seconds);
  if (std::isfinite(success)) {
    const double p = std::clamp(success, .01, .99);
    word.failure = std::log((1 - p) / p);
  }
  return word;
}

Anchor Anchor::of(const Eigen::VectorXd& index, const Eigen::VectorXd& own, const AnchorLimits& limits, double usual) {
  Anchor anchor;
  anchor.level = limits.level;
  anchor.slope = limits.slope;
  std::vector<double> known;
  for (const double x : index)
    if (std::isfinite(x)) known.push_back(x);
  const double n = static_cast<double>(known.size()), all = n + usual;
  if (!known.empty()) anchor.centre = n / all * mean(known);
  // A collection of puzzles that are all alike must not be torn apart.
  constexpr double least_spread = .3;
  if (known.size() > 1 || usual > 0) {
    double squares = usual * (1 + anchor.centre * anchor.centre);
    for (const double x : known) squares += (x - anchor.centre) * (x - anchor.centre);
    if (all > 1) anchor.spread = std::max(least_spread, std::sqrt(squares / (all - 1)));
  }

  double count = 0, sum = 0, sum_m = 0;
  for (Eigen::Index j = 0; j < index.size(); ++j) {
    if (!std::isfinite(own[j])) continue;
    count += 1;
    sum += own[j];
    sum_m += anchor.m(index[j]);
  }
  if (count == 0 || 2 * count < static_cast<double>(index.size())) return anchor;
  double products = 0, squares = 0;
  for (Eigen::Index j = 0; j < index.size(); ++j) {
    if (!std::isfinite(own[j])) continue;
    const double m = anchor.m(index[j]) - sum_m / count;
    products += m * (own[j] - sum / count);
    squares += m * m;
  }
  products += usual * limits.slope;
  squares += usual;
  if (squares > .1 * count) anchor.slope = std::clamp(products / squares, limits.least_slope, limits.steepest_slope);
  anchor.level = sum / count - anchor.slope * sum_m / count;
  return anchor;
}

double Anchor::m(double index) const { return std::isfinite(index) ? (index - centre) / spread : 0; }

double Anchor::beyond(double index, double own) const {
  return std::isfinite(own) ? own - level - slope * m(index) : 0;
}

double Anchor::prior_b(double index, double own) const { return level + slope * m(index) + beyond(index, own); }

}  // namespace nazo::model
